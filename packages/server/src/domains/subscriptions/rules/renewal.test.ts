import { describe, expect, test } from 'vitest'
import { renewed } from '../../../../test/product-changes.ts'
import {
  custom,
  due,
  fixed,
  free,
  metered,
  off,
  on,
  percent,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { orderAmounts } from './amounts.ts'
import { decideCancellation } from './cancellation.ts'
import type { Decision } from './decision.ts'
import type { SubscriptionFacts } from './facts.ts'
import { decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'

const basic = product('Basic', [fixed(3000)])
const yearly = product('Yearly', [fixed(30_000)], { interval: 'year' })

/** The decisions of several renewals, one after another. */
function renewals(facts: SubscriptionFacts, count: number): readonly Decision[] {
  const plans: Decision[] = []
  for (let done = 0; done < count; done += 1) plans.push(renewed(plans.at(-1)?.after ?? facts))
  return plans
}

const startsOf = (plans: readonly Decision[]): readonly string[] =>
  plans.map(({ after }) => after.period.start.toISOString().slice(0, 10))

describe('periods', () => {
  test.each([
    ['the end of January', basic, '2030-01-31', ['2030-02-28', '2030-03-31', '2030-04-30']],
    [
      'the end of January in a leap year',
      basic,
      '2028-01-31',
      ['2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    ['the 30th', basic, '2030-01-30', ['2030-02-28', '2030-03-30', '2030-04-30']],
    ['an ordinary day', basic, '2030-11-15', ['2030-12-15', '2031-01-15', '2031-02-15']],
    ['an ordinary day, yearly', yearly, '2030-04-16', ['2031-04-16', '2032-04-16', '2033-04-16']],
    [
      'a leap day, yearly',
      yearly,
      '2028-02-29',
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ],
  ])('from %s keep their anchor day', (_what, plan, start, starts) => {
    expect(startsOf(renewals(subscribed(plan, on(start)), starts.length))).toEqual(starts)
  })

  test('keep their time of day across daylight saving changes', () => {
    const [march, april] = renewals(subscribed(basic, on('2030-02-28T01:30:00Z')), 2)
    expect(march?.after.period.start).toEqual(on('2030-03-28T01:30:00Z'))
    expect(april?.after.period.start).toEqual(on('2030-04-28T01:30:00Z'))
  })

  test('follow each other without a gap, however late the renewal runs', () => {
    const facts = subscribed(basic, on('2030-01-31'))
    const late = due(decideRenewal(facts, on('2031-12-24')))
    expect(late).toEqual(renewed(facts))
  })
})

describe('a renewal', () => {
  const facts = subscribed(basic, on('2030-04-01'))

  test('is not due a millisecond before the end of the period', () => {
    expect(decideRenewal(facts, on('2030-04-30T23:59:59.999Z'))).toBeNull()
  })

  test('bills the period that starts', () => {
    const { after, order, transitions, entries } = renewed(facts)
    expect(after.period).toEqual({ start: on('2030-05-01'), end: on('2030-06-01') })
    expect(order).toMatchObject({ reason: 'subscription_cycle', period: after.period })
    expect(order?.entries).toMatchObject([
      { kind: 'cycle', label: 'Basic', amount: 3000, discountAmount: 0, period: after.period },
    ])
    expect([transitions, entries]).toEqual([['updated'], []])
  })

  test('is not due twice for one period', () => {
    const { after } = renewed(facts)
    expect(decideRenewal(after, facts.period.end)).toBeNull()
  })

  test('bills a free price with zero, and a chosen amount in full', () => {
    const { order } = renewed(subscribed(product('Free', [free()]), on('2030-04-01')))
    expect(order?.entries).toMatchObject([{ amount: 0 }])
    const named = subscribed(product('Gift', [custom()]), on('2030-04-01'), { chosenAmount: 777 })
    expect(renewed(named).order?.entries).toMatchObject([{ amount: 777 }])
  })

  test('has no order if there is nothing to bill', () => {
    const { order, after } = renewed(
      subscribed(product('Metered', [metered('1')]), on('2030-04-01')),
    )
    expect(order).toBeNull()
    expect(after.period.start).toEqual(on('2030-05-01'))
  })

  test('bills the usage of the past period once', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const facts = used(subscribed(plan, on('2030-04-01')), '150', 100)
    const first = renewed(facts)
    expect(first.order?.entries).toMatchObject([
      { kind: 'cycle', amount: 1000 },
      { kind: 'metered', amount: 100, period: facts.period },
    ])
    expect(renewed(first.after).order?.entries).toHaveLength(1)
  })

  test('bills waiting entries first, and none of them wait afterwards', () => {
    const plus = product('Plus', [fixed(9000)])
    const { after } = accept(
      decideProductChange(facts, { product: plus, mode: 'prorate' }, on('2030-04-16')),
    )
    const plan = renewed(after)
    expect(plan.order?.entries.map(({ amount }) => amount)).toEqual([-1500, 4500, 9000])
    expect(plan.after.waiting).toEqual([])
    expect(renewed(plan.after).order?.entries.map(({ amount }) => amount)).toEqual([9000])
  })
})

describe('a discount', () => {
  const nets = (facts: SubscriptionFacts, count: number) =>
    renewals(facts, count).map(({ order }) => order && orderAmounts(order).netAmount)

  test.each([
    ['that applies once', off(500, { duration: 'once' }), [3000, 3000]],
    ['that applies forever', percent(20), [2400, 2400, 2400, 2400]],
    [
      'for three months',
      percent(20, { duration: 'repeating', durationInMonths: 3 }),
      [2400, 2400, 3000, 3000],
    ],
    ['for one month', percent(20, { duration: 'repeating', durationInMonths: 1 }), [3000]],
  ])('%s is deducted for that long', (_what, discount, expected) => {
    const facts = subscribed(basic, on('2030-01-31'), { discount })
    expect(nets(facts, expected.length)).toEqual(expected)
  })

  test.each([
    [12, [30_000, 30_000]],
    [13, [24_000, 30_000]],
    [24, [24_000, 30_000]],
    [36, [24_000, 24_000, 30_000]],
  ])(
    'for %i months applies to the years of a yearly product that start within them',
    (durationInMonths, expected) => {
      const discount = percent(20, { duration: 'repeating', durationInMonths })
      const facts = subscribed(yearly, on('2028-02-29'), { discount })
      expect(nets(facts, expected.length)).toEqual(expected)
    },
  )

  test('is removed after its last period', () => {
    const facts = subscribed(basic, on('2030-04-01'), {
      discount: percent(20, { duration: 'once' }),
    })
    expect(facts.discount?.appliedAt).toEqual(on('2030-04-01'))
    expect(renewed(facts).after.discount).toBeNull()
    expect(renewed(facts).order?.discountId).toBeNull()
  })

  test('is not used up by a trial', () => {
    const facts = subscribed(basic, on('2030-04-01'), {
      discount: percent(20, { duration: 'once' }),
      trialEnd: on('2030-04-11'),
    })
    expect(nets(facts, 2)).toEqual([2400, 3000])
  })

  test('is split over the items that it applies to', () => {
    const plan = product('Metered', [fixed(3000), metered('1')])
    const facts = used(subscribed(plan, on('2030-04-01'), { discount: off(400) }), '1000')
    const { order, after } = renewed(facts)
    expect(order?.entries.map(({ discountAmount }) => discountAmount)).toEqual([300, 100])
    expect(after.prices.map(({ discountAmount }) => discountAmount)).toEqual([300, 0])
  })
})

describe('the renewal of a canceled subscription', () => {
  const canceled = (facts: SubscriptionFacts) =>
    accept(decideCancellation(facts, {}, on('2030-04-10'))).after

  test('ends it and bills nothing new', () => {
    const { after, order, transitions } = renewed(canceled(subscribed(basic, on('2030-04-01'))))
    expect(after).toMatchObject({
      status: 'canceled',
      endsAt: on('2030-05-01'),
      endedAt: on('2030-05-01'),
      revokedAt: on('2030-05-01'),
    })
    expect([order, transitions]).toEqual([null, ['updated', 'revoked']])
  })

  test('bills the usage of the last period', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const facts = used(subscribed(plan, on('2030-04-01'), { discount: percent(50) }), '150')
    const { order, after } = renewed(canceled(facts))
    expect(order).toMatchObject({ reason: 'subscription_update' })
    expect(order?.entries).toMatchObject([{ kind: 'metered', amount: 300, discountAmount: 150 }])
    expect(after.waiting).toEqual([])
  })

  test('ends it as of the end of the period, however late it runs', () => {
    const { after } = due(
      decideRenewal(canceled(subscribed(basic, on('2030-04-01'))), on('2030-05-03')),
    )
    expect([after.endsAt, after.endedAt]).toEqual([on('2030-05-01'), on('2030-05-03')])
  })
})

describe('the end of a trial', () => {
  const facts = subscribed(product('Metered', [fixed(3000), metered('1')]), on('2030-01-20'), {
    trialEnd: on('2030-01-31'),
  })

  test('starts a new cycle', () => {
    const plans = renewals(used(facts, '500'), 3)
    expect(startsOf(plans)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31'])
    expect(plans[0]).toMatchObject({ after: { status: 'active' }, transitions: ['updated'] })
  })

  test('doesn’t bill the usage during it', () => {
    expect(renewed(used(facts, '500')).order?.entries).toMatchObject([{ amount: 3000 }])
  })
})
