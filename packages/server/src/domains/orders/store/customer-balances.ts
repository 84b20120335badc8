import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomerBalanceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { BalanceEntryKind } from '../rules/amount-due.ts'

type BalanceRow = Pick<Selectable<CustomerBalanceTable>, 'customerId' | 'currency' | 'amount'>

const balances = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
) =>
  db
    .selectFrom('customerBalance')
    .select(['customerId', 'currency', 'amount'])
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', sql<Id<'customer'>>`any(${customerIds}::uuid[])`)
    .orderBy('customerId')
    .orderBy('currency')

/** Without customers who never had a balance. */
export const findBalances = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<BalanceRow[]> => balances(db, organizationId, customerIds).execute()

/** Before using them: concurrent users wait, and find what is left. */
export const lockBalances = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<BalanceRow[]> => balances(tx, organizationId, customerIds).forNoKeyUpdate().execute()

export interface NewBalanceEntry {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customerBalanceEntry'>
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  readonly kind: BalanceEntryKind
  /** The change of the balance. */
  readonly amount: MinorUnits
  readonly orderId: Id<'order'>
  readonly createdAt: Date
}

/**
 * Adds entries and changes the balances in one statement, so that an entry is computed from a
 * balance under the lock that changes it. Using more than there is violates
 * `customer_balance_not_overdrawn`.
 */
export async function addBalanceEntries(
  tx: Transaction<Tables>,
  entries: readonly NewBalanceEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const input = jsonRows(entries.map((entry, at) => ({ ...entry, position: at + 1 })))
  await sql`
    with input as (
      select e.*,
             row_number() over earlier as nth,
             sum(e.amount) over earlier as so_far
        from jsonb_populate_recordset(null::customer_balance_entry, ${input}::jsonb) e
      window earlier as (partition by e.organization_id, e.customer_id, e.currency
                         order by e.position)),
    changed as (
      insert into customer_balance as b (organization_id, customer_id, currency, amount, entry_count)
      select organization_id, customer_id, currency, sum(amount)::bigint, count(*)
        from input
       group by 1, 2, 3
       order by 1, 2, 3
      on conflict (organization_id, customer_id, currency) do update
         set amount = b.amount + excluded.amount, entry_count = b.entry_count + excluded.entry_count
      returning b.organization_id, b.customer_id, b.currency, b.amount, b.entry_count),
    whole as (
      select organization_id, customer_id, currency, sum(amount) as amount, count(*) as entries
        from input group by 1, 2, 3)
    insert into customer_balance_entry (organization_id, id, customer_id, currency, position, kind,
                                        amount, balance, order_id, created_at)
    select t.organization_id, t.id, t.customer_id, t.currency,
           c.entry_count - w.entries + t.nth, t.kind,
           t.amount, (c.amount - w.amount + t.so_far)::bigint, t.order_id, t.created_at
      from input t
      join changed c using (organization_id, customer_id, currency)
      join whole w using (organization_id, customer_id, currency)`.execute(tx)
}
