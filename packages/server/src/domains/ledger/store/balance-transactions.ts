import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { BalanceTransactionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'

export type NewTransaction = Insertable<BalanceTransactionTable>

/** Returns the ids of those that weren’t there; of concurrent inserts one returns them. */
export async function insertTransactions(
  tx: Transaction<Tables>,
  transactions: readonly NewTransaction[],
): Promise<ReadonlySet<string>> {
  if (transactions.length === 0) return new Set()
  const input = jsonRows(
    transactions.map(({ exchangeRate = null, ...row }) => ({ ...row, exchangeRate })),
  )
  const { rows } = await sql<{ processorId: string }>`
    insert into balance_transaction
           (organization_id, processor_id, payment_id, about, source_id, category, amount,
            fee_amount, currency, exchange_rate, payment_amount, payment_currency,
            booked_fee_amount, booked_fee_currency, created_at, available_at)
    select t.organization_id, t.processor_id, t.payment_id, t.about, t.source_id, t.category,
           t.amount, t.fee_amount, t.currency, t.exchange_rate, t.payment_amount,
           t.payment_currency, t.booked_fee_amount, t.booked_fee_currency, t.created_at,
           t.available_at
      from jsonb_populate_recordset(null::balance_transaction, ${input}::jsonb) t
     order by t.processor_id
    on conflict (organization_id, processor_id) do nothing
    returning processor_id`.execute(tx)
  return new Set(rows.map(({ processorId }) => processorId))
}

/** Payments at Stripe that succeeded, and whose charge hasn’t been booked with its fee yet. */
export async function countUnknownFees(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_outcome p
     where p.organization_id = ${organizationId} and p.processor = 'stripe'
       and p.status = 'succeeded'
       and not exists (select from balance_transaction t
                        where t.organization_id = p.organization_id and t.payment_id = p.id
                          and t.about = 'charge')`.execute(db)
  return rows[0]?.count ?? 0
}
