import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { Dispute, DisputeStatus, disputeId } from './dispute-shapes.ts'
import { disputeExportColumns } from './export-columns.ts'
import { orderId } from './order-shapes.ts'

const ofDisputes = { ...forSellers, tag: 'Disputes', may: 'disputes:read' } as const

const pages = listing(['created_at', 'amount', 'evidence_due_by'], ['-created_at'])

const filters = {
  organizationId: anyOf(organizationId),
  orderId: anyOf(orderId),
  subscriptionId: anyOf(subscriptionId),
  customerId: anyOf(customerId),
  status: anyOf(DisputeStatus),
  currency: anyOf(currency),
  createdAfter: z.optional(instant),
  createdBefore: z.optional(instant),
}

export const listDisputes = operation({
  ...ofDisputes,
  name: 'listDisputes',
  reads: 'replica',
  method: 'GET',
  path: '/v1/disputes/',
  summary: 'List disputes',
  description:
    'Payments that customers dispute at their bank, and early warnings of it. `created_after` is ' +
    'inclusive, `created_before` exclusive. By `evidence_due_by`, those that expect no answer are ' +
    'sorted last.',
  query: z.object({ ...pages, ...filters }),
  returns: listOf(Dispute),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const exportDisputes = operation({
  ...ofDisputes,
  name: 'exportDisputes',
  reads: 'replica',
  method: 'GET',
  path: '/v1/disputes/export',
  summary: 'Export disputes as CSV',
  description:
    'All disputes that match the filters of the list, in its order, as they are at one instant. ' +
    'Columns are named like the fields of a dispute; amounts are in minor units of the `currency`. ' +
    '`columns` chooses and orders them. The response is `text/csv`, or the same file as a JSON ' +
    'string for callers that accept `application/json`.',
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(disputeExportColumns)),
  }),
  returns: z.string(),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'too_busy'],
})

export const getDispute = operation({
  ...ofDisputes,
  name: 'getDispute',
  method: 'GET',
  path: '/v1/disputes/:id',
  summary: 'Get a dispute',
  params: z.object({ id: disputeId }),
  returns: Dispute,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
