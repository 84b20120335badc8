import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { BenefitGrant, benefitGrantId, grantStatuses, ListedBenefitGrant } from './grant-shapes.ts'

const ofGrants = { ...forSellers, tag: 'Benefits', may: 'benefits:read' } as const

const filters = {
  ...listing(['created_at'], ['created_at']),
  isGranted: z.optional(z.boolean()),
  customerId: anyOf(customerId),
}

export const listGrantsOfBenefit = operation({
  ...ofGrants,
  name: 'listGrantsOfBenefit',
  reads: 'replica',
  method: 'GET',
  path: '/v1/benefits/:id/grants',
  summary: 'List the grants of a benefit',
  description: 'One grant per customer and source, revoked ones included.',
  params: z.object({ id: benefitId }),
  query: z.object(filters),
  returns: listOf(BenefitGrant),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const listGrants = operation({
  ...ofGrants,
  name: 'listGrants',
  reads: 'replica',
  method: 'GET',
  path: '/v1/benefit-grants/',
  summary: 'List the grants of an organization',
  description: 'Each with its benefit, and the product that its subscription or order is for.',
  query: z.object({
    ...filters,
    organizationId: anyOf(organizationId),
    benefitId: anyOf(benefitId),
    subscriptionId: anyOf(subscriptionId),
    orderId: anyOf(orderId),
    status: anyOf(z.enum(grantStatuses)),
  }),
  returns: listOf(ListedBenefitGrant),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

const ofRetries = { ...ofGrants, method: 'POST', may: 'benefits:write' } as const

export const retryGrant = operation({
  ...ofRetries,
  name: 'retryGrant',
  path: '/v1/benefit-grants/:id/retry',
  summary: 'Try again to deliver a grant',
  description:
    'For benefits at Discord and GitHub. A failed grant becomes pending. A grant that is granted ' +
    'is delivered once more, for example after the customer has left and come back. A revoked ' +
    'one with an error is taken away once more.',
  params: z.object({ id: benefitGrantId }),
  returns: BenefitGrant,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'benefit_grant_not_retryable', 'conflicting_change'],
})

export const retryGrants = operation({
  ...ofRetries,
  name: 'retryGrants',
  path: '/v1/benefits/:id/retry-grants',
  summary: 'Try again to deliver all failed grants of a benefit',
  description: 'Revoked ones that couldn’t be taken away are included.',
  params: z.object({ id: benefitId }),
  returns: z.object({ retriedCount: z.int() }),
  status: 200,
  refuses: [...callRefusals, 'not_found', 'conflicting_change'],
})
