import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { creditFor } from './credit.ts'

const usd = currency.parse('usd')

const used = (total: number, usable: number, of = usd): number =>
  creditFor({ currency: of, totalAmount: minorUnits(total), usableAmount: minorUnits(usable) })

test.each([
  ['nothing without credit', 2900, 0, 0],
  ['nothing of a debt', 2900, -500, 0],
  ['nothing for a free product', 0, 500, 0],
  ['what there is', 2900, 890, 890],
  ['the whole total, and no more', 2900, 89_000, 2900],
  ['exactly the total', 2900, 2900, 2900],
  ['less, so that the smallest charge is left', 2900, 2880, 2850],
  ['less, so that the smallest charge is left, by a cent', 2900, 2851, 2850],
  ['nothing where the total is the smallest charge', 50, 30, 0],
])('a checkout uses %s', (_, total, usable, expected) => {
  expect(used(total, usable)).toBe(expected)
})

test('the smallest charge depends on the currency', () => {
  expect(used(2900, 2800, currency.parse('czk'))).toBe(1400)
})

it('never charges less than can be charged, and never uses more than there is', () => {
  const amount = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(amount, fc.integer({ min: -1000, max: 100_000 }), (total, usable) => {
      const credit = used(total, usable)
      const due = total - credit
      expect(credit).toBeGreaterThanOrEqual(0)
      expect(credit).toBeLessThanOrEqual(Math.max(0, usable))
      expect(due === 0 || due >= Math.min(50, total)).toBe(true)
    }),
  )
})
