import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { type CreditedOrder, payableOf, planBalancePayout } from './balance-payout.ts'

const usd = currency.parse('usd')

const order = (credited: number, left: number, owed = 0, of = usd): CreditedOrder => ({
  id: newId('order'),
  currency: of,
  creditedAmount: minorUnits(credited),
  paymentLeft: minorUnits(left),
  owedAmount: minorUnits(owed),
})

const payable = (orders: readonly CreditedOrder[], usable: number, adjusted = 0): number =>
  payableOf(orders, {
    currency: usd,
    usableAmount: minorUnits(usable),
    adjustedAmount: minorUnits(adjusted),
  })

it.each<[string, readonly CreditedOrder[], number, number, number]>([
  ['nothing without an order', [], 500, 0, 0],
  ['what was credited', [order(300, 900)], 500, 0, 300],
  ['what the payment has left', [order(300, 200)], 500, 0, 200],
  ['what did not come back yet', [order(300, 900, 100)], 500, 0, 200],
  ['nothing of a payment that came back', [order(300, -900, 400)], 500, 0, 0],
  ['the sum of several orders', [order(300, 900), order(100, 900)], 500, 0, 400],
  ['no more than there is', [order(300, 900)], 120, 0, 120],
  ['what is left without the credit that was given', [order(300, 900)], 500, 400, 100],
  ['nothing where all was given', [order(300, 900)], 500, 500, 0],
  ['all where more was taken than given', [order(300, 900)], 200, -100, 200],
  ['nothing of another currency', [order(300, 900, 0, currency.parse('eur'))], 500, 0, 0],
])('a payout is at most %s', (_, orders, usable, adjusted, expected) => {
  expect(payable(orders, usable, adjusted)).toBe(expected)
})

it('is taken from the first orders', () => {
  const orders = [order(300, 900), order(0, 900), order(100, 50), order(500, 500)]
  const parts = planBalancePayout(orders, { amount: minorUnits(400), currency: usd })
  expect(parts).toEqual([
    { orderId: orders[0]?.id, amount: 300 },
    { orderId: orders[2]?.id, amount: 50 },
    { orderId: orders[3]?.id, amount: 50 },
  ])
})

it('of all that is payable adds up, and never exceeds an order', () => {
  const amount = fc.integer({ min: 0, max: 10_000 })
  const orders = fc.array(fc.tuple(amount, amount, amount), { maxLength: 6 })
  fc.assert(
    fc.property(orders, fc.integer({ min: 0, max: 30_000 }), (facts, usable) => {
      const credited = facts.map(([one, left, owed]) => order(one, left, owed))
      const most = payable(credited, usable)
      const parts = planBalancePayout(credited, { amount: minorUnits(most), currency: usd })
      expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(most)
      for (const part of parts) {
        const from = credited.find(({ id }) => id === part.orderId)
        expect(part.amount).toBeLessThanOrEqual(from?.paymentLeft ?? 0)
        expect(part.amount).toBeLessThanOrEqual(from?.creditedAmount ?? 0)
      }
    }),
  )
})
