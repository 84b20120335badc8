import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()

interface Sold {
  /** Of the customer, the checkout and the first order. */
  readonly customer: object | null
  readonly checkout?: object
  readonly order?: object
  readonly isCreated?: boolean
}

/** Bare rows, whose references lead nowhere. */
async function sell({ customer, checkout, order, isCreated = false }: Sold): Promise<string> {
  const organization = newId('organization')
  const [id, buyer, bought] = [newId('subscription'), newId('customer'), newId('checkout')]
  const text = (value: object | null) => (value === null ? 'null' : `'${JSON.stringify(value)}'`)
  await runOn(
    db.ownerUrl,
    `insert into customer (organization_id, id, email, name, billing_address, created_at)
     values ('${organization}', '${buyer}', 'a@b.test', 'Ada', ${text(customer)}, now());
     insert into subscription (organization_id, id, status, customer_id, product_id, checkout_id,
       currency, amount, recurring_interval, anchor_day, current_period_start, current_period_end,
       created_at)
     values ('${organization}', '${id}', 'active', '${buyer}', '${id}',
       ${checkout === undefined ? 'null' : `'${bought}'`}, 'usd', 100, 'month', 1, '2026-01-01',
       '2026-02-01', now());
     ${
       checkout === undefined
         ? ''
         : `insert into checkout (organization_id, id, secret_hash, secret_key_id, status, product_id,
              product_price_id, currency, amount, discount_amount, allow_discount_codes,
              require_billing_address, is_business_customer, is_customer_given, customer_id,
              created_customer_id, customer_name, customer_billing_address, created_at, expires_at)
            values ('${organization}', '${bought}', '', '00000000', 'succeeded', '${id}', '${id}', 'usd',
              100, 0, true, false, true, false, '${buyer}',
              ${isCreated ? `'${buyer}'` : 'null'}, 'Buyer', ${text(checkout)}, now(), now());`
     }
     ${
       order === undefined
         ? ''
         : `insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
              subscription_id, currency, subtotal_amount, discount_amount, net_amount, tax_amount,
              total_amount, taxability_reason, billing_address, created_at)
            values ('${organization}', '${id}', 'pending', 'subscription_create', '${buyer}', '${id}',
              '${id}', 'usd', 100, 0, 100, 0, 100, 'not_collecting', ${text(order)}, now());`
     }`,
  )
  return id
}

const inUs = (state: string) => ({ country: 'US', state })

test('subscriptions are given the details that they were bought with', async () => {
  await migrateBefore(db.ownerUrl, '_billing_details_of_subscriptions.sql')
  const swiss = { country: 'CH', state: null }
  const cases: readonly (readonly [Sold, object])[] = [
    [{ customer: inUs('new york') }, { state: 'US-NY', name: 'Ada', is_business: false }],
    [
      { customer: swiss, checkout: inUs('ny') },
      { state: 'US-NY', name: 'Buyer', is_business: true },
    ],
    [
      { customer: swiss, checkout: inUs('NY'), isCreated: true },
      { country: 'CH', name: 'Ada' },
    ],
    [
      { customer: null, checkout: inUs('NY'), isCreated: true },
      { state: 'US-NY', name: 'Buyer' },
    ],
    [{ customer: inUs('ZZ'), order: inUs('us-ca') }, { state: 'US-CA' }],
    [{ customer: { country: 'CA', state: 'Québec' } }, { state: 'CA-QC' }],
    [{ customer: null }, { country: null }],
  ]
  const ids: string[] = []
  for (const [sold] of cases) ids.push(await sell(sold))
  await migrateFully(db.ownerUrl)
  const rows = await runOn<{ id: string }>(
    db.ownerUrl,
    `select id, billing_name as name, billing_address->>'country' as country,
            billing_address->>'state' as state, is_business from subscription`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(ids.map((id) => byId.get(id))).toEqual(
    cases.map(([, expected]) => expect.objectContaining(expected)),
  )
  const states = await runOn(
    db.ownerUrl,
    `select distinct billing_address->>'state' as state from customer
      where billing_address->>'state' is not null order by 1`,
  )
  expect(states).toEqual([{ state: 'CA-QC' }, { state: 'US-NY' }, { state: 'ZZ' }])
})
