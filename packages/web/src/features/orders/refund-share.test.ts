import { minorUnits } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { refundableOf, taxShareOf } from './refund-share.ts'

const minor = (amount: number) => minorUnits.parse(amount)

const refund = (status: 'pending' | 'succeeded' | 'failed' | 'canceled', amount: number) => ({
  status,
  amount: minor(amount),
  taxAmount: minor(Math.round(amount * 0.19)),
})

const order = { netAmount: minor(1000), taxAmount: minor(190) }

describe('what can still be paid back', () => {
  it.each([
    [[], 1000, 190],
    [[refund('succeeded', 400)], 600, 114],
    [[refund('succeeded', 400), refund('pending', 100)], 500, 95],
    [[refund('failed', 400), refund('canceled', 100)], 1000, 190],
    [[refund('succeeded', 1000)], 0, 0],
  ])('after %o', (refunds, amount, taxAmount) => {
    expect(refundableOf(order, refunds)).toEqual({ amount, taxAmount })
  })
})

describe('the tax that goes back', () => {
  it.each([
    [500, 95],
    [333, 63],
    [3, 1],
    [2, 0],
    [1000, 190],
  ])('with %i is %i', (amount, share) => {
    expect(taxShareOf(order, refundableOf(order, []), amount)).toBe(share)
  })

  it('is all that is left with the rest', () => {
    const odd = { netAmount: minor(1000), taxAmount: minor(191) }
    const left = { amount: 600, taxAmount: 115 }
    expect(taxShareOf(odd, left, 600)).toBe(115)
  })

  it('is never more than is left', () => {
    expect(taxShareOf(order, { amount: 900, taxAmount: 10 }, 500)).toBe(10)
  })
})
