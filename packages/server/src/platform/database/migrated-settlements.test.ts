import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')
const subscription = newId('subscription')
const [basic, pro] = [newId('productPrice'), newId('productPrice')]
const customer = newId('customer')

interface Item {
  readonly price: string
  readonly amount: number
  readonly taxAmount: number
  readonly proration?: boolean
}

interface Placed {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly at: string
  readonly period: readonly [string, string] | null
  readonly items: readonly Item[]
}

async function place({ reason, at, period, items }: Placed): Promise<void> {
  const id = newId('order')
  const net = items.reduce((sum, { amount }) => sum + amount, 0)
  const tax = items.reduce((sum, { taxAmount }) => sum + taxAmount, 0)
  const [start, end] = period === null ? ['null', 'null'] : period.map((one) => `'${one}'`)
  await runOn(
    db.ownerUrl,
    `insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
       subscription_id, currency, subtotal_amount, discount_amount, net_amount, tax_amount,
       total_amount, taxability_reason, created_at, paid_at, period_start, period_end)
     values ('${organization}', '${id}', 'paid', '${reason}', '${customer}', '${id}',
       '${subscription}', 'usd', ${net}, 0, ${net}, ${tax}, ${net + tax}, 'standard_rated', '${at}',
       '${at}', ${start}, ${end})`,
  )
  for (const [position, { price, amount, taxAmount, proration = false }] of items.entries()) {
    await runOn(
      db.ownerUrl,
      `insert into order_item (organization_id, id, order_id, position, label, amount,
         discount_amount, tax_amount, proration, product_price_id, created_at)
       values ('${organization}', '${newId('orderItem')}', '${id}', ${position}, 'Item', ${amount}, 0,
         ${taxAmount}, ${proration}, '${price}', '${at}')`,
    )
  }
}

test('paid items are given their period and what was credited of them', async () => {
  await migrateBefore(db.ownerUrl, '_settlements.sql')
  await runOn(
    db.ownerUrl,
    `insert into subscription (organization_id, id, status, customer_id, product_id, currency, amount,
       recurring_interval, anchor_day, current_period_start, current_period_end, created_at)
     values ('${organization}', '${subscription}', 'active', '${customer}', '${subscription}', 'usd',
       1000, 'month', 1, '2026-03-01', '2026-04-01', '2026-03-01')`,
  )
  await place({
    reason: 'subscription_create',
    at: '2026-03-01',
    period: null,
    items: [{ price: basic, amount: 1000, taxAmount: 200 }],
  })
  await place({
    reason: 'subscription_update',
    at: '2026-03-16',
    period: ['2026-03-01', '2026-04-01'],
    items: [
      { price: basic, amount: -400, taxAmount: -80, proration: true },
      { price: pro, amount: 4000, taxAmount: 800, proration: true },
    ],
  })
  await migrateFully(db.ownerUrl)
  const items = await runOn(
    db.ownerUrl,
    `select amount::int, credited_amount::int as credited, credited_tax_amount::int as credited_tax,
            period_start::date::text as starts, period_end::date::text as ends
       from order_item order by created_at, position`,
  )
  expect(items).toEqual([
    { amount: 1000, credited: 400, credited_tax: 80, starts: '2026-03-01', ends: '2026-04-01' },
    { amount: -400, credited: 0, credited_tax: 0, starts: '2026-03-16', ends: '2026-04-01' },
    { amount: 4000, credited: 0, credited_tax: 0, starts: '2026-03-16', ends: '2026-04-01' },
  ])
})
