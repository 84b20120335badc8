import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import type pg from 'pg'
import { moneyText } from '../kernel/money-text.ts'
import { type Finding, fine, wrong } from './findings.ts'

/** How many findings are printed one by one. */
const listedMax = 50

/**
 * Compares what came back of each order, in all ways together, with what was charged, and the tax
 * that is owed with what was collected.
 */
export async function examineSettlements(client: pg.Client): Promise<Finding[]> {
  if (!(await hasSettlements(client))) return []
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query("set local statement_timeout = '15min'")
    const found = [
      ...(await excessReturns(client)),
      ...(await unexplainedCredits(client)),
      ...(await negativeTaxes(client)),
    ]
    if (found.length === 0) {
      return [fine('no more came back of any order than it charged, and no tax is owed below zero')]
    }
    const more = found.length > listedMax ? [wrong('there are more findings than are listed')] : []
    return [...found.slice(0, listedMax).map((text) => wrong(text)), ...more]
  } finally {
    await client.query('rollback')
  }
}

/** A missing migration has its own finding. */
async function hasSettlements(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select num_nulls(to_regclass('dispute'), to_regclass('billing_entry')) = 0 as found",
  )
  return rows[0]?.found === true
}

interface Return {
  readonly organization: string
  readonly id: string
  readonly currency: Currency
  readonly charged: MinorUnits
  readonly returned: MinorUnits
}

async function excessReturns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Return>(
    `
    select g.slug as organization, o.id, o.currency, c.charged::bigint,
           (c.credited + coalesce(r.amount, 0) + coalesce(d.amount, 0))::bigint as returned
      from orders o
      join organization g on g.id = o.organization_id
      join (select organization_id, order_id,
                   coalesce(sum(amount - discount_amount + tax_amount)
                     filter (where reverses_item_id is null), 0) as charged,
                   sum(credited_amount + credited_tax_amount) as credited
              from order_item group by 1, 2) c
        on c.organization_id = o.organization_id and c.order_id = o.id
      left join (select organization_id, order_id, sum(amount + tax_amount) as amount
                   from refund where status in ('pending', 'succeeded') group by 1, 2) r
        on r.organization_id = o.organization_id and r.order_id = o.id
      left join (select organization_id, order_id, sum(amount + tax_amount) as amount
                   from dispute
                  where status = any($1::text[]) group by 1, 2) d
        on d.organization_id = o.organization_id and d.order_id = o.id
     where c.credited + coalesce(r.amount, 0) + coalesce(d.amount, 0) > greatest(c.charged, 0)
     order by 1, 2
     limit ${listedMax + 1}`,
    [standingDisputeStatuses],
  )
  return rows.map(
    ({ organization, id, currency, charged, returned }) =>
      `order ${id} of ${organization}: ${moneyText({ amount: returned, currency })} came back of ` +
      `${moneyText({ amount: charged, currency })} that was charged`,
  )
}

interface Credit {
  readonly organization: string
  readonly id: string
  readonly currency: Currency
  readonly credited: MinorUnits
  readonly given: MinorUnits
}

/** Credits so far are items of later orders, or wait for one. */
async function unexplainedCredits(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Credit>(`
    select g.slug as organization, i.id, o.currency,
           (i.credited_amount + i.credited_tax_amount)::bigint as credited, c.given::bigint
      from (select organization_id, id, sum(given) as given
              from (select organization_id, reverses_item_id as id, -(amount + tax_amount) as given
                      from order_item i
                     where reverses_item_id is not null
                       and not exists (select from orders o
                                        where o.organization_id = i.organization_id
                                          and o.id = i.order_id
                                          and o.collection_stopped_at is not null)
                    union all
                    select e.organization_id, e.reverses_item_id, -(e.amount + e.tax_amount)
                      from billing_entry e
                      join subscription s on s.organization_id = e.organization_id
                       and s.id = e.subscription_id and s.ended_at is null
                     where e.reverses_item_id is not null and e.order_id is null) given
             group by 1, 2) c
      join order_item i on i.organization_id = c.organization_id and i.id = c.id
      join orders o on o.organization_id = i.organization_id and o.id = i.order_id
      join organization g on g.id = i.organization_id
     where i.credited_amount + i.credited_tax_amount < c.given
     order by 1, 2
     limit ${listedMax + 1}`)
  return rows.map(
    ({ organization, id, currency, credited, given }) =>
      `order item ${id} of ${organization}: ${moneyText({ amount: given, currency })} was ` +
      `credited, but ${moneyText({ amount: credited, currency })} is recorded`,
  )
}

interface Tax {
  readonly organization: string
  readonly place: string | null
  readonly currency: Currency
  readonly amount: MinorUnits
}

/** What was paid out is no longer owed, so payouts don’t count. */
async function negativeTaxes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Tax>(`
    select g.slug as organization, l.place, l.currency, sum(l.credit - l.debit)::bigint as amount
      from entry_line l
      join journal_entry j on j.organization_id = l.organization_id and j.id = l.entry_id
      join organization g on g.id = l.organization_id
     where l.account = 'tax_payable' and j.kind <> 'settlement'
     group by 1, 2, 3
    having sum(l.credit - l.debit) < 0
     order by 1, 2, 3
     limit ${listedMax + 1}`)
  return rows.map(
    ({ organization, place, currency, amount }) =>
      `${organization} has given back more tax than it collected` +
      `${place === null ? '' : ` in ${place}`}: ${moneyText({ amount, currency })}`,
  )
}
