import { currency, minorUnits } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { exportedSubscriptions } from './exported-subscription.ts'

it('has the titles that clients know', () => {
  expect(exportedSubscriptions.head).toBe(
    'Email,Created At,Active,Product,Price,Currency,Interval\r\n',
  )
})

it.each([
  ['usd', 1000, '10.00'],
  ['usd', 5, '0.05'],
  ['jpy', 12, '12'],
])('an amount of %s %d reads %s', (code, amount, text) => {
  const line = exportedSubscriptions.lineOf({
    email: 'ada@example.com',
    createdAt: new Date('2026-01-31T10:00:00Z'),
    status: 'trialing',
    product: 'Pro, yearly',
    amount: minorUnits.parse(amount),
    currency: currency.parse(code),
    recurringInterval: 'year',
  })
  expect(line).toBe(
    `ada@example.com,2026-01-31T10:00:00.000Z,true,"Pro, yearly",${text},${code},year\r\n`,
  )
})
