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
import { decideProductChange } from './product-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

const april = on('2030-04-01')
const middle = on('2030-04-16')

describe('a change of the product', () => {
  const facts = subscribed(basic, april)
  const loc = ['body', 'product_id']
  const modes: readonly ProrationMode[] = ['invoice', 'prorate', 'next_period', 'reset']
  const euros = { ...fixed(3000), currency: 'eur' as never }

  test.each([
    ['an archived product', { ...plus, isArchived: true, interval: null }, 'archived'],
    ['a one-time product', { ...plus, interval: null, prices: [custom()] }, 'one_time'],
    ['a price that the buyer chooses', { ...plus, prices: [custom(), euros] }, 'custom_price'],
    ['another currency', { ...basic, prices: [euros] }, 'currency'],
    ['the same product', basic, 'unchanged'],
    ['the same product at equal prices', { ...basic, prices: [fixed(3000)] }, 'unchanged'],
  ] as const)('is refused for %s', (_what, offered, code) => {
    for (const mode of modes) {
      expect(decideProductChange(facts, { product: offered, mode }, middle)).toEqual({
        refused: `subscription_product_${code}`,
        details: { loc },
      })
    }
  })

  test('is accepted for the same product with other, more or fewer prices', () => {
    const metering = product('Metered', [metered('2')])
    const facts = subscribed(metering, april)
    for (const prices of [
      [metered('3')],
      [metered('2', 500)],
      [fixed(100)],
      [metered('2'), fixed(100)],
    ]) {
      const plan = decideProductChange(
        facts,
        { product: { ...metering, prices }, mode: 'prorate' },
        middle,
      )
      expect(plan).toHaveProperty('after')
    }
    const both = subscribed(product('Metered', [fixed(100), metered('2')]), april)
    const fewer = { product: metering, mode: 'prorate' } as const
    expect(decideProductChange(both, fewer, middle)).toHaveProperty('after')
    const same = { ...metering, prices: [metered('2.0')] }
    expect(decideProductChange(facts, { product: same, mode: 'prorate' }, middle)).toHaveProperty(
      'refused',
    )
  })

  test('is refused with a discount that isn’t redeemable or doesn’t apply', () => {
    const change = { product: plus, mode: 'prorate' } as const
    const inDiscount = { loc: ['body', 'discount_id'] }
    const refusedWith = (discount: ReturnType<typeof percent>) =>
      decideProductChange(facts, { ...change, discount }, middle)
    expect(refusedWith(percent(20, { isRedeemable: false, productIds: [basic.id] }))).toEqual({
      refused: 'subscription_discount_unknown',
      details: inDiscount,
    })
    const other = percent(20, { productIds: [productIdOf('99')] })
    for (const discount of [other, off(500, { currency: 'eur' as never })]) {
      expect(refusedWith(discount)).toEqual({
        refused: 'subscription_discount_not_applicable',
        details: inDiscount,
      })
    }
  })

  test('is refused for the state before anything else', () => {
    const change = { product: { ...plus, isArchived: true }, mode: 'invoice' } as const
    expect(decideProductChange({ ...facts, status: 'past_due' }, change, middle)).toEqual({
      refused: 'subscription_past_due',
    })
  })
})
