import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { minorUnits, subtract } from '../../../kernel/money.ts'
import { dueOf, dueWhenCharged, planDue } from './amount-due.ts'

const usd = currency.parse('usd')

const planned = (total: number, balance: number, of = usd) => {
  const facts = { totalAmount: minorUnits(total), balanceAmount: minorUnits(balance) }
  const due = planDue({ ...facts, currency: of })
  return [Number(due.dueAmount), due.entryKind, facts.balanceAmount - due.appliedAmount]
}

describe('the due amount of an order', () => {
  it.each([
    ['no credit', 1000, 0, [1000, null, 0]],
    ['some credit', 1000, 300, [700, 'used', 0]],
    ['the exact credit', 1000, 1000, [0, 'used', 0]],
    ['more credit than needed', 1000, 1500, [0, 'used', 500]],
    ['credit for all but less than the minimum', 1000, 951, [0, 'carried', -49]],
    ['credit for all but the minimum', 1000, 950, [50, 'used', 0]],
    ['a debt', 1000, -49, [1049, 'collected', 0]],
  ])('with %s', (_what, total, balance, expected) => {
    expect(planned(total, balance)).toEqual(expected)
  })

  it.each([
    ['zero', 0, 0, [0, null, 0]],
    ['zero, with a debt that could be charged', 0, -80, [0, null, -80]],
    ['below zero', -300, 0, [0, 'credited', 300]],
    ['below zero, with a debt', -300, -40, [0, 'credited', 260]],
    ['below zero, with a greater debt', -30, -90, [0, 'credited', -60]],
    ['below the minimum', 49, 0, [0, 'carried', -49]],
    ['below the minimum, twice', 49, -49, [98, 'collected', 0]],
    ['the minimum', 50, 0, [50, null, 0]],
  ])('of %s', (_what, total, balance, expected) => {
    expect(planned(total, balance)).toEqual(expected)
  })

  it('depends on the minimum of the currency', () => {
    expect(planned(30, 0, currency.parse('gbp'))).toEqual([30, null, 0])
    expect(planned(199, 0, currency.parse('pln'))).toEqual([0, 'carried', -199])
  })
})

test('the balance pays what was not charged, whatever it is by now', () => {
  const due = (balance: number, charged: number) =>
    dueWhenCharged({
      totalAmount: minorUnits(1000),
      balanceAmount: minorUnits(balance),
      chargedAmount: minorUnits(charged),
    })
  expect(due(300, 700)).toMatchObject({ appliedAmount: 300, entryKind: 'used' })
  expect(due(0, 700)).toMatchObject({ appliedAmount: 300, entryKind: 'carried' })
  expect(due(0, 1040)).toMatchObject({ appliedAmount: -40, entryKind: 'collected' })
})

test('what is charged and what the balance pays always add up to the total', () => {
  const amounts = fc.integer({ min: -100_000, max: 100_000 })
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 20 }), amounts, (totals, start) => {
      let balanceAmount = minorUnits(start)
      let charged = 0
      for (const total of totals) {
        const totalAmount = minorUnits(total)
        const due = planDue({ currency: usd, totalAmount, balanceAmount })
        const { appliedAmount: appliedBalanceAmount } = due
        expect(dueOf({ totalAmount, appliedBalanceAmount })).toBe(due.dueAmount)
        expect(due.dueAmount === 0 || due.dueAmount >= 50).toBe(true)
        expect(due.dueAmount).toBeLessThanOrEqual(Math.max(0, total - Math.min(balanceAmount, 0)))
        balanceAmount = subtract(balanceAmount, due.appliedAmount)
        charged += due.dueAmount
      }
      expect(start + charged - totals.reduce((all, one) => all + one, 0)).toBe(balanceAmount)
    }),
  )
})
