import { expect, it } from 'vitest'
import { orderTimeline } from './timeline.ts'

it.each([
  [6100, 'Paid $61.00 for Studio'],
  [0, 'Paid $0.00 for Studio'],
  [-6100, 'Credited $61.00 for Studio'],
])('an order of %i cents is titled %s', (total_amount, title) => {
  const payload = { total_amount, currency: 'usd', product: { name: 'Studio' } }
  expect(orderTimeline['order.paid']?.title(payload, [])).toBe(title)
})
