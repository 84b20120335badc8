import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import type pg from 'pg'
import { isTooSmall } from '../kernel/charge-min.ts'
import { moneyText } from '../kernel/money-text.ts'
import { type Finding, fine, weak, wrong } from './findings.ts'

interface Difference {
  readonly organization: string
  /** `order 0198…`. */
  readonly object: string
  /** After a comma, where the other amount stands, if not in the books. */
  readonly figure: string
  readonly currency: Currency
  readonly expected: MinorUnits
  readonly booked: MinorUnits
}

/** How many differences are printed one by one. */
const listedMax = 50

/**
 * Recomputes the books from orders, refunds and payments, and reports every difference. All in one
 * snapshot, so that a concurrent sale is seen on both sides or on neither.
 */
export async function examineBooks(client: pg.Client): Promise<Finding[]> {
  if (!(await hasBooks(client))) return []
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query("set local statement_timeout = '15min'")
    const found: Difference[] = []
    for (const comparison of Object.values(comparisons)) {
      found.push(...(await client.query<Difference>(listed(comparison))).rows)
    }
    return [
      ...reported(found),
      ...(await unorderedPayments(client)),
      ...(await uncollectedDebts(client)),
    ]
  } finally {
    await client.query('rollback')
  }
}

/** A missing migration has its own finding. */
async function hasBooks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select num_nulls(to_regclass('journal_entry'), to_regclass('orders'), to_regclass('refund'),
                      to_regclass('payment'), to_regclass('customer_balance'),
                      to_regclass('balance_transaction'), to_regclass('dispute')) = 0 as found`,
  )
  return rows[0]?.found === true
}

function reported(found: readonly Difference[]): Finding[] {
  if (found.length === 0)
    return [fine('the books agree with orders, refunds, disputes, payments and balances')]
  const more =
    found.length > listedMax ? [wrong('the books have more differences than are listed here')] : []
  return [...found.slice(0, listedMax).map((difference) => wrong(textOf(difference))), ...more]
}

function textOf({ organization, object, figure, currency, expected, booked }: Difference): string {
  const [is, other] = [expected, booked].map((amount) => moneyText({ amount, currency }))
  const [what, place = 'in the books'] = figure.split(', ')
  return `${object} of ${organization}: ${what} is ${is}, but ${other} ${place}`
}

async function unorderedPayments(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from payment where status = 'succeeded' and order_id is null`,
  )
  const waiting = rows[0]?.waiting ?? 0
  return waiting === 0
    ? []
    : [weak(`${waiting} payments have no order yet: a running worker creates it shortly`)]
}

/** What an order left unpaid is collected with the next one, so it must be too small to charge. */
async function uncollectedDebts(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ count: number; currency: Currency; amount: MinorUnits }>(
    `select count(*)::int as count, currency, amount::bigint
       from (select currency, -amount - greatest(balance - amount, 0) as amount
               from customer_balance_entry where kind = 'carried') e
      where amount > 0 group by currency, amount order by currency, amount desc`,
  )
  const large = rows.filter((row) => !isTooSmall(row))
  return large.map(({ count, ...money }) =>
    weak(`${count} orders left a debt of ${moneyText(money)} that could have been charged`),
  )
}

/** Compared as whole sets, never order by order. */
const listed = (comparison: string) => `
  select g.slug as organization, d.object, d.figure, d.currency, d.expected::bigint, d.booked::bigint
    from (${comparison}) d join organization g on g.id = d.organization_id
   where d.expected <> d.booked
   order by g.slug, d.object, d.currency, d.figure
   limit ${listedMax + 1}`

const booked = (account: string, kinds: string) => `
  coalesce(sum(l.credit - l.debit)
    filter (where l.account = '${account}' and j.kind in (${kinds})), 0)`

const sales = "'payment', 'balance'"
const refunds = "'refund', 'refund_reversal'"
const disputes = "'dispute', 'dispute_reversal'"
const standing = standingDisputeStatuses.map((status) => `'${status}'`).join(', ')

const lines = `
  journal_entry j join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
   and l.account in ('seller_payable', 'tax_payable')`

const allLines = `
  journal_entry j join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
   and l.account in ('seller_payable', 'tax_payable', 'customer_balance')`

interface Returned {
  readonly kinds: string
  readonly rows: string
}

/** What refunds or disputes took back, without tax and of it. */
const returned = (of: 'refund' | 'dispute', { kinds, rows }: Returned): string => `
  select organization_id, '${of} ' || id as object, figure, currency, expected, booked
    from (${rows}) r
    full join
         (select j.organization_id, j.${of}_id::text as id, l.currency,
                 -${booked('seller_payable', kinds)} as amount,
                 -${booked('tax_payable', kinds)} as tax
            from ${lines}
           where j.kind in (${kinds})
           group by 1, 2, 3) b
   using (organization_id, id, currency)
   cross join lateral (values
     ('the amount', coalesce(r.amount, 0), coalesce(b.amount, 0)),
     ('the tax', coalesce(r.tax, 0), coalesce(b.tax, 0))
   ) as figures (figure, expected, booked)`

const comparisons = {
  journals: `
    select organization_id, 'journal entry ' || entry_id as object, 'its debit' as figure, currency,
           sum(debit) as expected, sum(credit) as booked
      from entry_line
     group by organization_id, entry_id, currency
    having sum(debit) <> sum(credit)`,
  orders: `
    select organization_id, 'order ' || id as object, figure, currency, expected, booked
      from (select organization_id, id, currency,
                   case status when 'pending' then 0 else net_amount end as net,
                   case status when 'pending' then 0 else tax_amount end as tax,
                   refunded_amount as refunded, refunded_tax_amount as refunded_tax
              from orders) o
      full join
           (select j.organization_id, j.order_id as id, l.currency,
                   ${booked('seller_payable', sales)} as net,
                   ${booked('tax_payable', sales)} as tax,
                   -${booked('seller_payable', refunds)} as refunded,
                   -${booked('tax_payable', refunds)} as refunded_tax
              from ${lines}
             where j.order_id is not null
             group by 1, 2, 3) b
     using (organization_id, id, currency)
     cross join lateral (values
       ('the price', coalesce(o.net, 0), coalesce(b.net, 0)),
       ('the tax', coalesce(o.tax, 0), coalesce(b.tax, 0)),
       ('what was refunded', coalesce(o.refunded, 0), coalesce(b.refunded, 0)),
       ('the tax refunded', coalesce(o.refunded_tax, 0), coalesce(b.refunded_tax, 0))
     ) as figures (figure, expected, booked)
     where (o.net, o.tax, o.refunded, o.refunded_tax)
           is distinct from (b.net, b.tax, b.refunded, b.refunded_tax)`,
  refunds: returned('refund', {
    kinds: refunds,
    rows: `select organization_id, id::text, currency, amount, tax_amount as tax
             from refund where status = 'succeeded'`,
  }),
  // Won disputes give back what they took.
  disputes: returned('dispute', {
    kinds: disputes,
    rows: `select organization_id, processor_id as id, currency, amount, tax_amount as tax
             from dispute where processor_id is not null and status in (${standing})`,
  }),
  // What a pending order, a checkout or a payout has taken from a balance is booked when it is paid.
  balances: `
    select organization_id, 'customer ' || customer_id as object, figure, currency, expected, booked
      from (select organization_id, customer_id, currency, amount from customer_balance) r
      full join
           (select organization_id, customer_id, currency, sum(amount) as amount,
                   (array_agg(balance order by position desc))[1] as latest
              from customer_balance_entry group by 1, 2, 3) e
     using (organization_id, customer_id, currency)
      full join
           (select organization_id, customer_id, currency, sum(waiting) as waiting,
                   sum(applied) as applied
              from (select o.organization_id, o.customer_id, o.currency,
                           case when o.status = 'pending' and o.collection_stopped_at is null
                                then o.applied_balance_amount else 0 end as waiting,
                           coalesce(b.amount, 0) as applied
                      from orders o
                      left join (select j.organization_id, j.order_id, l.currency,
                                        sum(l.credit - l.debit) as amount
                                   from journal_entry j
                                   join entry_line l on l.organization_id = j.organization_id
                                    and l.entry_id = j.id and l.account = 'customer_balance'
                                  group by 1, 2, 3) b
                        on b.organization_id = o.organization_id and b.order_id = o.id
                       and b.currency = o.currency
                    union all
                    select organization_id, customer_id, currency, applied_balance_amount, 0
                      from checkout where status = 'confirmed' and applied_balance_amount <> 0
                    union all
                    select o.organization_id, o.customer_id, o.currency, r.owed_amount, 0
                      from refund r
                      join orders o on o.organization_id = r.organization_id and o.id = r.order_id
                     where r.is_payout and r.status = 'pending'
                    union all
                    select e.organization_id, e.customer_id, l.currency, 0, l.credit - l.debit
                      from customer_balance_entry e
                      join journal_entry j on j.organization_id = e.organization_id
                       and j.source = 'adjustment:' || e.id
                      join entry_line l on l.organization_id = j.organization_id
                       and l.entry_id = j.id and l.account = 'customer_balance'
                     where e.kind in ('adjusted', 'forfeited')) x
             group by 1, 2, 3
            having sum(waiting) <> 0 or sum(applied) <> 0) b
     using (organization_id, customer_id, currency)
     cross join lateral (values
       ('the balance, by its entries', coalesce(r.amount, 0), coalesce(e.amount, 0)),
       ('the balance, by its last entry', coalesce(r.amount, 0), coalesce(e.latest, 0)),
       ('the balance', coalesce(r.amount, 0) + coalesce(b.waiting, 0), coalesce(b.applied, 0))
     ) as figures (figure, expected, booked)`,
  fees: `
    select organization_id, 'balance transaction ' || substr(source, 5) as object,
           'the fee' as figure, currency,
           coalesce(t.amount, 0) as expected, coalesce(b.amount, 0) as booked
      from (select organization_id, 'fee:' || processor_id as source,
                   booked_fee_currency as currency, booked_fee_amount as amount
              from balance_transaction) t
      full join
           (select j.organization_id, j.source, l.currency, sum(l.debit - l.credit) as amount
              from journal_entry j
              join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
               and l.account = 'processor_fees'
             where j.kind in ('fee', 'dispute_fee')
             group by 1, 2, 3) b
     using (organization_id, source, currency)`,
  payments: `
    select organization_id, 'payment ' || id as object, 'what was charged' as figure, currency,
           coalesce(p.amount, 0) as expected, coalesce(b.amount, 0) as booked
      from (select organization_id, id, currency, amount
              from payment where status = 'succeeded' and order_id is not null) p
      full join
           (select j.organization_id, j.payment_id as id, l.currency,
                   sum(l.credit - l.debit) as amount
              from ${allLines}
             where j.kind = 'payment'
             group by 1, 2, 3) b
     using (organization_id, id, currency)`,
} as const satisfies Readonly<Record<string, string>>
