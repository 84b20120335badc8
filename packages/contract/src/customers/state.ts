import * as z from 'zod/mini'
import { benefitId, benefitTypes } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { benefitGrantId, grantProperties } from '../entitlements/grant-shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown } from '../primitives.ts'
import {
  BareSubscription,
  Subscription,
  SubscriptionMeter,
} from '../subscriptions/subscription-shapes.ts'
import { Customer, customerId, externalId } from './shapes.ts'

const ofCustomers = { ...forSellers, tag: 'Customers', may: 'customers:read' } as const

const StateSubscription = z.extend(
  z.omit(BareSubscription, {
    endedAt: true,
    customerId: true,
    checkoutId: true,
    customerCancellationReason: true,
    customerCancellationComment: true,
  }),
  {
    status: z.literal('active'),
    customFieldData: Subscription.shape.customFieldData,
    meters: z.array(SubscriptionMeter),
  },
)

const StateGrant = z.object({
  id: benefitGrantId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  grantedAt: instant,
  benefitId,
  benefitType: z.enum(benefitTypes),
  benefitMetadata: metadataShown,
  properties: grantProperties,
})

const StateMeter = z.object({
  id: id('customerMeter'),
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  meterId,
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  balance: z.number(),
})

/** What a customer currently has. Also sent by webhooks. */
export const CustomerState = z.extend(Customer, {
  activeSubscriptions: z.array(StateSubscription),
  grantedBenefits: z.array(StateGrant),
  activeMeters: z.array(StateMeter),
})
export type CustomerState = z.output<typeof CustomerState>

export const getCustomerState = operation({
  ...ofCustomers,
  name: 'getCustomerState',
  method: 'GET',
  path: '/v1/customers/:id/state',
  summary: 'Get the state of a customer',
  params: z.object({ id: customerId }),
  returns: CustomerState,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const getExternalCustomerState = operation({
  ...ofCustomers,
  name: 'getExternalCustomerState',
  method: 'GET',
  path: '/v1/customers/external/:externalId/state',
  summary: 'Get the state of a customer by external id',
  description:
    'A user or an organization of this server that has bought nothing has an empty state, without ' +
    'a name or an email address. The `id` in it is the external id: there is no customer yet.',
  params: z.object({ externalId }),
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: CustomerState,
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'not_found'],
})
