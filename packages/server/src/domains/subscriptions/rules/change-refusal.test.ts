import { describe, expect, test } from 'vitest'
import {
  custom,
  fixed,
  metered,
  off,
  on,
  percent,
  product,
  productIdOf,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import type { ProrationMode } from './facts.ts'
import { planChange } from './plan-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

const april = on('2030-04-01')
const middle = on('2030-04-16')

describe('is refused', () => {
  const facts = subscribed(basic, april)
  const loc = ['body', 'product_id']
  const modes: readonly ProrationMode[] = ['invoice', 'prorate', 'next_period', 'reset']
  const euros = { ...fixed(3000), currency: 'eur' as never }

  test.each([
    ['archived', { ...plus, isArchived: true, interval: null }, 'archived'],
    ['bought once', { ...plus, interval: null, prices: [custom()] }, 'one_time'],
    ['at a price that the buyer names', { ...plus, prices: [custom(), euros] }, 'custom_price'],
    ['in another currency', { ...basic, prices: [euros] }, 'currency'],
    ['the same', basic, 'unchanged'],
    ['the same at prices that are equal', { ...basic, prices: [fixed(3000)] }, 'unchanged'],
  ] as const)('for what is %s', (_what, wanted, code) => {
    for (const mode of modes) {
      expect(planChange(facts, { product: wanted, mode }, middle)).toEqual({
        refused: `subscription_product_${code}`,
        details: { loc },
      })
    }
  })

  test('not for the same at other prices, or at one more or one fewer', () => {
    const metering = product('Metered', [metered('2')])
    const facts = subscribed(metering, april)
    for (const prices of [
      [metered('3')],
      [metered('2', 500)],
      [fixed(100)],
      [metered('2'), fixed(100)],
    ]) {
      const plan = planChange(facts, { product: { ...metering, prices }, mode: 'prorate' }, middle)
      expect(plan).toHaveProperty('after')
    }
    const both = subscribed(product('Metered', [fixed(100), metered('2')]), april)
    const fewer = { product: metering, mode: 'prorate' } as const
    expect(planChange(both, fewer, middle)).toHaveProperty('after')
    const same = { ...metering, prices: [metered('2.0')] }
    expect(planChange(facts, { product: same, mode: 'prorate' }, middle)).toHaveProperty('refused')
  })

  test('with a discount that can’t be used, or isn’t for it', () => {
    const wish = { product: plus, mode: 'prorate' } as const
    const inDiscount = { loc: ['body', 'discount_id'] }
    const refusedWith = (discount: ReturnType<typeof percent>) =>
      planChange(facts, { ...wish, discount }, middle)
    expect(refusedWith(percent(20, { isRedeemable: false, productIds: [basic.id] }))).toEqual({
      refused: 'subscription_discount_unknown',
      details: inDiscount,
    })
    const elsewhere = percent(20, { productIds: [productIdOf('99')] })
    for (const discount of [elsewhere, off(500, { currency: 'eur' as never })]) {
      expect(refusedWith(discount)).toEqual({
        refused: 'subscription_discount_not_applicable',
        details: inDiscount,
      })
    }
  })

  test('first for its state', () => {
    const wish = { product: { ...plus, isArchived: true }, mode: 'invoice' } as const
    expect(planChange({ ...facts, status: 'past_due' }, wish, middle)).toEqual({
      refused: 'subscription_past_due',
    })
  })
})
