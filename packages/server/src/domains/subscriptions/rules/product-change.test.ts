import { describe, expect, test } from 'vitest'
import { april, changed, middle, nets, renewed } from '../../../../test/product-changes.ts'
import {
  cents,
  custom,
  fixed,
  free,
  metered,
  off,
  on,
  otherDiscount,
  percent,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { orderAmounts } from './amounts.ts'
import type { Decision } from './decision.ts'
import { decidePendingChangeRemoval } from './product-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])
const annual = product('Annual', [fixed(30_000)], { interval: 'year' })
const nothing = product('None', [free()])

const netOf = ({ order }: Decision): number | null => order && orderAmounts(order).netAmount

describe('a change with mode invoice', () => {
  const mode = 'invoice'

  test('credits the rest of the old product and charges the rest of the new one', () => {
    const plan = changed(subscribed(basic, april), { product: plus, mode })
    expect(plan.order).toMatchObject({ reason: 'subscription_update' })
    expect(plan.order?.entries).toMatchObject([
      {
        kind: 'proration',
        label: 'Remaining time on Basic — From Apr 16, 2030 to May 1, 2030',
        amount: -1500,
        period: { start: middle, end: on('2030-05-01') },
        productPriceId: basic.prices[0]?.productPriceId,
      },
      {
        kind: 'proration',
        label: 'Remaining time on Plus — From Apr 16, 2030 to May 1, 2030',
        amount: 4500,
        isDiscounted: false,
        productPriceId: plus.prices[0]?.productPriceId,
      },
    ])
    expect([plan.entries, plan.transitions, plan.mode]).toEqual([[], ['updated'], mode])
  })

  test('keeps the period, and the next one costs the new price', () => {
    const { after } = changed(subscribed(basic, april), { product: plus, mode })
    expect(after).toMatchObject({ product: { name: 'Plus' }, anchorDay: 1, waiting: [] })
    expect(after.period.end).toEqual(on('2030-05-01'))
    expect(netOf(renewed(after))).toBe(9000)
  })

  test('to a cheaper product has an order below zero', () => {
    expect(netOf(changed(subscribed(plus, april), { product: basic, mode }))).toBe(-3000)
  })

  test('bills waiting entries too', () => {
    const waits = changed(subscribed(basic, april), { product: plus, mode: 'prorate' }).after
    const plan = changed(waits, { product: basic, mode }, on('2030-04-21'))
    expect(nets(plan.order?.entries)).toEqual([-1500, 4500, -3000, 1000])
    expect(plan.after.waiting).toEqual([])
  })

  test('has no order if there is nothing to bill', () => {
    const other = product('Other', [free()])
    expect(changed(subscribed(nothing, april), { product: other, mode }).order).toBeNull()
  })

  test('after the end of the period leaves billing to the renewal', () => {
    const plan = changed(subscribed(basic, april), { product: plus, mode }, on('2030-05-02'))
    expect(plan.order).toBeNull()
    expect(netOf(renewed(plan.after))).toBe(9000)
  })
})

describe('a change with mode prorate', () => {
  const mode = 'prorate'

  test('bills nothing now and everything with the next order', () => {
    const plan = changed(subscribed(basic, april), { product: plus, mode })
    expect(plan.order).toBeNull()
    expect(nets(plan.entries)).toEqual([-1500, 4500])
    expect(plan.after.waiting).toEqual(plan.entries)
    expect(netOf(renewed(plan.after))).toBe(12_000)
  })

  test('stores only the new entries', () => {
    const first = changed(subscribed(basic, april), { product: plus, mode }).after
    const plan = changed(first, { product: basic, mode }, on('2030-04-21'))
    expect(nets(plan.entries)).toEqual([-3000, 1000])
    expect(plan.after.waiting).toHaveLength(4)
  })

  test('deducts the discount from credits and charges', () => {
    const facts = subscribed(basic, april, { discount: percent(20) })
    const plan = changed(facts, { product: plus, mode })
    expect(nets(plan.entries)).toEqual([-1200, 3600])
    const cycle = renewed(plan.after).order?.entries.at(-1)
    expect(cycle).toMatchObject({ amount: 9000, discountAmount: 1800 })
  })

  test('credits the subscription’s own price, not the current price of the product', () => {
    const facts = subscribed(basic, april)
    const dearer = { ...basic, prices: [fixed(5000)] }
    expect(nets(changed(facts, { product: dearer, mode }).entries)).toEqual([-1500, 2500])
  })

  test('credits what was paid, whatever discount was added since', () => {
    const facts = { ...subscribed(basic, april), discount: { ...percent(50), appliedAt: null } }
    expect(nets(changed(facts, { product: plus, mode }).entries)).toEqual([-1500, 4500])
  })
})

describe('a change with mode prorate and a limit', () => {
  const mode = 'prorate'
  const limited = (deferredMax: number) =>
    ({ product: plus, mode, deferredMax: cents(deferredMax) }) as const

  test('waits for the next order up to the limit, and is billed immediately beyond it', () => {
    const facts = subscribed(basic, april)
    expect(changed(facts, limited(3000))).toMatchObject({ order: null, mode })
    const plan = changed(facts, limited(2999))
    expect([netOf(plan), plan.mode, plan.entries]).toEqual([3000, 'invoice', []])
  })

  test('counts what waits already', () => {
    const first = changed(subscribed(basic, april), limited(3000)).after
    const dearer = { ...limited(3000), product: product('Max', [fixed(20_000)]) }
    expect(netOf(changed(first, dearer))).toBe(8500)
  })

  test('to a cheaper product waits, whatever waits already', () => {
    const first = changed(subscribed(basic, april), { product: plus, mode }).after
    const down = { product: basic, mode, deferredMax: cents(0) } as const
    expect(changed(first, down, on('2030-04-21')).order).toBeNull()
  })
})

describe('a change with mode next_period', () => {
  const mode = 'next_period'
  const facts = subscribed(plus, april)
  const decided = changed(facts, { product: basic, mode })

  test('changes nothing until then', () => {
    expect(decided).toMatchObject({ order: null, entries: [], transitions: ['updated'], mode })
    expect({ ...decided.after, pending: null }).toEqual(facts)
    expect(decided.after.pending).toMatchObject({
      product: { name: 'Basic' },
      appliesAt: on('2030-05-01'),
    })
  })

  test('makes the renewal bill the new product', () => {
    const { after, order } = renewed(decided.after)
    expect(order?.entries).toMatchObject([{ label: 'Basic', amount: 3000 }])
    expect(after).toMatchObject({ product: { name: 'Basic' }, pending: null })
  })

  test('to another interval starts a new cycle then', () => {
    const { after } = renewed(changed(facts, { product: annual, mode }).after)
    expect(after).toMatchObject({ interval: 'year', anchorDay: 1 })
    expect(after.period).toEqual({ start: on('2030-05-01'), end: on('2031-05-01') })
  })

  test('is replaced by any later change', () => {
    const other = changed(decided.after, { product: annual, mode })
    expect(other.after.pending?.product.name).toBe('Annual')
    for (const now of ['invoice', 'prorate', 'reset'] as const) {
      expect(changed(decided.after, { product: annual, mode: now }).after.pending).toBeNull()
      expect(changed(decided.after, { product: basic, mode: now }).after.pending).toBeNull()
    }
  })

  test('can be removed', () => {
    const { after, transitions } = decidePendingChangeRemoval(decided.after)
    expect([after, transitions]).toEqual([facts, ['updated']])
    expect(decidePendingChangeRemoval(after).transitions).toEqual([])
  })

  test('bills usage at the old price', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const { after } = changed(subscribed(plan, april), { product: basic, mode })
    expect(nets(renewed(used(after, '50')).order?.entries)).toEqual([3000, 100])
  })
})

describe('a change with mode reset', () => {
  const mode = 'reset'

  test('credits nothing and bills a whole new period', () => {
    const { after, order } = changed(subscribed(basic, april), { product: plus, mode })
    expect(order).toMatchObject({ reason: 'subscription_update', period: after.period })
    expect(order?.entries).toMatchObject([{ kind: 'cycle', label: 'Plus', amount: 9000 }])
    expect(after).toMatchObject({ anchorDay: 16 })
    expect(after.period).toEqual({ start: middle, end: on('2030-05-16') })
  })

  test('gains nothing by upgrading and downgrading again', () => {
    const up = changed(subscribed(basic, april), { product: plus, mode })
    const down = changed(up.after, { product: basic, mode })
    expect([netOf(up), netOf(down)]).toEqual([9000, 3000])
  })

  test('bills waiting entries too', () => {
    const waits = changed(subscribed(basic, april), { product: plus, mode: 'prorate' }).after
    const plan = changed(waits, { product: basic, mode }, on('2030-04-21'))
    expect(nets(plan.order?.entries)).toEqual([-1500, 4500, 3000])
  })

  test('ends a trial', () => {
    const facts = subscribed(basic, april, { trialEnd: on('2030-05-01') })
    const { after, order } = changed(facts, { product: plus, mode })
    expect(after).toMatchObject({ status: 'active', trialEnd: middle })
    expect(nets(order?.entries)).toEqual([9000])
  })
})

describe('a change to another interval', () => {
  test.each(['invoice', 'prorate'] as const)('is billed immediately with mode %s', (mode) => {
    const plan = changed(subscribed(basic, april), { product: annual, mode })
    expect(plan.mode).toBe('invoice')
    expect(nets(plan.order?.entries)).toEqual([-1500, 30_000])
    expect(plan.after.period).toEqual({ start: middle, end: on('2031-04-16') })
    expect(plan.after).toMatchObject({ interval: 'year', anchorDay: 16, waiting: [] })
  })

  test('from years to months credits the rest of the year', () => {
    const facts = subscribed(annual, on('2030-01-01'))
    const plan = changed(facts, { product: basic, mode: 'prorate' }, on('2030-01-01'))
    expect(nets(plan.order?.entries)).toEqual([-30_000, 3000])
  })

  test('after the end of the period starts where the period ended', () => {
    const { after, order } = changed(
      subscribed(basic, april),
      { product: annual, mode: 'prorate' },
      on('2030-05-02'),
    )
    expect(after.period.start).toEqual(on('2030-05-01'))
    expect(nets(order?.entries)).toEqual([30_000])
  })
})

describe('a discount at a change of the product', () => {
  const mode = 'prorate'

  test('is removed if it doesn’t apply to the new product', () => {
    const discount = percent(20, { productIds: [basic.id] })
    const { after, entries } = changed(subscribed(basic, april, { discount }), {
      product: plus,
      mode,
    })
    expect(after.discount).toBeNull()
    expect(nets(entries)).toEqual([-1200, 4500])
    const freed = changed(subscribed(basic, april, { discount: percent(20) }), {
      product: nothing,
      mode,
    })
    expect(freed.after.discount).toBeNull()
  })

  test('can be replaced, and the new one applies to this period', () => {
    const facts = subscribed(basic, april, { discount: percent(20) })
    const other = percent(50, { id: otherDiscount, duration: 'once' })
    const { after, entries } = changed(facts, { product: plus, mode, discount: other })
    expect(nets(entries)).toEqual([-1200, 2250])
    expect(after.discount).toMatchObject({ id: otherDiscount, appliedAt: april })
    expect(renewed(after).after.discount).toBeNull()
  })

  test('can be removed, and stays as it is if the same one is set again', () => {
    const facts = subscribed(basic, april, { discount: percent(20) })
    expect(nets(changed(facts, { product: plus, mode, discount: null }).entries)).toEqual([
      -1200, 4500,
    ])
    const kept = changed(renewed(facts).after, { product: plus, mode, discount: percent(20) })
    expect(kept.after.discount?.appliedAt).toEqual(april)
  })
})

describe('prices without proration', () => {
  const plan = product('Metered', [fixed(1000), metered('2')])

  test('a chosen amount is not credited', () => {
    const gift = subscribed(product('Gift', [custom()]), april, { chosenAmount: 5000 })
    expect(nets(changed(gift, { product: basic, mode: 'invoice' }).order?.entries)).toEqual([1500])
  })

  test('usage is billed with the change, less a percentage discount but not a fixed one', () => {
    const settle = (discount?: ReturnType<typeof percent>) => {
      const facts = used(subscribed(plan, april, discount && { discount }), '50')
      return changed(facts, { product: basic, mode: 'invoice', discount: null }).order?.entries.at(
        -1,
      )
    }
    const period = { start: april, end: middle }
    expect(settle()).toMatchObject({ kind: 'metered', amount: 100, period })
    expect(settle(percent(20))).toMatchObject({
      amount: 80,
      discountAmount: 0,
      isDiscounted: false,
    })
    expect(settle(off(500))).toMatchObject({ amount: 100, discountAmount: 0 })
    // The next period would not get it, so nobody uses at a discount by ending this one.
    expect(settle(percent(20, { duration: 'once' }))).toMatchObject({ amount: 100 })
  })

  test('usage starts over with the new prices', () => {
    const dearer = { ...plan, prices: [fixed(1000), metered('3')] }
    const { after } = changed(used(subscribed(plan, april), '50'), {
      product: dearer,
      mode: 'prorate',
    })
    expect(nets(renewed(after).order?.entries)).toEqual([-500, 500, 100, 1000])
  })
})

describe('a change during a trial', () => {
  const facts = subscribed(basic, april, { trialEnd: on('2030-05-01'), discount: percent(20) })

  test.each(['invoice', 'prorate'] as const)('bills nothing with mode %s', (mode) => {
    const plan = changed(facts, { product: annual, mode })
    expect(plan).toMatchObject({ order: null, entries: [] })
    expect(plan.after).toMatchObject({
      status: 'trialing',
      interval: 'year',
      product: { name: 'Annual' },
    })
    expect(plan.after.period).toEqual(facts.period)
    const { order, after } = renewed(plan.after)
    expect(nets(order?.entries)).toEqual([24_000])
    expect(after.period.end).toEqual(on('2031-05-01'))
  })

  const asCustomer = { mode: 'invoice', deferredMax: cents(0) } as const

  test.each([
    ['dearer', product('Dear', [fixed(3001)])],
    ['dearer in a year', product('Dear', [fixed(36_001)], { interval: 'year' })],
    ['billed by other usage', product('Metered', [metered('2')])],
  ])('ends it if the customer takes what is %s', (_, dear) => {
    const plan = changed(facts, { product: dear, ...asCustomer })
    expect(plan).toMatchObject({ mode: 'reset', after: { status: 'active', trialEnd: middle } })
    expect(plan.after.product.name).toBe(dear.name)
  })

  test('goes on if the customer takes what costs no more', () => {
    const cheap = product('Cheap', [fixed(3000)])
    const plan = changed(facts, { product: cheap, ...asCustomer })
    expect(plan).toMatchObject({ order: null, after: { status: 'trialing' } })
  })
})
