import { CustomerState } from '@guildhall/contract/customers/state'
import { wireCodec } from '@guildhall/contract/wire'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { Summary } from '../../../platform/outbox/summary.ts'
import { type CustomerRow, findCustomersByKeys, presentCustomer } from '../../customers/index.ts'
import { presentActiveSubscription } from '../present/customer-state.ts'
import { groupBy } from '../rules/indexing.ts'
import { findActiveOfCustomers } from '../store/subscription-list.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { findMetersOfAny } from '../store/usage.ts'

/** What a customer has now. Trials are left out, because official clients accept only `active`. */
export async function showCustomerState(
  db: Kysely<Tables>,
  customer: CustomerRow,
): Promise<CustomerState> {
  const active = await showActive(db, await findActiveOfCustomers(db, [customer]))
  return stateOf(customer, active)
}

/** The states of many customers of any organizations, deleted ones included. */
async function showCustomerStates(
  db: Kysely<Tables>,
  keys: readonly Pick<CustomerRow, 'organizationId' | 'id'>[],
): Promise<CustomerState[]> {
  const [customers, rows] = await Promise.all([
    findCustomersByKeys(db, keys),
    findActiveOfCustomers(db, keys),
  ])
  const active = await showActive(db, rows)
  return customers.map((customer) => stateOf(customer, active))
}

type ActiveSubscriptions = ReadonlyMap<CustomerRow['id'], CustomerState['activeSubscriptions']>

const stateOf = (customer: CustomerRow, active: ActiveSubscriptions): CustomerState => ({
  ...presentCustomer(customer),
  activeSubscriptions: active.get(customer.id) ?? [],
  grantedBenefits: [],
  activeMeters: [],
})

/** By customer, in the order of the rows. */
async function showActive(
  db: Kysely<Tables>,
  rows: readonly SubscriptionRow[],
): Promise<ActiveSubscriptions> {
  const usageOf = groupBy(await findMetersOfAny(db, rows), (usage) => usage.subscriptionId)
  const rowsOf = groupBy(rows, ({ customerId }) => customerId)
  return new Map(
    [...rowsOf].map(([customerId, own]) => [
      customerId,
      own.map((row) => presentActiveSubscription(row, usageOf.get(row.id) ?? [])),
    ]),
  )
}

const codec = wireCodec(CustomerState, 'billing')

const follows = [
  ...['created', 'updated', 'deleted'].map((one) => `customer.${one}`),
  ...['created', 'active', 'updated', 'canceled', 'uncanceled', 'revoked'].map(
    (one) => `subscription.${one}`,
  ),
]

/** After every event that changes what a customer has, the state as it is by then. */
export const customerStateSummary: Summary = {
  name: 'customer.state_changed',
  objectType: 'customer_state',
  follows,
  summarize: async (db, customers) => {
    const keys = customers.map(({ organizationId, customerId: id }) => ({ organizationId, id }))
    const states = await showCustomerStates(db, keys)
    return new Map(states.map((state) => [state.id, asPayload(state)]))
  },
}

const asPayload = (state: CustomerState): JsonObject =>
  JSON.parse(JSON.stringify(codec.encode(state)))
