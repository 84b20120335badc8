import { describe, expect, test } from 'vitest'
import { april, changed, nets, renewed } from '../../../../test/product-changes.ts'
import {
  fixed,
  off,
  on,
  otherDiscount,
  percent,
  product,
  settled,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Decision } from './decision.ts'
import { decideDiscountChange } from './discount-change.ts'
import type { CatalogDiscount, SubscriptionFacts } from './facts.ts'

const basic = product('Basic', [fixed(1000)])
const plus = product('Plus', [fixed(9000)])
const annual = product('Annual', [fixed(90_000)], { interval: 'year' })

const billed = ({ order, entries }: Decision) => nets(order?.entries ?? entries)

const months = (count: number, change: Partial<CatalogDiscount> = {}) =>
  percent(100, { duration: 'repeating', durationInMonths: count, ...change })
const firstMonthFree: readonly (readonly [string, CatalogDiscount])[] = [
  ['once', percent(100, { duration: 'once' })],
  ['for one month', months(1)],
  ['once, for both products', percent(100, { duration: 'once', productIds: [basic.id, plus.id] })],
  ['for one month, for both products', months(1, { productIds: [basic.id, plus.id] })],
]

describe.each(firstMonthFree)('a first month that is free %s', (_, discount) => {
  const facts = subscribed(basic, april, { discount })

  test('does not make the rest of it free on another plan', () => {
    for (const mode of ['invoice', 'prorate'] as const) {
      const plan = changed(facts, { product: plus, mode })
      expect(billed(plan)).toEqual([4500])
      expect(plan.after.discount).toBeNull()
      expect(plan.order?.discountId ?? null).toBeNull()
    }
  })

  test('does not make another plan free in the moment of the purchase', () => {
    for (const mode of ['invoice', 'prorate', 'reset'] as const) {
      expect(billed(changed(facts, { product: plus, mode }, april))).toEqual([9000])
    }
    expect(billed(changed(facts, { product: annual, mode: 'invoice' }, april))).toEqual([90_000])
  })

  test('is over for a change that is scheduled', () => {
    const { after } = changed(facts, { product: plus, mode: 'next_period' })
    expect(after.pending?.discount).toBeNull()
    expect(after.discount).toEqual(facts.discount)
    expect(billed(renewed(after))).toEqual([9000])
  })

  test('is not granted again with the same discount', () => {
    const plan = changed(facts, { product: plus, mode: 'invoice', discount })
    expect(billed(plan)).toEqual([4500])
  })

  test('leaves the units of the same price as they were', () => {
    const more = changed(facts, { product: basic, mode: 'invoice', quantity: 3 })
    expect(billed(more)).toEqual([1000])
    expect(more.after.prices).toMatchObject([{ quantity: 3, discountAmount: 1000 }])
    const fewer = changed(settled(facts, more), { product: basic, mode: 'prorate', quantity: 1 })
    expect(billed(fewer)).toEqual([-1000])
    expect(billed(renewed(fewer.after)).at(-1)).toBe(1000)
  })
})

describe('a discount for one period that was not used yet', () => {
  const onTrial = (discount: CatalogDiscount) =>
    subscribed(basic, april, { trialEnd: on('2030-05-01'), discount })
  const afterTrial = (discount: CatalogDiscount, product_ = plus) =>
    billed(renewed(changed(onTrial(discount), { product: product_, mode: 'invoice' }).after))

  test('stays with the product that it was redeemed for', () => {
    expect(afterTrial(percent(100, { duration: 'once' }))).toEqual([9000])
    expect(afterTrial(months(1))).toEqual([9000])
    expect(afterTrial(percent(100, { duration: 'once' }), annual)).toEqual([90_000])
  })

  test('goes along to a product that it names', () => {
    const named = { productIds: [basic.id, plus.id] }
    expect(afterTrial(percent(100, { duration: 'once', ...named }))).toEqual([0])
    expect(afterTrial(months(1, named))).toEqual([0])
  })

  test('stays with other prices of the same product', () => {
    const dearer = { ...basic, prices: [fixed(1200)] }
    expect(afterTrial(percent(50, { duration: 'once' }), dearer)).toEqual([600])
  })
})

describe('a discount that was set for the next period', () => {
  const given = (discount: CatalogDiscount) =>
    accept(decideDiscountChange(subscribed(basic, april), discount)).after

  test('does not reduce the rest of this one', () => {
    const forever = percent(50)
    const plan = changed(given(forever), { product: plus, mode: 'invoice' })
    expect(billed(plan)).toEqual([-500, 4500])
    expect(plan.after.discount).toEqual({ ...given(forever).discount, appliedAt: null })
    expect(billed(renewed(plan.after))).toEqual([4500])
  })

  test('does not make a year free that the customer changes to', () => {
    const plan = changed(given(percent(100, { duration: 'once' })), {
      product: annual,
      mode: 'invoice',
    })
    expect(billed(plan)).toEqual([-500, 90_000])
  })

  test('does not reduce further units of this period', () => {
    const plan = changed(given(percent(50)), { product: basic, mode: 'invoice', quantity: 2 })
    expect(billed(plan)).toEqual([500])
  })
})

describe('a discount for some months', () => {
  const renewals = (facts: SubscriptionFacts, count: number): readonly number[] => {
    const amounts: number[] = []
    for (let after = facts; amounts.length < count; ) {
      const decision = renewed(after)
      amounts.push(nets(decision.order?.entries).at(-1) ?? 0)
      after = settled(after, decision)
    }
    return amounts
  }
  const half = (count: number, change: Partial<CatalogDiscount> = {}) =>
    percent(50, { duration: 'repeating', durationInMonths: count, ...change })

  test('reduces the new plan too, for the months that are left', () => {
    const facts = subscribed(basic, april, { discount: half(3) })
    const plan = changed(facts, { product: plus, mode: 'invoice' })
    expect(billed(plan)).toEqual([-250, 2250])
    expect(plan.after.discount?.appliedAt).toEqual(april)
    expect(renewals(settled(facts, plan), 3)).toEqual([4500, 4500, 9000])
  })

  test('is used up once its last month is billed', () => {
    const facts = subscribed(basic, april, { discount: half(2) })
    const may = settled(facts, renewed(facts))
    const plan = changed(may, { product: plus, mode: 'prorate' }, on('2030-05-16T12:00:00Z'))
    expect(billed(plan)).toEqual([-250, 4500])
    expect(plan.after.discount).toBeNull()
  })

  test('is removed by a product that it does not name', () => {
    const facts = subscribed(basic, april, { discount: half(3, { productIds: [basic.id] }) })
    expect(billed(changed(facts, { product: plus, mode: 'invoice' }))).toEqual([-250, 4500])
  })

  test('does not last longer because new periods start', () => {
    const january = on('2030-01-10')
    const facts = subscribed(basic, january, { discount: half(3) })
    const reset = changed(facts, { product: plus, mode: 'reset' }, on('2030-01-31'))
    expect(billed(reset)).toEqual([4500])
    expect(renewals(settled(facts, reset), 2)).toEqual([4500, 9000])
  })

  test('reduces a year only if that many months are left', () => {
    const change = { product: annual, mode: 'invoice' } as const
    const short = subscribed(basic, april, { discount: half(12) })
    expect(billed(changed(short, change))).toEqual([-250, 90_000])
    expect(billed(changed(short, change, april))).toEqual([-500, 45_000])
    const long = subscribed(basic, april, { discount: half(13) })
    expect(billed(changed(long, change))).toEqual([-250, 45_000])
  })

  test('of a year goes on by the month', () => {
    const january = on('2030-01-01')
    const facts = subscribed(annual, january, { discount: half(12) })
    const plan = changed(facts, { product: plus, mode: 'invoice' }, on('2030-10-15'))
    expect(billed(plan).at(-1)).toBe(4500)
    expect(renewals(settled(facts, plan), 2)).toEqual([4500, 9000])
  })

  test('keeps to the last days of months', () => {
    const facts = subscribed(basic, on('2030-01-31'), { discount: half(3) })
    expect(renewals(facts, 3)).toEqual([500, 500, 1000])
  })
})

describe('what a seller gives with the change', () => {
  test('reduces the rest of the period', () => {
    const facts = subscribed(basic, april, { discount: percent(100, { duration: 'once' }) })
    const other = off(9000, { id: otherDiscount, duration: 'once' })
    const plan = changed(facts, { product: plus, mode: 'invoice', discount: other })
    expect(billed(plan)).toEqual([])
    expect(plan.after.discount).toMatchObject({ id: otherDiscount, appliedAt: april })
    const next = changed(plan.after, { product: product('Max', [fixed(20_000)]), mode: 'invoice' })
    expect(billed(next)).toEqual([10_000])
  })
})
