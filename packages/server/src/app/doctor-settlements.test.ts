import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { runOn } from '../../test/sql.ts'
import { truncateOrganizations } from '../../test/truncate-organizations.ts'
import { newId } from '../platform/ids.ts'
import { examineSettlements } from './doctor-settlements.ts'

const db = testDatabase()
const organization = newId('organization')
const order = newId('order')
const item = newId('orderItem')
const credit = newId('order')

const findings = async (): Promise<string[]> =>
  (await examined(db, examineSettlements)).map(({ state, text }) => `${state} ${text}`)

const run = (text: string) =>
  runOn(
    db.ownerUrl,
    text
      .replaceAll('$organization', `'${organization}'`)
      .replaceAll('$order', `'${order}'`)
      .replaceAll('$item', `'${item}'`)
      .replaceAll('$credit', `'${credit}'`),
  )

const columns = `organization_id, id, status, billing_reason, customer_id, product_id, currency,
  subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, taxability_reason,
  applied_balance_amount, created_at, paid_at`

/** An order of 100.00 and 19.00 of tax. */
const sold = `
  insert into organization (id, slug, name, created_at) values ($organization, 'acme', 'Acme', now());
  insert into customer (organization_id, id, email, created_at)
  values ($organization, $organization, 'wile@coyote.test', now());
  insert into product (organization_id, id, name, leading_amount_type, leading_amount, created_at)
  values ($organization, $organization, 'Anvil', 'fixed', 10000, now());
  insert into orders (${columns})
  values ($organization, $order, 'paid', 'purchase', $organization, $organization, 'eur',
          10000, 0, 10000, 1900, 11900, 'standard_rated', 0, now(), now());
  insert into order_item (organization_id, id, order_id, position, label, amount, discount_amount,
                          tax_amount, proration, created_at)
  values ($organization, $item, $order, 0, 'Anvil', 10000, 0, 1900, false, now());
  insert into payment (organization_id, id, status, processor, processor_id, amount, currency,
                       description, seller_name, order_id, customer_id, customer_email, started_at,
                       created_at, method)
  values ($organization, $order, 'succeeded', 'sandbox', 'pi_1', 11900, 'eur', 'Anvil', 'Acme',
          $order, $organization, 'wile@coyote.test', now(), now(), 'card');`

const refunded = `
  insert into refund (organization_id, id, order_id, payment_id, status, reason, amount, tax_amount,
                      currency, revoke_benefits, created_at)
  values ($organization, $order, $order, $order, 'pending', 'other', 10000, 1900, 'eur', false, now());`

const credited = `
  update order_item set credited_amount = 10000, credited_tax_amount = 1900;`

const creditOrder = `
  insert into orders (${columns})
  values ($organization, $credit, 'paid', 'subscription_update', $organization, $organization, 'eur',
          -10000, 0, -10000, -1900, -11900, 'standard_rated', -11900, now(), now());
  insert into order_item (organization_id, id, order_id, position, label, amount, discount_amount,
                          tax_amount, proration, reverses_item_id, created_at)
  values ($organization, $credit, $credit, 0, 'Credit', -10000, 0, -1900, true, $item, now());`

const taxGivenBack = `
  insert into journal_entry (organization_id, id, kind, source, order_id, occurred_at)
  values ($organization, $credit, 'balance', 'balance:1', $credit, now());
  insert into entry_line (organization_id, entry_id, ordinal, account, place, currency, debit, credit)
  values ($organization, $credit, 1, 'tax_payable', 'HU', 'eur', 1900, 0),
         ($organization, $credit, 2, 'customer_balance', null, 'eur', 0, 1900);`

beforeEach(() => truncateOrganizations(db.ownerUrl))

const good = ['fine no more came back of any order than it charged, and no tax is owed below zero']

test.each([
  ['an empty database', '', good],
  ['a sale', sold, good],
  ['a sale that was refunded', sold + refunded, good],
  ['a sale that was credited', sold + credited + creditOrder, good],
  [
    'a sale that was refunded and credited',
    sold + refunded + credited + creditOrder,
    [`wrong order ${order} of acme: €238.00 came back of €119.00 that was charged`],
  ],
  [
    'a credit that nobody recorded',
    sold + creditOrder,
    [`wrong order item ${item} of acme: €119.00 was credited, but €0.00 is recorded`],
  ],
  [
    'tax that was given back and never collected',
    sold + credited + creditOrder + taxGivenBack,
    ['wrong acme has given back more tax than it collected in HU: -€19.00'],
  ],
])('%s', async (_what, text, expected) => {
  if (text !== '') await run(text)
  expect(await findings()).toEqual(expected)
})
