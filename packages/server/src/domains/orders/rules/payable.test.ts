import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { payability } from './payable.ts'
import type { KnownRefund } from './refund-amounts.ts'

const pending = {
  status: 'pending',
  paidAt: null,
  collectionStoppedAt: null,
  totalAmount: minorUnits(1190),
}
const at = new Date('2026-03-01T12:00:00Z')

it.each([
  ['open', pending],
  ['closed', { ...pending, collectionStoppedAt: at }],
  // A status of an order that nobody pays any more.
  ['closed', { ...pending, status: 'void' }],
  ['paid', { ...pending, status: 'paid', paidAt: at }],
])('an order is %s: %o', (expected, order) => {
  expect(payability(order, [])).toBe(expected)
})

const refund = (status: KnownRefund['status'], amount: number, taxAmount: number) => ({
  status,
  amount: minorUnits(amount),
  taxAmount: minorUnits(taxAmount),
})

it.each([
  ['refunded', [refund('succeeded', 1000, 190)]],
  ['refunded', [refund('succeeded', 500, 95), refund('pending', 500, 95)]],
  ['paid', [refund('succeeded', 500, 95)]],
  ['paid', [refund('failed', 1000, 190)]],
])('an order that was paid is %s after the refunds %o', (expected, refunds) => {
  expect(payability({ ...pending, status: 'paid', paidAt: at }, refunds)).toBe(expected)
})
