import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { callerRefusals, forCustomersAndBuyers } from '../customers/for-customers.ts'
import { fileFacts, fileServices } from '../files/shapes.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

/** A file that a customer may download, because of a benefit that they hold. */
export const Downloadable = z.object({
  /** The same as long as the same grant gives the file. */
  id: id('downloadable'),
  benefitId,
  file: z.object({
    ...fileFacts,
    service: z.enum(fileServices),
    download: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      expiresAt: instant,
    }),
  }),
})
export type Downloadable = z.output<typeof Downloadable>

const tag = 'Customer portal'

export const listDownloadables = operation({
  ...forCustomersAndBuyers,
  tag,
  name: 'listDownloadables',
  method: 'GET',
  path: '/v1/customer-portal/downloadables/',
  summary: 'List the files that a customer may download',
  description:
    'As they are now: a file that was added to a benefit is there for everybody who holds it, and ' +
    'one that was archived or deleted is gone. Each `download.url` is valid for ten minutes and ' +
    'needs no credentials. A session of a single purchase sees the files of that purchase.',
  query: z.object({
    ...listing(['granted_at'], ['granted_at']),
    organizationId: anyOf(organizationId),
    benefitId: anyOf(benefitId),
  }),
  returns: listOf(Downloadable),
  status: 200,
  refuses: callerRefusals,
})

/** Enough for a network of many people, and for a client that downloads in many pieces. */
const downloadLimit = [
  { requestsMax: 300, windowSeconds: 60, by: 'address', bucket: 'downloads' },
  { requestsMax: 120, windowSeconds: 60, by: 'caller', bucket: 'downloadsOfFile' },
] as const satisfies readonly RateLimitRule[]

export const downloadFile = operation({
  wire: 'billing',
  for: 'download',
  tag,
  name: 'downloadFile',
  method: 'GET',
  path: '/v1/customer-portal/downloadables/:token',
  summary: 'Download a file',
  description:
    'Redirects with 302 to the bytes, if the benefit is still held and still gives the file. The ' +
    'target is valid for a minute; `Range`, `If-Range` and HEAD work there. Each download is ' +
    'counted once: a request for a later range continues one.',
  params: z.object({ token: z.string() }),
  rateLimit: downloadLimit,
  returns: null,
  status: 204,
  refuses: ['not_found', 'download_expired'],
})
