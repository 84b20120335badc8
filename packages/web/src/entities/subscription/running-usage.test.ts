import { expect, it } from 'vitest'
import { leftToBill } from './running-usage.ts'

it('is what usage costs by now less what was billed of it, for each meter', () => {
  expect(leftToBill([])).toBe(0)
  expect(leftToBill([{ amount: 353, billedAmount: 250 }])).toBe(103)
  const corrected = { amount: 248, billedAmount: 250 }
  expect(leftToBill([corrected, { amount: 353, billedAmount: 250 }])).toBe(103)
})
