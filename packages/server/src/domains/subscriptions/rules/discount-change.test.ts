import { describe, expect, test } from 'vitest'
import {
  custom,
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
import { amountsOf, subscriptionAmount } from './amounts.ts'
import { planDiscountChange } from './discount-change.ts'
import { planChange } from './plan-change.ts'
import { planRenewal } from './renewal.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])
const once = percent(50, { id: otherDiscount, duration: 'once' })
const facts = subscribed(basic, on('2030-04-01'), { discount: percent(20) })

const netOf = (order: Parameters<typeof amountsOf>[0] | null) => order && amountsOf(order).netAmount

describe('another discount', () => {
  test('counts from the next period on, and begins its time then', () => {
    const { after, order, transitions } = accept(planDiscountChange(facts, once))
    expect([order, transitions]).toEqual([null, ['updated']])
    expect(after.prices).toEqual(facts.prices)
    expect(subscriptionAmount(after)).toBe(1500)
    const may = accept(planRenewal(after, on('2030-05-01')))
    expect(netOf(may.order)).toBe(1500)
    expect(netOf(accept(planRenewal(may.after, on('2030-06-01'))).order)).toBe(3000)
  })

  test('can be none', () => {
    const { after } = accept(planDiscountChange(facts, null))
    expect(netOf(accept(planRenewal(after, on('2030-05-01'))).order)).toBe(3000)
  })

  test.each([
    ['what the buyer names', custom(100), true],
    ['usage', metered('1'), true],
    ['nothing', free(), false],
  ])('of %s', (_what, price, isTaken) => {
    const other = subscribed(product('Other', [price]), on('2030-04-01'), { chosenAmount: 100 })
    expect('after' in planDiscountChange(other, once)).toBe(isTaken)
  })

  test('is no change where it is there already', () => {
    expect(accept(planDiscountChange(facts, percent(20))).transitions).toEqual([])
    const bare = subscribed(basic, on('2030-04-01'))
    expect(accept(planDiscountChange(bare, null)).transitions).toEqual([])
  })

  test.each([
    ['where it applies', once, otherDiscount],
    ['not where it doesn’t', { ...once, productIds: [basic.id] }, undefined],
    ['nor where there is none', null, undefined],
  ])('goes along with what is to come: %s', (_what, discount, expected) => {
    const wish = { product: plus, mode: 'next_period' } as const
    const planned = accept(planChange(facts, wish, on('2030-04-16'))).after
    const { after } = accept(planDiscountChange(planned, discount))
    expect(after.pending?.discount?.id).toBe(expected)
  })

  test.each([
    ['can’t be used now', { ...once, isRedeemable: false }, 'unknown'],
    ['is for something else', { ...once, productIds: [productIdOf('99')] }, 'not_applicable'],
    [
      'is of another currency',
      off(5, { id: otherDiscount, currency: 'eur' as never }),
      'not_applicable',
    ],
  ])('is refused where it %s', (_what, discount, code) => {
    expect(planDiscountChange(facts, discount)).toEqual({
      refused: `subscription_discount_${code}`,
      details: { loc: ['body', 'discount_id'] },
    })
  })
})
