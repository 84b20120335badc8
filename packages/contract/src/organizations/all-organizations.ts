import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { givenId } from '../identity/given-id.ts'
import { instantCursor } from '../identity/instant-cursor.ts'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'
import { organizationId } from './shapes.ts'

export const organizationPageDefault = 50
const organizationPageMax = 200

const listed = {
  id: organizationId,
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
  createdAt: instant,
  memberCount: z.int(),
  /** The instant at which a sandbox’s clock stands still; null if it runs in real time. */
  clockFrozenAt: z.nullable(instant),
}

export const listAllOrganizations = operation({
  ...forOperators,
  method: 'GET',
  name: 'listAllOrganizations',
  reads: 'replica',
  path: '/api/auth/admin/list-organizations',
  summary: 'List all organizations of the server',
  description:
    'Newest first. `search` finds the beginning of the name or slug, whatever its case. ' +
    '`nextCursor` continues with older organizations.',
  may: 'organization:list',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(organizationPageMax))),
    cursor: z.optional(instantCursor),
  }),
  returns: z.object({
    organizations: z.array(z.object(listed)),
    /** For the next, older page; null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_organizations'],
})

export const ownersShownMax = 20

/** Customers and orders are counted up to here. */
export const organizationCountedMax = 10_000

export const getAnyOrganization = operation({
  ...forOperators,
  method: 'GET',
  name: 'getAnyOrganization',
  path: '/api/auth/admin/get-organization',
  summary: 'Get an organization of the server',
  description:
    `Includes up to ${ownersShownMax} of its owners, the longest members first, and how much it has, ` +
    `but none of its customers’ data. Customers and orders are counted up to ${organizationCountedMax}.`,
  may: 'organization:get',
  query: z.object({ id: givenId(organizationId) }),
  returns: z.object({
    ...listed,
    /** Whether the payments of this server are simulated. */
    isSandbox: z.boolean(),
    owners: z.array(z.object({ userId: id('user'), name: z.string(), email: z.string() })),
    ownerCount: z.int(),
    customerCount: z.int(),
    orderCount: z.int(),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_organization', 'organization_not_found'],
})
