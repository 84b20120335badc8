import { beforeEach, describe, expect, it, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { runOn } from '../../test/sql.ts'
import { truncateOrganizations } from '../../test/truncate-organizations.ts'
import { newId } from '../platform/ids.ts'
import { examineBooks } from './doctor-books.ts'

const db = testDatabase()
const order = newId('order')
const payment = newId('payment')
const refund = newId('refund')
const organization = newId('organization')

const findings = async (): Promise<string[]> =>
  (await examined(db, examineBooks)).map(({ state, text }) => `${state} ${text}`)

/** Runs the statements of the text one by one. */
const run = (text: string) =>
  runOn(
    db.ownerUrl,
    text
      .replaceAll('$organization', `'${organization}'`)
      .replaceAll('$order', `'${order}'`)
      .replaceAll('$payment', `'${payment}'`)
      .replaceAll('$refund', `'${refund}'`),
  )

const sold = `
  insert into organization (id, slug, name, created_at) values ($organization, 'acme', 'Acme', now());
  insert into customer (organization_id, id, email, created_at)
  values ($organization, $organization, 'wile@coyote.test', now());
  insert into product (organization_id, id, name, leading_amount_type, leading_amount, created_at)
  values ($organization, $organization, 'Anvil', 'fixed', 10000, now());
  insert into orders (organization_id, id, status, billing_reason, customer_id, product_id, currency,
                      subtotal_amount, discount_amount, net_amount, tax_amount, total_amount,
                      refunded_amount, refunded_tax_amount, taxability_reason, created_at, paid_at)
  values ($organization, $order, 'partially_refunded', 'purchase', $organization, $organization,
          'eur', 10000, 0, 10000, 1900, 11900, 5000, 950, 'standard_rated', now(), now());
  insert into payment (organization_id, id, status, processor, processor_id, amount, currency,
                       description, seller_name, order_id, customer_id, customer_email, started_at,
                       created_at)
  values ($organization, $payment, 'succeeded', 'sandbox', 'pi_1', 11900, 'eur', 'Anvil', 'Acme',
          $order, $organization, 'wile@coyote.test', now(), now());
  insert into refund (organization_id, id, order_id, payment_id, status, reason, amount, tax_amount,
                      currency, revoke_benefits, answered_at, created_at)
  values ($organization, $refund, $order, $payment, 'succeeded', 'other', 5000, 950, 'eur', false,
          now(), now());`

const entry = (kind: string, refundId: string, [net, tax]: readonly [number, number]) => {
  const id = newId('journalEntry')
  const line = (ordinal: number, account: string, amount: number) => `
    insert into entry_line (organization_id, entry_id, ordinal, account, currency, debit, credit)
    values ($organization, '${id}', ${ordinal}, '${account}', 'eur',
            greatest(${-amount}, 0), greatest(${amount}, 0));`
  return `
    insert into journal_entry (organization_id, id, kind, source, order_id, payment_id, refund_id, occurred_at)
    values ($organization, '${id}', '${kind}', '${id}', $order, $payment, ${refundId}, now());
    ${line(1, 'seller_payable', net)} ${line(2, 'tax_payable', tax)}
    ${line(3, 'cash_at_processor', -net - tax)}`
}

const paid = entry('payment', 'null', [10_000, 1_900])
const refunded = entry('refund', '$refund', [-5_000, -950])

beforeEach(() => truncateOrganizations(db.ownerUrl))

const agreed = ['fine the books agree with orders, refunds, disputes, payments and balances']
const inBooks = (object: string, text: string) => `wrong ${object} of acme: ${text} in the books`

test('an empty database has no difference', async () => {
  expect(await findings()).toEqual(agreed)
})

test('correctly booked sales have no difference', async () => {
  await run(sold + paid + refunded)
  expect(await findings()).toEqual(agreed)
})

describe('a difference is reported with its ids and amounts', () => {
  const ofOrder = (text: string) => inBooks(`order ${order}`, text)
  const ofRefund = (text: string) => inBooks(`refund ${refund}`, text)
  const ofPayment = (text: string) => inBooks(`payment ${payment}`, text)
  const reversal = entry('refund_reversal', '$refund', [5_000, 950])

  it.each<[string, string, string[]]>([
    [
      'an order that was never booked',
      sold + refunded,
      [
        ofOrder('the price is €100.00, but €0.00'),
        ofOrder('the tax is €19.00, but €0.00'),
        ofPayment('what was charged is €119.00, but €0.00'),
      ],
    ],
    [
      'an order that was booked with other amounts',
      sold + entry('payment', 'null', [10_001, 1_899]) + refunded,
      [ofOrder('the price is €100.00, but €100.01'), ofOrder('the tax is €19.00, but €18.99')],
    ],
    [
      'a refund that was never booked',
      sold + paid,
      [
        ofOrder('the tax refunded is €9.50, but €0.00'),
        ofOrder('what was refunded is €50.00, but €0.00'),
        ofRefund('the amount is €50.00, but €0.00'),
        ofRefund('the tax is €9.50, but €0.00'),
      ],
    ],
    [
      'a refund that failed in the books only',
      sold + paid + refunded + reversal,
      [
        ofOrder('the tax refunded is €9.50, but €0.00'),
        ofOrder('what was refunded is €50.00, but €0.00'),
        ofRefund('the amount is €50.00, but €0.00'),
        ofRefund('the tax is €9.50, but €0.00'),
      ],
    ],
    [
      'an order whose refunded amount differs from its refunds',
      `${sold + paid + refunded} update orders set refunded_amount = 4000`,
      [ofOrder('what was refunded is €40.00, but €50.00')],
    ],
    [
      'a dispute that was never booked',
      `${sold + paid + refunded} insert into dispute (organization_id, id, order_id, payment_id,
         processor_id, status, amount, tax_amount, owed_amount, disputed_amount, currency, created_at)
       values ($organization, '${newId('dispute')}', $order, $payment, 'dp_1', 'lost', 1000, 190, 0,
               1190, 'eur', now())`,
      [
        inBooks('dispute dp_1', 'the amount is €10.00, but €0.00'),
        inBooks('dispute dp_1', 'the tax is €1.90, but €0.00'),
      ],
    ],
    [
      'a refund in the books only',
      `${sold + paid + refunded} update refund set status = 'failed'`,
      [ofRefund('the amount is €0.00, but €50.00'), ofRefund('the tax is €0.00, but €9.50')],
    ],
    [
      'a payment of another amount',
      `${sold + paid + refunded} update payment set amount = 12000`,
      [ofPayment('what was charged is €120.00, but €119.00')],
    ],
    [
      'an order in another currency',
      `${sold + paid + refunded} update orders set currency = 'jpy'`,
      [
        ofOrder('the price is €0.00, but €100.00'),
        ofOrder('the tax is €0.00, but €19.00'),
        ofOrder('the tax refunded is €0.00, but €9.50'),
        ofOrder('what was refunded is €0.00, but €50.00'),
        ofOrder('the price is ¥10,000, but ¥0'),
        ofOrder('the tax is ¥1,900, but ¥0'),
        ofOrder('the tax refunded is ¥950, but ¥0'),
        ofOrder('what was refunded is ¥5,000, but ¥0'),
      ],
    ],
  ])('%s', async (_, statements, expected) => {
    await run(statements)
    expect(await findings()).toEqual(expected)
  })
})

describe('a fee', () => {
  const reported = `
    insert into balance_transaction (organization_id, processor_id, payment_id, about, source_id,
      category, amount, fee_amount, currency, payment_amount, payment_currency, booked_fee_amount,
      booked_fee_currency, created_at, available_at)
    values ($organization, 'txn_1', $payment, 'charge', 'ch_1', 'charge', 11900, 375, 'eur', 11900,
            'eur', 375, 'eur', now(), now());`
  const feeEntry = (amount: number) => {
    const id = newId('journalEntry')
    return `
      insert into journal_entry (organization_id, id, kind, source, order_id, payment_id, occurred_at)
      values ($organization, '${id}', 'fee', 'fee:txn_1', $order, $payment, now());
      insert into entry_line (organization_id, entry_id, ordinal, account, currency, debit, credit)
      values ($organization, '${id}', 1, 'processor_fees', 'eur', ${amount}, 0),
             ($organization, '${id}', 2, 'cash_at_processor', 'eur', 0, ${amount});`
  }
  const ofFee = (text: string) => inBooks('balance transaction txn_1', text)

  it.each<[string, string, string[]]>([
    ['that was booked as reported', reported + feeEntry(375), agreed],
    ['that was never booked', reported, [ofFee('the fee is €3.75, but €0.00')]],
    [
      'that was booked with another amount',
      reported + feeEntry(370),
      [ofFee('the fee is €3.75, but €3.70')],
    ],
    ['in the books only', feeEntry(375), [ofFee('the fee is €0.00, but €3.75')]],
  ])('%s', async (_, statements, expected) => {
    await run(sold + paid + refunded + statements)
    expect(await findings()).toEqual(expected)
  })
})

test('a payment that has no order yet is reported', async () => {
  await run(sold + paid + refunded)
  await run("update payment set order_id = null, status = 'succeeded'")
  await run('delete from refund; delete from orders')
  expect((await findings()).at(-1)).toBe(
    'weak 1 payments have no order yet: a running worker creates it shortly',
  )
})

test('only the first fifty differences are listed', async () => {
  await run(sold)
  await run(`insert into refund (organization_id, id, order_id, payment_id, status, reason, amount,
                                 tax_amount, currency, revoke_benefits, answered_at, created_at)
             select $organization, gen_random_uuid(), $order, $payment, 'succeeded', 'other', 1, 0,
                    'eur', false, now(), now() from generate_series(1, 60)`)
  const lines = await findings()
  expect(lines).toHaveLength(51)
  expect(lines.at(-1)).toBe('wrong the books have more differences than are listed here')
})

test('debts that could have been charged are named', async () => {
  const carried = (position: number, amount: number, balance: number) => `
    insert into customer_balance_entry (organization_id, id, customer_id, currency, position, kind,
                                        amount, balance, order_id, created_at)
    values ($organization, '${newId('customerBalanceEntry')}', $organization, 'eur', ${position},
            'carried', ${amount}, ${balance}, '${newId('order')}', now());`
  await run(`${sold + paid + refunded}
    insert into customer_balance (organization_id, id, customer_id, currency, amount, entry_count, created_at, modified_at)
    values ($organization, '${newId('customerBalance')}', $organization, 'eur', -549, 2, now(), now());
    ${carried(1, -49, -49)} ${carried(2, -500, -549)}`)
  const found = await findings()
  expect(found.filter((text) => text.includes('debt'))).toEqual([
    'weak 1 orders left a debt of €5.00 that could have been charged',
  ])
})
