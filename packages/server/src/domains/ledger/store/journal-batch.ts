import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { NewJournal } from './journals.ts'

export type NewSaleJournal = Omit<NewJournal, 'after' | 'refundId' | 'disputeId'>

/** Journals with their lines, however many in one statement; what is booked already stays as it is. */
export async function insertSaleJournals(
  tx: Transaction<Tables>,
  journals: readonly NewSaleJournal[],
): Promise<void> {
  if (journals.length === 0) return
  const told = jsonText(
    journals.map((journal) => ({
      ...journal,
      occurredAt: journal.occurredAt.toISOString(),
      lines: journal.lines.map((line) => ({ ...line })),
    })),
  )
  await sql`
    with told as (
      select (t ->> 'organizationId')::uuid as organization_id, (t ->> 'id')::uuid as id,
             t ->> 'kind' as kind, t ->> 'source' as source, (t ->> 'orderId')::uuid as order_id,
             (t ->> 'paymentId')::uuid as payment_id, t ->> 'currency' as currency,
             (t ->> 'occurredAt')::timestamptz as occurred_at, t -> 'lines' as lines
        from jsonb_array_elements(${told}::jsonb) t),
    booked as (
      insert into journal (organization_id, id, kind, source, order_id, payment_id, occurred_at)
      select organization_id, id, kind, source, order_id, payment_id, occurred_at from told
      on conflict on constraint journal_source do nothing
      returning organization_id, id)
    insert into journal_line (organization_id, journal_id, ordinal, account, place, currency,
                              debit, credit)
    select b.organization_id, b.id, l.ordinal, l.line ->> 'account', l.line ->> 'place',
           t.currency, (l.line ->> 'debit')::bigint, (l.line ->> 'credit')::bigint
      from booked b
      join told t using (organization_id, id)
     cross join lateral jsonb_array_elements(t.lines) with ordinality as l (line, ordinal)`.execute(
    tx,
  )
}
