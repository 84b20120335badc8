import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { bookedWithin, type Span } from './span.ts'

export interface JournalLineRow {
  readonly entryId: Id<'journalEntry'>
  readonly ordinal: number
  readonly occurredAt: Date
  /** To the microsecond, which a date doesn’t have. */
  readonly occurredAtExactly: string
  /** In the time zone of the export. */
  readonly date: string
  readonly kind: string
  readonly invoiceNumber: string | null
  readonly orderId: Id<'order'> | null
  readonly paymentId: Id<'payment'> | null
  readonly refundId: Id<'refund'> | null
  readonly disputeId: string | null
  readonly account: string
  readonly place: string | null
  readonly currency: Currency
  readonly debit: MinorUnits
  readonly credit: MinorUnits
}

/** The next lines, the oldest first. */
export async function listJournalLines(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  span: Span,
  { after, limit }: { readonly after: JournalLineRow | null; readonly limit: number },
): Promise<readonly JournalLineRow[]> {
  const { rows } = await sql<JournalLineRow>`
    select l.entry_id, l.ordinal, l.occurred_at, l.occurred_at::text as occurred_at_exactly,
           (l.occurred_at at time zone ${span.timeZone}::text)::date::text as date, l.kind,
           l.invoice_number, l.order_id, l.payment_id, l.refund_id, l.dispute_id, l.account,
           l.place, l.currency, l.debit, l.credit
      from booked_line l
     where ${bookedWithin(organizationId, span)}
       ${
         after === null
           ? sql``
           : sql`and l.occurred_at >= ${after.occurredAtExactly}::timestamptz
                 and (l.occurred_at, l.entry_id, l.ordinal)
                     > (${after.occurredAtExactly}::timestamptz, ${after.entryId}::uuid,
                        ${after.ordinal}::int)`
       }
     order by l.occurred_at, l.entry_id, l.ordinal
     limit ${limit}`.execute(db)
  return rows
}
