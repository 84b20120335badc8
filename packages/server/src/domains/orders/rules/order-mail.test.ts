import { expect, test } from 'vitest'
import { isOrderMailed } from './order-mail.ts'

test.each([
  [0, 5, true],
  [0, 6, false],
  [1, 0, true],
  [1, 6, true],
])('an order of %i with %i free ones is mailed: %s', (totalAmount, freeOrdersLately, mailed) => {
  expect(isOrderMailed({ totalAmount, freeOrdersLately })).toBe(mailed)
})
