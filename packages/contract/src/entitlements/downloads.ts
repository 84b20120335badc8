import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { fileId } from '../files/shapes.ts'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'
import { benefitGrantId } from './grant-shapes.ts'

/** How often the holder of a grant has downloaded a file. */
const FileDownloads = z.object({
  fileId,
  name: z.string(),
  version: z.nullable(z.string()),
  downloads: z.int(),
  lastDownloadedAt: z.nullable(instant),
  /** Whether the customer can download it now. */
  isAvailable: z.boolean(),
})
export type FileDownloads = z.output<typeof FileDownloads>

export const listDownloadsOfGrant = operation({
  ...forSellers,
  tag: 'Benefits',
  may: 'benefits:read',
  name: 'listDownloadsOfGrant',
  method: 'GET',
  path: '/v1/benefit-grants/:id/downloads',
  summary: 'List the downloads of a grant',
  description:
    'The files that the benefit gives, in its order, then those that it no longer gives but that ' +
    'were downloaded.',
  params: z.object({ id: benefitGrantId }),
  returns: z.object({ items: z.array(FileDownloads) }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
