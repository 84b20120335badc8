import type { CustomerState } from '@guildhall/contract/customers/state'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type CustomerRow, findCustomersAt, presentCustomer } from '../../customers/index.ts'
import { findMetersOf, type ShownMeterRow } from '../store/shown-makings.ts'
import { findActiveOf } from '../store/subscription-list.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { customFieldDataOf, presentBare, presentUsage } from './present-subscription.ts'

type StateSubscription = CustomerState['activeSubscriptions'][number]

/** What somebody has at this moment. Who is on trial isn’t in it: clients wait for `active` alone. */
export async function presentCustomerState(
  db: Kysely<Tables>,
  customer: CustomerRow,
): Promise<CustomerState> {
  return stateOf(customer, await presentActive(db, await findActiveOf(db, [customer])))
}

/** The same of many, of whichever organizations, whoever is deleted as well. */
export async function presentCustomerStates(
  db: Kysely<Tables>,
  keys: readonly Pick<CustomerRow, 'organizationId' | 'id'>[],
): Promise<CustomerState[]> {
  const [customers, rows] = await Promise.all([findCustomersAt(db, keys), findActiveOf(db, keys)])
  const active = await presentActive(db, rows)
  return customers.map((customer) => stateOf(customer, active))
}

type Active = ReadonlyMap<CustomerRow['id'], readonly StateSubscription[]>

const stateOf = (customer: CustomerRow, active: Active): CustomerState => ({
  ...presentCustomer(customer),
  activeSubscriptions: [...(active.get(customer.id) ?? [])],
  grantedBenefits: [],
  activeMeters: [],
})

/** Each customer’s, in the order of the rows. */
async function presentActive(
  db: Kysely<Tables>,
  rows: readonly SubscriptionRow[],
): Promise<Active> {
  const usage = new Map<SubscriptionRow['id'], ShownMeterRow[]>(rows.map(({ id }) => [id, []]))
  for (const used of await findMetersOf(db, rows)) usage.get(used.subscriptionId)?.push(used)
  const active = new Map<CustomerRow['id'], StateSubscription[]>(
    rows.map(({ customerId }) => [customerId, []]),
  )
  for (const row of rows) {
    active.get(row.customerId)?.push({
      ...presentBare(row),
      status: 'active',
      customFieldData: customFieldDataOf(row),
      meters: (usage.get(row.id) ?? []).map(presentUsage),
    })
  }
  return active
}
