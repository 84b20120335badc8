import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { BalanceTransactionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { PaymentSums } from '../rules/reconciliation.ts'

export interface Period {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

export interface TransactionRow extends Selectable<BalanceTransactionTable> {
  readonly postedFeeAmount: MinorUnits
}

/** What was stored of a period, with the fees that the ledger has for it. */
export async function listTransactions(
  db: Kysely<Tables>,
  { from, to }: Period,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.organization_id as "organizationId", t.processor_id as "processorId",
           t.payment_id as "paymentId", t.about, t.source_id as "sourceId", t.category, t.amount,
           t.fee_amount as "feeAmount", t.currency, t.exchange_rate as "exchangeRate",
           t.payment_amount as "paymentAmount", t.payment_currency as "paymentCurrency",
           t.booked_fee_amount as "bookedFeeAmount", t.booked_fee_currency as "bookedFeeCurrency",
           t.created_at as "createdAt", t.available_at as "availableAt",
           coalesce((select sum(l.debit - l.credit)
                       from journal_entry e
                       join entry_line l on l.organization_id = e.organization_id
                        and l.entry_id = e.id and l.account = 'processor_fees'
                        and l.currency = t.booked_fee_currency
                      where e.organization_id = t.organization_id
                        and e.source = 'fee:' || t.processor_id), 0)::bigint as "postedFeeAmount"
      from balance_transaction t
     where t.created_at >= ${from} and t.created_at < ${to}
     order by t.created_at, t.processor_id`.execute(db)
  return rows
}

interface PaymentId {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

export interface MovedPayment extends PaymentId {
  readonly posted: PaymentSums
  readonly reported: PaymentSums
}

interface MovedRow extends PaymentId {
  readonly currency: PaymentSums['currency']
  readonly charge: MinorUnits
  readonly refund: MinorUnits
  readonly dispute: MinorUnits
  readonly reportedCurrency: PaymentSums['currency']
  readonly reportedCharge: MinorUnits
  readonly reportedRefund: MinorUnits
  readonly reportedDispute: MinorUnits
}

/**
 * The payments at Stripe that moved in a period, with all that was ever posted and reported of them.
 * One that moved again later is left out: it is compared in that later period.
 */
export async function listMovedPayments(
  db: Kysely<Tables>,
  { from, to }: Period,
): Promise<MovedPayment[]> {
  const { rows } = await sql<MovedRow>`
    with moved as (
      select t.organization_id, t.payment_id from balance_transaction t
       where t.created_at >= ${from} and t.created_at < ${to}
      union
      select e.organization_id, e.payment_id from journal_entry e
       where e.written_at >= ${from} and e.written_at < ${to}
         and e.payment_id is not null and e.kind not in ('fee', 'dispute_fee'))
    select m.organization_id as "organizationId", m.payment_id as "paymentId",
           p.currency, p.charge, p.refund, p.dispute, r.currency as "reportedCurrency",
           r.charge as "reportedCharge", r.refund as "reportedRefund",
           r.dispute as "reportedDispute"
      from moved m
      join payment_outcome o on o.organization_id = m.organization_id and o.id = m.payment_id
       and o.processor = 'stripe'
     cross join lateral (${posted}) p
     cross join lateral (${reported}) r
     where greatest(p.moved_at, r.moved_at) < ${to}
     order by m.organization_id, m.payment_id`.execute(db)
  return rows.map((row) => ({
    organizationId: row.organizationId,
    paymentId: row.paymentId,
    posted: {
      currency: row.currency,
      charge: row.charge,
      refund: row.refund,
      dispute: row.dispute,
    },
    reported: {
      currency: row.reportedCurrency,
      charge: row.reportedCharge,
      refund: row.reportedRefund,
      dispute: row.reportedDispute,
    },
  }))
}

const amountOf = (kinds: string, account: string) =>
  sql.raw(`
  coalesce(sum(l.debit - l.credit)
    filter (where e.kind in (${kinds}) and l.account = '${account}'), 0)::bigint`)

// A sale is found by its source, and what came back by the payment: both have an index.
const posted = sql`
  select max(l.currency) as currency, max(e.written_at) as moved_at,
         ${amountOf("'payment'", 'cash_at_processor')} as charge,
         ${amountOf("'refund', 'refund_reversal'", 'cash_at_processor')} as refund,
         ${amountOf("'dispute', 'dispute_reversal'", 'dispute_clearing')} as dispute
    from (select s.* from journal_entry s
           where s.organization_id = m.organization_id and s.source = 'payment:' || m.payment_id
           union all
          select b.* from journal_entry b
           where b.organization_id = m.organization_id and b.payment_id = m.payment_id
             and b.kind not in ('payment', 'balance', 'fee', 'dispute_fee')) e
    join entry_line l on l.organization_id = e.organization_id and l.entry_id = e.id`

const reported = sql`
  select max(t.payment_currency) as currency, max(t.created_at) as moved_at,
         coalesce(sum(t.payment_amount) filter (where t.about = 'charge'), 0)::bigint as charge,
         coalesce(sum(t.payment_amount) filter (where t.about = 'refund'), 0)::bigint as refund,
         coalesce(sum(t.payment_amount) filter (where t.about = 'dispute'), 0)::bigint as dispute
    from balance_transaction t
   where t.organization_id = m.organization_id and t.payment_id = m.payment_id`
