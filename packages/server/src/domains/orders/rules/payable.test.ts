import { expect, it } from 'vitest'
import { payability } from './payable.ts'

const pending = { status: 'pending', paidAt: null, collectionStoppedAt: null }
const at = new Date('2026-03-01T12:00:00Z')

it.each([
  ['open', pending],
  ['closed', { ...pending, collectionStoppedAt: at }],
  // A status of an order that nobody pays any more.
  ['closed', { ...pending, status: 'void' }],
  ['paid', { ...pending, status: 'paid', paidAt: at }],
  ['paid', { ...pending, status: 'refunded', paidAt: at }],
])('an order is %s: %o', (expected, order) => {
  expect(payability(order)).toBe(expected)
})
