import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')

interface Sold {
  /** Whether the seller made the checkout for the customer. */
  readonly isCustomerGiven: boolean
  /** Another subscription of the customer is charged to the default card. */
  readonly another?: true
}

/** A subscription of a checkout, charged to the default card that the buyer entered there. */
async function sell({ isCustomerGiven, another }: Sold): Promise<string> {
  const [id, other] = [newId('subscription'), newId('subscription')]
  const [customer, checkout, card] = [newId('customer'), newId('checkout'), newId('paymentMethod')]
  const subscription = (key: string, bought: string, charged: string) =>
    `insert into subscription (organization_id, id, status, customer_id, product_id, checkout_id,
       payment_method_id, currency, amount, recurring_interval, anchor_day, current_period_start,
       current_period_end, created_at)
     values ('${organization}', '${key}', 'active', '${customer}', '${key}', ${bought}, ${charged},
       'usd', 100, 'month', 1, '2026-01-01', '2026-02-01', now());`
  await runOn(
    db.ownerUrl,
    `insert into payment_method (organization_id, id, customer_id, processor, processor_id, type,
       brand, last4, exp_month, exp_year, is_default, created_at)
     values ('${organization}', '${card}', '${customer}', 'sandbox', '${card}', 'card', 'visa', '4242',
       1, 2030, true, now());
     insert into checkout (organization_id, id, secret_hash, secret_key_id, status, product_id,
       product_price_id, currency, amount, discount_amount, allow_discount_codes,
       require_billing_address, is_business_customer, is_customer_given, customer_id, created_at,
       expires_at)
     values ('${organization}', '${checkout}', '${checkout}', '00000000', 'succeeded', '${id}', '${id}', 'usd', 100, 0,
       true, false, false, ${isCustomerGiven}, '${customer}', now(), now());
     insert into payment (organization_id, id, status, processor, processor_id, amount, currency,
       method, method_metadata, description, seller_name, checkout_id, customer_id, customer_email,
       payment_method_id, stores_method, started_at, created_at)
     values ('${organization}', '${newId('payment')}', 'succeeded', 'sandbox', '${card}', 100, 'usd', 'card',
       '{}', 'Plan', 'Seller', '${checkout}', '${customer}', 'a@b.test', '${card}', true, now(), now());
     ${subscription(id, `'${checkout}'`, `'${card}'`)}
     ${another === undefined ? '' : subscription(other, 'null', 'null')}`,
  )
  return id
}

test('a card of a typed address serves its purchase alone, if nothing else is charged to it', async () => {
  await migrateBefore(db.ownerUrl, '_cards_of_purchases.sql')
  const cases: readonly (readonly [Sold, object])[] = [
    [{ isCustomerGiven: false }, { own: false, is_default: false, accepted: false }],
    [
      { isCustomerGiven: false, another: true },
      { own: true, is_default: true, accepted: true },
    ],
    [{ isCustomerGiven: true }, { own: true, is_default: true, accepted: true }],
  ]
  const ids: string[] = []
  for (const [sold] of cases) ids.push(await sell(sold))
  await migrateFully(db.ownerUrl)
  const rows = await runOn<{ id: string }>(
    db.ownerUrl,
    `select s.id, m.checkout_id is null as own, m.is_default, s.accepted_at is not null as accepted
       from subscription s
       join payment_method m on m.organization_id = s.organization_id and m.id = s.payment_method_id`,
  )
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
  expect(ids.map((id) => byId.get(id))).toEqual(cases.map(([, expected]) => expected))
})
