import { CustomerState } from '@guildhall/contract/customers/state'
import { wireCodec } from '@guildhall/contract/wire'
import type { Kysely } from 'kysely'
import { groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { Summary } from '../../../platform/outbox/summary.ts'
import { type CustomerRow, findCustomersByKeys, presentCustomer } from '../../customers/index.ts'
import { showActiveSubscriptions } from '../../subscriptions/index.ts'
import { presentHeldBenefit } from '../present/grant.ts'
import { findHeldBenefits } from '../store/held-benefits.ts'

/** What customers of any organizations have now, in a fixed number of statements. */
export async function showCustomerStates(
  db: Kysely<Tables>,
  customers: readonly CustomerRow[],
): Promise<CustomerState[]> {
  const [active, held] = await Promise.all([
    showActiveSubscriptions(db, customers),
    findHeldBenefits(db, customers),
  ])
  const heldBy = groupBy(held, ({ customerId }) => customerId)
  return customers.map((customer) => ({
    ...presentCustomer(customer),
    activeSubscriptions: active.get(customer.id) ?? [],
    grantedBenefits: (heldBy.get(customer.id) ?? []).map(presentHeldBenefit),
    activeMeters: [],
  }))
}

const codec = wireCodec(CustomerState, 'billing')

const follows = [
  ...['created', 'updated', 'deleted'].map((one) => `customer.${one}`),
  ...['created', 'active', 'updated', 'canceled', 'uncanceled', 'revoked'].map(
    (one) => `subscription.${one}`,
  ),
  ...['created', 'updated', 'cycled', 'revoked'].map((one) => `benefit_grant.${one}`),
]

/** After every event that changes what a customer has, the state as it is by then. */
export const customerStateSummary: Summary = {
  name: 'customer.state_changed',
  objectType: 'customer_state',
  follows,
  summarize: async (db, customers) => {
    const keys = customers.map(({ organizationId, customerId: id }) => ({ organizationId, id }))
    const states = await showCustomerStates(db, await findCustomersByKeys(db, keys))
    return new Map(states.map((state) => [state.id, asPayload(state)]))
  },
}

const asPayload = (state: CustomerState): JsonObject =>
  JSON.parse(JSON.stringify(codec.encode(state)))
