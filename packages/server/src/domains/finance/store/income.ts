import type { listIncome as contract } from '@guildhall/contract/finance/finance'
import type { IncomeGroup } from '@guildhall/contract/finance/income-groups'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'
import { bookedWithin, pageOfReport, type Span } from './span.ts'

export interface IncomeRow {
  readonly currency: Currency
  /** A day, the id of a product or the code of a country. */
  readonly group: string | null
  readonly productName: string | null
  readonly soldAmount: MinorUnits
  readonly refundedAmount: MinorUnits
  readonly disputedAmount: MinorUnits
  readonly processorFeeAmount: MinorUnits
  readonly adjustedAmount: MinorUnits
  readonly incomeAmount: MinorUnits
  readonly taxAmount: MinorUnits
}

type Query = Pick<QueryOf<typeof contract>, 'groupBy' | 'page' | 'limit' | 'sorting'> & Span

/** One page of what the books say of a span. */
export async function listIncome(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { groupBy, page, limit, sorting, ...span }: Query,
): Promise<Page<IncomeRow>> {
  const order = sorting.map(
    ({ by, descending }) => sql`${sql.ref(by)} ${descending ? sql`desc` : sql`asc`} nulls last`,
  )
  const rows = sql`(
    select l.currency, ${groupOf(groupBy, span)} as "group",
           ${saleOf(['payment', 'balance'])} as sold_amount,
           ${lessOf('seller_payable', ['refund', 'refund_reversal'])} as refunded_amount,
           ${lessOf('seller_payable', ['dispute', 'dispute_reversal'])} as disputed_amount,
           ${lessOf('processor_fees')} as processor_fee_amount,
           ${lessOf('credit_adjustments')} as adjusted_amount,
           coalesce(sum(l.credit - l.debit) filter (where l.account in
             ('seller_payable', 'processor_fees', 'credit_adjustments')), 0)::bigint
             as income_amount,
           coalesce(sum(l.credit - l.debit) filter (where l.account = 'tax_payable'), 0)::bigint
             as tax_amount
      from booked_line l
      left join order_tax_place o on o.organization_id = l.organization_id and o.id = l.order_id
     where ${bookedWithin(organizationId, span)} and l.kind <> 'settlement'
     group by 1, 2
    having bool_or(l.account in ('seller_payable', 'processor_fees', 'credit_adjustments',
                                 'tax_payable'))) i`
  const report = sql`
    select i.*, ${groupBy === 'product' ? sql`p.name` : sql`null`} as product_name,
           count(*) over () as total
      from ${rows} ${groupBy === 'product' ? productNames(organizationId) : sql``}
     order by ${sql.join([...order, sql`i.currency`, sql`i."group"`])}`
  return pageOfReport(db, report, { page, limit })
}

const productNames = (organizationId: Id<'organization'>) => sql`
  left join product_summary p on p.organization_id = ${organizationId} and p.id::text = i."group"`

function groupOf(groupBy: IncomeGroup, { timeZone }: Span) {
  const local = sql`l.occurred_at at time zone ${timeZone}::text`
  switch (groupBy) {
    case 'total':
      return sql`null::text`
    case 'day':
      return sql`(${local})::date::text`
    case 'month':
      return sql`date_trunc('month', ${local})::date::text`
    case 'product':
      return sql`l.product_id::text`
    case 'country':
      return sql`case when l.account = 'tax_payable' then coalesce(left(l.place, 2), o.country)
                      else o.country end`
  }
}

const saleOf = (kinds: readonly string[]) => sql`
  coalesce(sum(l.credit - l.debit) filter (
    where l.account = 'seller_payable' and l.kind = any(${kinds}::text[])), 0)::bigint`

const lessOf = (account: string, kinds: readonly string[] | null = null) => sql`
  coalesce(sum(l.debit - l.credit) filter (where l.account = ${account}
    ${kinds === null ? sql`` : sql`and l.kind = any(${kinds}::text[])`}), 0)::bigint`
