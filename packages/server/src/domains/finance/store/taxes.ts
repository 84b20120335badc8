import type { listTaxes as contract } from '@guildhall/contract/finance/finance'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { TaxabilityReason } from '@guildhall/contract/tax/shapes'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'
import { bookedWithin, pageOfReport, type Span } from './span.ts'

export interface TaxRow {
  readonly currency: Currency
  readonly country: string | null
  readonly state: string | null
  readonly taxabilityReason: TaxabilityReason
  readonly salesAmount: MinorUnits
  readonly collectedAmount: MinorUnits
  readonly returnedAmount: MinorUnits
}

type Query = Pick<QueryOf<typeof contract>, 'page' | 'limit' | 'sorting'> & Span

const sales = ['payment', 'balance']
const returns = ['refund', 'refund_reversal', 'dispute', 'dispute_reversal']

/**
 * One page of the sales and the tax of each place. Tax is the ledger’s; the sales of an order that
 * credits others are those of its items, because the books have one net amount for all of them.
 */
export async function listTaxes(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...span }: Query,
): Promise<Page<TaxRow>> {
  const direction = sorting[0]?.descending === true ? sql`desc` : sql`asc`
  const rows = sql`(
    with line as (
      select * from booked_line l
       where ${bookedWithin(organizationId, span)} and l.kind = any(${[...sales, ...returns]}::text[])
    ), part as (
      select l.currency, o.country, o.state, o.taxability_reason, s.net_amount as sales_amount,
             0 as collected_amount, 0 as returned_amount
        from (select distinct currency, order_id from line where kind = any(${sales}::text[])) l
        join placed_sale s on s.organization_id = ${organizationId} and s.order_id = l.order_id
        join order_tax_place o on o.organization_id = ${organizationId} and o.id = s.taxed_order_id
      union all
      select l.currency, o.country, o.state, o.taxability_reason, l.credit - l.debit, 0, 0
        from line l
        join order_tax_place o on o.organization_id = ${organizationId} and o.id = l.order_id
       where l.account = 'seller_payable' and l.kind = any(${returns}::text[])
      union all
      select l.currency, left(l.place, 2), nullif(substr(l.place, 4), ''), 'standard_rated', 0,
             case when l.kind = any(${sales}::text[]) then l.credit - l.debit else 0 end,
             case when l.kind = any(${sales}::text[]) then 0 else l.debit - l.credit end
        from line l
       where l.account = 'tax_payable')
    select currency, country, state, taxability_reason,
           sum(sales_amount)::bigint as sales_amount,
           sum(collected_amount)::bigint as collected_amount,
           sum(returned_amount)::bigint as returned_amount
      from part group by 1, 2, 3, 4) t`
  const report = sql`
    select t.*, count(*) over () as total from ${rows}
     order by country ${direction} nulls last, state ${direction} nulls first,
              taxability_reason, currency`
  return pageOfReport(db, report, { page, limit })
}
