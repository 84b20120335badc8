import { expect, test } from 'vitest'
import { orderName, orderTitle } from './order-name.ts'

const order = { createdAt: new Date(2026, 10, 27), totalAmount: 2900, currency: 'usd' }

test('an order is named by its number, and by its day before it has one', () => {
  const numbered = { ...order, invoiceNumber: 'ACME-0007' }
  expect(orderName(numbered)).toBe('ACME-0007')
  expect(orderTitle(numbered)).toBe('ACME-0007 · $29.00')
  expect(orderTitle({ ...order, invoiceNumber: '' })).toBe('Order of 27 Nov 2026 · $29.00')
})
