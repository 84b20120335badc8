import { CustomerState } from '@guildhall/contract/customers/state'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import { encodedText, type JsonText } from '../../../platform/database/json.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
import type { Summary } from '../../../platform/outbox/summary.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { type CustomerQuery, customersOf } from '../../customers/store/customers.ts'
import { presentActiveSubscription } from '../../subscriptions/present/customer-state.ts'
import { activeSubscriptions } from '../../subscriptions/store/active-subscriptions.ts'
import { stateMeters } from '../../usage/actions/state-meters.ts'
import { countedUsage } from '../../usage/store/customer-meters.ts'
import { presentHeldBenefit } from '../present/grant.ts'
import { heldBenefitOf, heldBenefits } from '../store/held-benefits.ts'

/** What customers of organizations have now, as of one instant: one statement reads it all. */
export async function showCustomerStates(
  query: CustomerQuery,
  organizationIds: readonly Id<'organization'>[],
): Promise<CustomerState[]> {
  const rows = await query
    .select([
      activeSubscriptions(organizationIds).as('active'),
      heldBenefits(organizationIds).as('held'),
      countedUsage(organizationIds).as('usage'),
    ])
    .execute()
  return rows.map((row) => ({
    ...presentCustomer(row),
    activeSubscriptions: row.active.map(presentActiveSubscription),
    grantedBenefits: row.held.map((one) => presentHeldBenefit(heldBenefitOf(one))),
    activeMeters: stateMeters(row.usage),
  }))
}

const codec = wireCodec(CustomerState, 'billing')

const follows = [
  ...['created', 'updated', 'deleted'].map((one) => `customer.${one}`),
  ...['created', 'active', 'updated', 'canceled', 'uncanceled', 'revoked'].map(
    (one) => `subscription.${one}`,
  ),
  ...['created', 'updated', 'cycled', 'revoked'].map((one) => `benefit_grant.${one}`),
  'customer_meter.credits_changed',
]

/** After every event that changes what a customer has, the state as it is by then. */
export const customerStateSummary: Summary = {
  name: 'customer.state_changed',
  objectType: 'customer_state',
  follows,
  summarize: async (db, customers) => {
    const keys = customers.map(({ organizationId, customerId: id }) => ({ organizationId, id }))
    const states = await showCustomerStates(customersOf(db, keys), organizationsOf(keys))
    return new Map(states.map((state) => [state.id, asPayload(state)]))
  },
}

const asPayload = (state: CustomerState): JsonText => encodedText(codec.encode(state))
