import type { JournalKind } from '@guildhall/contract/ledger/shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Line, Plan } from '../rules/postings.ts'

export interface NewJournal {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'journal'>
  readonly kind: JournalKind
  /** What is booked: what has this name already is not booked again. */
  readonly source: string
  readonly orderId: Id<'order'> | null
  readonly paymentId: Id<'payment'> | null
  readonly refundId: Id<'refund'> | null
  readonly disputeId: string | null
  readonly occurredAt: Date
  readonly currency: Currency
  readonly lines: Plan
  /** What must be booked already; else this isn’t. */
  readonly after?: string
}

/** A journal with its lines, in one statement. */
export async function insertJournal(tx: Transaction<Tables>, journal: NewJournal): Promise<void> {
  const { organizationId, id, kind, source, after } = journal
  const { orderId, paymentId, refundId, disputeId, occurredAt, currency } = journal
  const lines = jsonText(journal.lines.map((line) => ({ ...line })))
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`exists (select from journal
                     where organization_id = ${organizationId} and source = ${after})`
  await sql`
    with booked as (
      insert into journal (organization_id, id, kind, source, order_id, payment_id, refund_id,
                           dispute_id, occurred_at)
      select ${organizationId}::uuid, ${id}::uuid, ${kind}, ${source}, ${orderId}::uuid,
             ${paymentId}::uuid, ${refundId}::uuid, ${disputeId}, ${occurredAt}::timestamptz
       where ${isAfter}
      on conflict on constraint journal_source do nothing
      returning organization_id, id)
    insert into journal_line (organization_id, journal_id, ordinal, account, place, currency,
                              debit, credit)
    select b.organization_id, b.id, l.ordinal, l.line ->> 'account', l.line ->> 'place',
           ${currency}, (l.line ->> 'debit')::bigint, (l.line ->> 'credit')::bigint
      from booked b, jsonb_array_elements(${lines}) with ordinality as l (line, ordinal)`.execute(
    tx,
  )
}

/** The lines of what was booked under this name. */
export async function findLinesOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  source: string,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.account, l.place, l.debit, l.credit
      from journal j
      join journal_line l on l.organization_id = j.organization_id and l.journal_id = j.id
     where j.organization_id = ${organizationId} and j.source = ${source}
     order by l.ordinal`.execute(db)
  return rows
}
