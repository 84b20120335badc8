import type { CustomerState } from '@guildhall/contract/customers/state'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type CustomerRow, presentCustomer } from '../../customers/index.ts'
import { findShownMeters, type ShownMeterRow } from '../store/shown-makings.ts'
import { findActiveOf } from '../store/subscription-list.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { customFieldDataOf, presentBare, presentUsage } from './present-subscription.ts'

type StateSubscription = CustomerState['activeSubscriptions'][number]

/** What somebody has at this moment. Who is on trial isn’t in it: clients wait for `active` alone. */
export async function presentCustomerState(
  db: Kysely<Tables>,
  customer: CustomerRow,
): Promise<CustomerState> {
  const { organizationId } = customer
  const rows = await findActiveOf(db, organizationId, customer.id)
  const ids = rows.map(({ id }) => id)
  const usage = ids.length === 0 ? [] : await findShownMeters(db, { organizationId, ids })
  return {
    ...presentCustomer(customer),
    activeSubscriptions: rows.map((row) => presentActive(row, usedBy(usage, row.id))),
    grantedBenefits: [],
    activeMeters: [],
  }
}

const usedBy = (usage: readonly ShownMeterRow[], id: Id<'subscription'>): ShownMeterRow[] =>
  usage.filter(({ subscriptionId }) => subscriptionId === id)

const presentActive = (
  row: SubscriptionRow,
  usage: readonly ShownMeterRow[],
): StateSubscription => ({
  ...presentBare(row),
  status: 'active',
  customFieldData: customFieldDataOf(row),
  meters: usage.map(presentUsage),
})
