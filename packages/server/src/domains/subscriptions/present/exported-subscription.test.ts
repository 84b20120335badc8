import { currency, id, minorUnits } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { exportedSubscriptions } from './exported-subscription.ts'

it('has the titles that clients know', () => {
  expect(exportedSubscriptions().head).toBe(
    'Email,Created At,Active,Product,Price,Currency,Interval\r\n',
  )
})

const startedAt = new Date('2026-01-31T10:00:00Z')

const trial = {
  id: id('subscription').parse('0190a000-0000-7000-8000-000000000001'),
  customerId: id('customer').parse('0190a000-0000-7000-8000-000000000002'),
  productId: id('product').parse('0190a000-0000-7000-8000-000000000003'),
  email: 'ada@example.com',
  customerName: 'Ada',
  createdAt: startedAt,
  status: 'trialing',
  product: 'Pro, yearly',
  discount: null,
  amount: minorUnits.parse(1000),
  currency: currency.parse('usd'),
  recurringInterval: 'year',
  startedAt,
  currentPeriodEnd: startedAt,
  cancelAtPeriodEnd: false,
  endedAt: null,
} as const

it('has the chosen columns in their order, each once', () => {
  const { head, lineOf } = exportedSubscriptions(['status', 'customer_name', 'amount', 'status'])
  expect(head).toBe('status,customer_name,amount\r\n')
  expect(lineOf(trial)).toBe('trialing,Ada,1000\r\n')
})

it.each([
  ['usd', 1000, '10.00'],
  ['usd', 5, '0.05'],
  ['jpy', 12, '12'],
])('an amount of %s %d reads %s', (code, amount, text) => {
  const line = exportedSubscriptions().lineOf({
    ...trial,
    amount: minorUnits.parse(amount),
    currency: currency.parse(code),
  })
  expect(line).toBe(
    `ada@example.com,2026-01-31T10:00:00.000Z,true,"Pro, yearly",${text},${code},year\r\n`,
  )
})
