import { describe, expect, test } from 'vitest'
import {
  custom,
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
import { accept, isRefused } from '../../../kernel/refusal.ts'
import { amountsOf } from './amounts.ts'
import { planCancel } from './cancellation.ts'
import type { Plan, SubscriptionFacts } from './facts.ts'
import { planChange } from './plan-change.ts'
import { planRenewal } from './renewal.ts'

const basic = product('Basic', [fixed(3000)])
const yearly = product('Yearly', [fixed(30_000)], { interval: 'year' })

const renewed = (facts: SubscriptionFacts): Plan => accept(planRenewal(facts, facts.period.end))

/** The plans of so many renewals, one after the other. */
function renewals(facts: SubscriptionFacts, count: number): readonly Plan[] {
  const plans: Plan[] = []
  for (let done = 0; done < count; done += 1) plans.push(renewed(plans.at(-1)?.after ?? facts))
  return plans
}

const startsOf = (plans: readonly Plan[]): readonly string[] =>
  plans.map(({ after }) => after.period.start.toISOString().slice(0, 10))

describe('periods', () => {
  test.each([
    ['the end of January', basic, '2030-01-31', ['2030-02-28', '2030-03-31', '2030-04-30']],
    ['the same of a leap year', basic, '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['the 30th', basic, '2030-01-30', ['2030-02-28', '2030-03-30', '2030-04-30']],
    ['a common day', basic, '2030-11-15', ['2030-12-15', '2031-01-15', '2031-02-15']],
    ['years', yearly, '2030-04-16', ['2031-04-16', '2032-04-16', '2033-04-16']],
    [
      'leap days',
      yearly,
      '2028-02-29',
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ],
  ])('from %s', (_what, plan, start, starts) => {
    expect(startsOf(renewals(subscribed(plan, on(start)), starts.length))).toEqual(starts)
  })

  test('keep their time of day where clocks are changed', () => {
    const [march, april] = renewals(subscribed(basic, on('2030-02-28T01:30:00Z')), 2)
    expect(march?.after.period.start).toEqual(on('2030-03-28T01:30:00Z'))
    expect(april?.after.period.start).toEqual(on('2030-04-28T01:30:00Z'))
  })

  test('follow each other without a gap, however late they are asked for', () => {
    const facts = subscribed(basic, on('2030-01-31'))
    const late = accept(planRenewal(facts, on('2031-12-24')))
    expect(late).toEqual(renewed(facts))
  })
})

describe('a renewal', () => {
  const facts = subscribed(basic, on('2030-04-01'))

  test('isn’t due a millisecond before the end of the period', () => {
    expect(planRenewal(facts, on('2030-04-30T23:59:59.999Z'))).toEqual({
      refused: 'subscription_not_due',
    })
  })

  test('bills the period that begins', () => {
    const { after, order, transitions, entries } = renewed(facts)
    expect(after.period).toEqual({ start: on('2030-05-01'), end: on('2030-06-01') })
    expect(order).toMatchObject({ reason: 'subscription_cycle', period: after.period })
    expect(order?.entries).toMatchObject([
      { kind: 'cycle', label: 'Basic', amount: 3000, discountAmount: 0, period: after.period },
    ])
    expect([transitions, entries]).toEqual([['updated'], []])
  })

  test('done twice is done once: the second isn’t due yet', () => {
    const { after } = renewed(facts)
    expect(isRefused(planRenewal(after, facts.period.end))).toBe(true)
  })

  test('bills what is free with nothing, and what the buyer named with that', () => {
    const { order } = renewed(subscribed(product('Free', [free()]), on('2030-04-01')))
    expect(order?.entries).toMatchObject([{ amount: 0 }])
    const named = subscribed(product('Gift', [custom()]), on('2030-04-01'), { chosenAmount: 777 })
    expect(renewed(named).order?.entries).toMatchObject([{ amount: 777 }])
  })

  test('has no order where there is nothing to bill', () => {
    const { order, after } = renewed(
      subscribed(product('Metered', [metered('1')]), on('2030-04-01')),
    )
    expect(order).toBeNull()
    expect(after.period.start).toEqual(on('2030-05-01'))
  })

  test('bills what was used in the period that is over, once', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const facts = used(subscribed(plan, on('2030-04-01')), '150', 100)
    const first = renewed(facts)
    expect(first.order?.entries).toMatchObject([
      { kind: 'cycle', amount: 1000 },
      { kind: 'metered', amount: 100, period: facts.period },
    ])
    expect(renewed(first.after).order?.entries).toHaveLength(1)
  })

  test('bills what waited before what it adds, and nothing of it waits then', () => {
    const plus = product('Plus', [fixed(9000)])
    const { after } = accept(
      planChange(facts, { product: plus, mode: 'prorate' }, on('2030-04-16')),
    )
    const plan = renewed(after)
    expect(plan.order?.entries.map(({ amount }) => amount)).toEqual([-1500, 4500, 9000])
    expect(plan.after.waiting).toEqual([])
    expect(renewed(plan.after).order?.entries.map(({ amount }) => amount)).toEqual([9000])
  })
})

describe('a discount', () => {
  const nets = (facts: SubscriptionFacts, count: number) =>
    renewals(facts, count).map(({ order }) => order && amountsOf(order).netAmount)

  test.each([
    ['once', off(500, { duration: 'once' }), [3000, 3000]],
    ['forever', percent(20), [2400, 2400, 2400, 2400]],
    [
      'of three months',
      percent(20, { duration: 'repeating', durationInMonths: 3 }),
      [2400, 2400, 3000, 3000],
    ],
    ['of one month', percent(20, { duration: 'repeating', durationInMonths: 1 }), [3000]],
  ])('%s', (_what, discount, expected) => {
    const facts = subscribed(basic, on('2030-01-31'), { discount })
    expect(nets(facts, expected.length)).toEqual(expected)
  })

  test.each([
    [12, [30_000, 30_000]],
    [13, [24_000, 30_000]],
    [24, [24_000, 30_000]],
    [36, [24_000, 24_000, 30_000]],
  ])('of %i months counts the years of a yearly plan', (durationInMonths, expected) => {
    const discount = percent(20, { duration: 'repeating', durationInMonths })
    const facts = subscribed(yearly, on('2028-02-29'), { discount })
    expect(nets(facts, expected.length)).toEqual(expected)
  })

  test('goes from the subscription with its last period', () => {
    const facts = subscribed(basic, on('2030-04-01'), {
      discount: percent(20, { duration: 'once' }),
    })
    expect(facts.discount?.appliedAt).toEqual(on('2030-04-01'))
    expect(renewed(facts).after.discount).toBeNull()
    expect(renewed(facts).order?.discountId).toBeNull()
  })

  test('isn’t used by a trial', () => {
    const facts = subscribed(basic, on('2030-04-01'), {
      discount: percent(20, { duration: 'once' }),
      trialEnd: on('2030-04-11'),
    })
    expect(nets(facts, 2)).toEqual([2400, 3000])
  })

  test('is split over the items that it touches', () => {
    const plan = product('Metered', [fixed(3000), metered('1')])
    const facts = used(subscribed(plan, on('2030-04-01'), { discount: off(400) }), '1000')
    const { order, after } = renewed(facts)
    expect(order?.entries.map(({ discountAmount }) => discountAmount)).toEqual([300, 100])
    expect(after.prices.map(({ discountAmount }) => discountAmount)).toEqual([300, 0])
  })
})

describe('the end of what was canceled', () => {
  const canceled = (facts: SubscriptionFacts) =>
    accept(planCancel(facts, {}, on('2030-04-10'))).after

  test('comes with the end of its period and bills nothing new', () => {
    const { after, order, transitions } = renewed(canceled(subscribed(basic, on('2030-04-01'))))
    expect(after).toMatchObject({
      status: 'canceled',
      endsAt: on('2030-05-01'),
      endedAt: on('2030-05-01'),
      revokedAt: on('2030-05-01'),
    })
    expect([order, transitions]).toEqual([null, ['updated', 'revoked']])
  })

  test('bills what was used until then', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const facts = used(subscribed(plan, on('2030-04-01'), { discount: percent(50) }), '150')
    const { order, after } = renewed(canceled(facts))
    expect(order).toMatchObject({ reason: 'subscription_update' })
    expect(order?.entries).toMatchObject([{ kind: 'metered', amount: 300, discountAmount: 150 }])
    expect(after.waiting).toEqual([])
  })

  test('is when it was due, also where it is noted late', () => {
    const { after } = accept(
      planRenewal(canceled(subscribed(basic, on('2030-04-01'))), on('2030-05-03')),
    )
    expect([after.endsAt, after.endedAt]).toEqual([on('2030-05-01'), on('2030-05-03')])
  })
})

describe('the end of a trial', () => {
  const facts = subscribed(product('Metered', [fixed(3000), metered('1')]), on('2030-01-20'), {
    trialEnd: on('2030-01-31'),
  })

  test('is a renewal with a cycle of its own', () => {
    const plans = renewals(used(facts, '500'), 3)
    expect(startsOf(plans)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31'])
    expect(plans[0]).toMatchObject({ after: { status: 'active' }, transitions: ['updated'] })
  })

  test('gives away what was used in it', () => {
    expect(renewed(used(facts, '500')).order?.entries).toMatchObject([{ amount: 3000 }])
  })
})
