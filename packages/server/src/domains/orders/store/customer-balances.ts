import type { QueryOf } from '@guildhall/contract/operation'
import type { BalanceEntryKind } from '@guildhall/contract/orders/balance-shapes'
import type { listPortalWallets as contract } from '@guildhall/contract/portal/wallets'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Money } from '../../../kernel/money.ts'
import type { CustomerBalanceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import { isOfOneOf, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { UnacceptedShare } from '../rules/balance-share.ts'

type BalanceRow = Selectable<CustomerBalanceTable>

const balances = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
) =>
  db
    .selectFrom('customerBalance')
    .selectAll()
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

/**
 * What customers owe, in each currency. A debt that an order collects is owed until the order is
 * paid.
 */
export async function sumDebts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Money[]> {
  const { rows } = await sql<Money>`
    select currency, (-sum(amount))::bigint as amount
      from (select b.currency, b.amount + coalesce(sum(o.applied_balance_amount), 0) as amount
              from customer_balance b
              left join orders o
                on o.organization_id = b.organization_id and o.customer_id = b.customer_id
               and o.currency = b.currency and o.status = 'pending'
               and o.collection_stopped_at is null
             where b.organization_id = ${organizationId}
             group by b.customer_id, b.currency, b.amount) balance
     where amount < 0
     group by currency
     order by currency`.execute(db)
  return rows
}

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

export const listBalances = (
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  listing: QueryOf<typeof contract>,
): Promise<Page<BalanceRow>> =>
  listPage(db, balances(db, organizationId, [customerId]).clearOrderBy(), listing, {
    columns: { created_at: 'customerBalance.createdAt', balance: 'customerBalance.amount' },
    id: 'customerBalance.id',
  })

/** Before using them: concurrent users wait, and find what is left. */
export const lockBalances = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<BalanceRow[]> => balances(tx, organizationId, customerIds).forNoKeyUpdate().execute()

/** Whether a checkout, an order or a payout that isn’t finished may still change a balance. */
export async function isBalanceReserved(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select exists (
             select from customer_balance_entry e
              where e.organization_id = ${organizationId} and e.customer_id = ${customerId}
                and e.checkout_id is not null
                and not exists (select from orders o
                                 where o.organization_id = e.organization_id and o.id = e.order_id)
              group by e.order_id having sum(e.amount) <> 0)
        or exists (
             select from orders o
              where o.organization_id = ${organizationId} and o.customer_id = ${customerId}
                and o.status = 'pending' and o.collection_stopped_at is null
                and o.applied_balance_amount <> 0)
        or exists (
             select from customer_balance_entry e
               join refund r on r.organization_id = e.organization_id and r.id = e.refund_id
              where e.organization_id = ${organizationId} and e.customer_id = ${customerId}
                and r.status = 'pending') as reserved`.execute(db)
  return rows[0]?.reserved === true
}

interface AdjustedRow {
  readonly currency: Currency
  readonly amount: MinorUnits
}

/** What sellers gave to a customer, less what they took back. */
export async function findAdjusted(
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<AdjustedRow[]> {
  const { rows } = await sql<AdjustedRow>`
    select currency, sum(amount)::bigint as amount from customer_balance_entry
     where organization_id = ${organizationId} and customer_id = ${customerId}
       and kind = 'adjusted'
     group by currency`.execute(db)
  return rows
}

/** What orders of unaccepted subscriptions left on a balance; no currency where they left none. */
export async function findUnacceptedShares(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<UnacceptedShare[]> {
  const { rows } = await sql<UnacceptedShare>`
    select s.customer_id, s.id as subscription_id, e.currency,
           coalesce(sum(e.amount), 0)::bigint as amount, s.ended_at is not null as is_ended
      from unaccepted_subscription s
      left join orders o on o.organization_id = s.organization_id and o.subscription_id = s.id
      left join customer_balance_entry e on e.organization_id = s.organization_id
       and e.order_id = o.id
     where s.organization_id = ${organizationId} and s.customer_id = any(${customerIds}::uuid[])
     group by s.customer_id, s.id, s.ended_at, e.currency`.execute(db)
  return rows
}

export interface NewBalanceEntry {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customerBalanceEntry'>
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  readonly kind: BalanceEntryKind
  /** The change of the balance. */
  readonly amount: MinorUnits
  /** Null where the seller changed it without an order. */
  readonly orderId: Id<'order'> | null
  readonly checkoutId: Id<'checkout'> | null
  readonly refundId: Id<'refund'> | null
  readonly reason: string | null
  readonly actorType: string | null
  readonly actorId: string | null
  readonly createdAt: Date
}

/**
 * Changes the balances and adds entries, which are computed from balances that are locked by their
 * change. Using more than there is violates `customer_balance_not_overdrawn`. On a cluster one
 * statement for both would send the balances to all nodes.
 */
export async function addBalanceEntries(
  tx: Transaction<Tables>,
  entries: readonly NewBalanceEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const input = jsonRows(entries.map((entry, at) => ({ ...entry, position: at + 1 })))
  const organizationIds = organizationsOf(entries)
  await inOrder(tx, [
    () => changeBalances(tx, input),
    () => insertBalanceEntries(tx, input, organizationIds),
  ])
}

const changeBalances = (tx: Transaction<Tables>, input: string): Promise<unknown> =>
  sql`
    insert into customer_balance as b (organization_id, customer_id, currency, id, amount,
                                       entry_count, created_at, modified_at)
    select organization_id, customer_id, currency, (array_agg(id order by position))[1],
           sum(amount)::bigint, count(*), min(created_at), max(created_at)
      from jsonb_populate_recordset(null::customer_balance_entry, ${input}::jsonb) e
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (organization_id, customer_id, currency) do update
       set amount = b.amount + excluded.amount, entry_count = b.entry_count + excluded.entry_count,
           modified_at = excluded.modified_at`.execute(tx)

const insertBalanceEntries = (
  tx: Transaction<Tables>,
  input: string,
  organizationIds: readonly Id<'organization'>[],
): Promise<unknown> =>
  sql`
    insert into customer_balance_entry (organization_id, id, customer_id, currency, position, kind,
                                        amount, balance, order_id, checkout_id, refund_id, reason,
                                        actor_type, actor_id, created_at)
    select t.organization_id, t.id, t.customer_id, t.currency,
           b.entry_count - t.entries + t.nth, t.kind,
           t.amount, (b.amount - t.change + t.so_far)::bigint, t.order_id, t.checkout_id,
           t.refund_id, t.reason, t.actor_type, t.actor_id, t.created_at
      from customer_balance b
      join (select e.*, count(*) over whole as entries, sum(e.amount) over whole as change,
                   row_number() over earlier as nth, sum(e.amount) over earlier as so_far
              from jsonb_populate_recordset(null::customer_balance_entry, ${input}::jsonb) e
            window whole as (partition by e.organization_id, e.customer_id, e.currency),
                   earlier as (whole order by e.position)) t
        on t.organization_id = b.organization_id and t.customer_id = b.customer_id
       and t.currency = b.currency
     where ${isOfOneOf('b.organization_id', organizationIds)}`.execute(tx)
