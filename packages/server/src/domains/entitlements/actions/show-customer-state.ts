import { CustomerState } from '@guildhall/contract/customers/state'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import { type RawBuilder, sql } from 'kysely'
import { encodedText, type JsonText } from '../../../platform/database/json.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
import type { Summary } from '../../../platform/outbox/summary.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { type CustomerQuery, customersOf } from '../../customers/store/customers.ts'
import { presentActiveSubscription } from '../../subscriptions/present/customer-state.ts'
import {
  activeSubscriptions,
  activeSubscriptionsWithUsage,
  haveMeters,
} from '../../subscriptions/store/active-subscriptions.ts'
import { stateMeters } from '../../usage/actions/state-meters.ts'
import { countedUsage, isMetered, nothingCounted } from '../../usage/store/customer-meters.ts'
import { presentHeldBenefit } from '../present/grant.ts'
import { heldBenefitOf, heldBenefits } from '../store/held-benefits.ts'

/**
 * What customers of organizations have now: one statement reads all of a customer, as of one instant.
 * What meters count takes much longer to plan than all the rest, so it is read only of those who have
 * some.
 */
export async function showCustomerStates(
  query: CustomerQuery,
  organizationIds: readonly Id<'organization'>[],
): Promise<CustomerState[]> {
  const read = await readStates(query, organizationIds, {
    active: activeSubscriptions(organizationIds),
    usage: nothingCounted,
    isMetered: sql<boolean>`${isMetered(organizationIds)} or ${haveMeters(organizationIds)}`,
  })
  const metered = read.flatMap(({ id, isMetered }) => (isMetered ? [id] : []))
  const readAgain =
    metered.length === 0
      ? []
      : await readStates(
          query.where('customer.id', '=', sql<Id<'customer'>>`any(${metered}::uuid[])`),
          organizationIds,
          {
            active: activeSubscriptionsWithUsage(organizationIds),
            usage: countedUsage(organizationIds),
            isMetered: sql<boolean>`true`,
          },
        )
  return [...read.filter(({ isMetered }) => !isMetered), ...readAgain].map((row) => ({
    ...presentCustomer(row),
    activeSubscriptions: row.active.map(presentActiveSubscription),
    grantedBenefits: row.held.map((one) => presentHeldBenefit(heldBenefitOf(one))),
    activeMeters: stateMeters(row.usage),
  }))
}

interface UsageColumns {
  readonly isMetered: RawBuilder<boolean>
  readonly active: ReturnType<typeof activeSubscriptions>
  readonly usage: ReturnType<typeof countedUsage>
}

const readStates = (
  query: CustomerQuery,
  organizationIds: readonly Id<'organization'>[],
  { active, usage, isMetered }: UsageColumns,
) =>
  query
    .select([
      active.as('active'),
      heldBenefits(organizationIds).as('held'),
      usage.as('usage'),
      isMetered.as('isMetered'),
    ])
    .execute()

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
