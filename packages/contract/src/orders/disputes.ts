import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { Dispute, DisputeStatus, disputeId } from './dispute-shapes.ts'
import { orderId } from './order-shapes.ts'

const ofDisputes = { ...forSellers, tag: 'Disputes', may: 'disputes:read' } as const

export const listDisputes = operation({
  ...ofDisputes,
  name: 'listDisputes',
  reads: 'replica',
  method: 'GET',
  path: '/v1/disputes/',
  summary: 'List disputes',
  description: 'Payments that customers dispute at their bank, and early warnings of it.',
  query: z.object({
    ...listing(['created_at', 'amount'], ['-created_at']),
    organizationId: anyOf(organizationId),
    orderId: anyOf(orderId),
    subscriptionId: anyOf(subscriptionId),
    customerId: anyOf(customerId),
    status: anyOf(DisputeStatus),
  }),
  returns: listOf(Dispute),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
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
