import { describe, expect, test } from 'vitest'
import {
  custom,
  due,
  fixed,
  free,
  metered,
  off,
  on,
  otherDiscount,
  percent,
  product,
  productIdOf,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { orderAmounts, subscriptionAmount } from './amounts.ts'
import { decideDiscountChange } from './discount-change.ts'
import { decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])
const once = percent(50, { id: otherDiscount, duration: 'once' })
const facts = subscribed(basic, on('2030-04-01'), { discount: percent(20) })

const netOf = (order: Parameters<typeof orderAmounts>[0] | null) =>
  order && orderAmounts(order).netAmount

describe('a change of the discount', () => {
  test('takes effect with the next period, and its duration starts then', () => {
    const { after, order, transitions } = accept(decideDiscountChange(facts, once))
    expect([order, transitions]).toEqual([null, ['updated']])
    expect(after.prices).toEqual(facts.prices)
    expect(subscriptionAmount(after)).toBe(1500)
    const may = due(decideRenewal(after, on('2030-05-01')))
    expect(netOf(may.order)).toBe(1500)
    expect(netOf(due(decideRenewal(may.after, on('2030-06-01'))).order)).toBe(3000)
  })

  test('can remove the discount', () => {
    const { after } = accept(decideDiscountChange(facts, null))
    expect(netOf(due(decideRenewal(after, on('2030-05-01'))).order)).toBe(3000)
  })

  test.each([
    ['a chosen amount', custom(100), true],
    ['usage', metered('1'), true],
    ['a free product', free(), false],
  ])('for %s is decided by whether it costs anything', (_what, price, isApplied) => {
    const other = subscribed(product('Other', [price]), on('2030-04-01'), { chosenAmount: 100 })
    expect('after' in decideDiscountChange(other, once)).toBe(isApplied)
  })

  test('to the same discount changes nothing', () => {
    expect(accept(decideDiscountChange(facts, percent(20))).transitions).toEqual([])
    const bare = subscribed(basic, on('2030-04-01'))
    expect(accept(decideDiscountChange(bare, null)).transitions).toEqual([])
  })

  test.each([
    ['if it applies', once, otherDiscount],
    ['but not if it doesn’t apply', { ...once, productIds: [basic.id] }, undefined],
    ['nor if it is removed', null, undefined],
  ])('goes into a pending change %s', (_what, discount, expected) => {
    const change = { product: plus, mode: 'next_period' } as const
    const scheduled = accept(decideProductChange(facts, change, on('2030-04-16'))).after
    const { after } = accept(decideDiscountChange(scheduled, discount))
    expect(after.pending?.discount?.id).toBe(expected)
  })

  test.each([
    ['isn’t redeemable now', { ...once, isRedeemable: false }, 'unknown'],
    ['is for another product', { ...once, productIds: [productIdOf('99')] }, 'not_applicable'],
    [
      'is in another currency',
      off(5, { id: otherDiscount, currency: 'eur' as never }),
      'not_applicable',
    ],
  ])('is refused if the discount %s', (_what, discount, code) => {
    expect(decideDiscountChange(facts, discount)).toEqual({
      refused: `subscription_discount_${code}`,
      details: { loc: ['body', 'discount_id'] },
    })
  })
})
