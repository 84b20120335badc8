import type { Id } from '@guildhall/contract/primitives'
import { openSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { sql, type Transaction, type Updateable } from 'kysely'
import type { SubscriptionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { isPaid, type SubscriptionRow } from './subscriptions.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

const openSubscriptions = (tx: Transaction<Tables>, { organizationId, customerId }: OfCustomer) =>
  tx
    .selectFrom('subscription')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('endedAt', 'is', null)
    .where('status', 'in', openSubscriptionStatuses)

/** In the order of their ids, so that two transactions can’t deadlock. */
export const lockOpenSubscriptionsOf = (
  tx: Transaction<Tables>,
  customer: OfCustomer,
): Promise<SubscriptionRow[]> =>
  openSubscriptions(tx, customer).selectAll().orderBy('id').forNoKeyUpdate().execute()

/** Whether any of them costs something, now or from the next period on. They must be locked. */
export async function isBilled(tx: Transaction<Tables>, customer: OfCustomer): Promise<boolean> {
  const found = await openSubscriptions(tx, customer)
    .select('id')
    .where((where) =>
      where.or([where('pendingChange', 'is not', null), isPaid(customer.organizationId)]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type BillingColumns = Pick<
  Updateable<SubscriptionTable>,
  'billingName' | 'billingAddress' | 'taxId' | 'taxIdFormat' | 'isBusiness'
>

/** Decisions that were made with the details before are made again. */
export const saveBillingDetails = (
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<SubscriptionRow, 'organizationId' | 'id'>,
  columns: BillingColumns,
): Promise<SubscriptionRow> =>
  tx
    .updateTable('subscription')
    .set({ ...columns, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
