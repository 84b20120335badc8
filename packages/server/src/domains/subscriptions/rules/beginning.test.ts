import { describe, expect, test } from 'vitest'
import {
  cents,
  custom,
  dollars,
  fixed,
  free,
  on,
  percent,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { amountsOf, subscriptionAmount } from './amounts.ts'
import { planActivation, planBeginning, planUpgrade } from './beginning.ts'
import { planCancel } from './cancellation.ts'
import { planChange } from './plan-change.ts'
import { planRenewal } from './renewal.ts'
import { planTrialEnd } from './trial.ts'

const now = on('2030-01-31T12:30:00Z')
const basic = product('Basic', [fixed(3000)])
const wish = {
  product: basic,
  currency: dollars,
  chosenAmount: null,
  discount: null,
  trialEnd: null,
  isPaid: true,
}

describe('a subscription begins', () => {
  test('with what was paid, and a period from now', () => {
    const { after, order, transitions } = planBeginning(wish, now)
    expect(after).toMatchObject({ status: 'active', anchorDay: 31, startedAt: now })
    expect(after.period).toEqual({ start: now, end: on('2030-02-28T12:30:00Z') })
    expect(order).toMatchObject({ reason: 'subscription_create', period: after.period })
    expect(transitions).toEqual(['created', 'active', 'updated'])
  })

  test('with a discount that is used from now on', () => {
    const { after, order } = planBeginning({ ...wish, discount: percent(20) }, now)
    expect(after.discount).toMatchObject({ appliedAt: now })
    expect(after.prices).toMatchObject([{ discountAmount: 600 }])
    expect(order && amountsOf(order)).toMatchObject({ netAmount: 2400 })
  })

  test('at the price that the buyer named', () => {
    const gift = product('Gift', [custom(500)])
    const { after } = planBeginning({ ...wish, product: gift, chosenAmount: cents(900) }, now)
    expect(subscriptionAmount(after)).toBe(900)
  })

  test('with a trial that costs nothing', () => {
    const trialEnd = on('2030-02-14')
    const { after, order } = planBeginning({ ...wish, trialEnd, discount: percent(20) }, now)
    expect(after).toMatchObject({
      status: 'trialing',
      trialEnd,
      period: { start: now, end: trialEnd },
    })
    expect(after.discount).toMatchObject({ appliedAt: null })
    expect(order?.entries).toMatchObject([
      { amount: 0, label: 'Trial of Basic — From Jan 31, 2030 to Feb 14, 2030' },
    ])
  })

  test('incomplete where its payment isn’t finished, for 23 hours', () => {
    const { after, transitions } = planBeginning({ ...wish, isPaid: false }, now)
    expect(after).toMatchObject({ status: 'incomplete', startedAt: null })
    expect(after.incompleteUntil).toEqual(on('2030-02-01T11:30:00Z'))
    expect(transitions).toEqual(['created'])
  })
})

test('the first payment begins the first period, whenever it is finished', () => {
  const facts = subscribed(basic, now, { isPaid: false, discount: percent(20) })
  const paid = on('2030-02-01T08:00:00Z')
  const { after, transitions } = accept(planActivation(facts, paid))
  expect(after).toMatchObject({
    status: 'active',
    startedAt: paid,
    anchorDay: 1,
    incompleteUntil: null,
  })
  expect(after.period).toEqual({ start: paid, end: on('2030-03-01T08:00:00Z') })
  expect(after.discount?.appliedAt).toEqual(paid)
  expect(transitions).toEqual(['updated', 'active'])
})

describe('an upgrade by purchase', () => {
  const nothing = product('None', [free()])
  const facts = subscribed(nothing, on('2030-01-10'))
  const bought = { product: basic, chosenAmount: null, discount: null }

  test('keeps the subscription and begins a period that is paid already', () => {
    const { after, order, transitions } = accept(planUpgrade(facts, bought, now))
    expect(after).toMatchObject({ status: 'active', startedAt: on('2030-01-10'), anchorDay: 31 })
    expect(after.period.start).toEqual(now)
    expect(after.product.name).toBe('Basic')
    expect([order, transitions]).toEqual([null, ['updated']])
  })

  test('takes its discount along', () => {
    const { after } = accept(planUpgrade(facts, { ...bought, discount: percent(20) }, now))
    expect(after.prices).toMatchObject([{ amount: 3000, discountAmount: 600 }])
  })

  test('undoes a wish to leave', () => {
    const leaving = accept(planCancel(facts, { reason: 'unused' }, now)).after
    const { after, transitions } = accept(planUpgrade(leaving, bought, now))
    expect(after).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null, endsAt: null })
    expect(after.cancellationReason).toBeNull()
    expect(transitions).toEqual(['updated', 'uncanceled'])
  })

  test('leaves what waited to the next order', () => {
    const paying = subscribed(basic, on('2030-01-10'))
    const wish = { product: nothing, mode: 'prorate' } as const
    const freed = accept(planChange(paying, wish, now)).after
    const { after } = accept(planUpgrade(freed, bought, now))
    expect(after.waiting).toHaveLength(1)
    expect(accept(planRenewal(after, after.period.end)).order?.entries).toHaveLength(2)
  })
})

describe('a trial', () => {
  const facts = subscribed(basic, now, { trialEnd: on('2030-02-14'), discount: percent(20) })

  test('that ends now is followed by a period that is billed', () => {
    const today = on('2030-02-10')
    const { after, order } = accept(planTrialEnd(facts, { trialEnd: today }, today))
    expect(after).toMatchObject({ status: 'active', trialEnd: today, anchorDay: 10 })
    expect(after.period).toEqual({ start: today, end: on('2030-03-10') })
    expect(order && amountsOf(order).netAmount).toBe(2400)
  })

  test('can end later, and what is to come then comes later', () => {
    const plus = product('Plus', [fixed(9000)])
    const today = on('2030-02-10')
    const planned = accept(planChange(facts, { product: plus, mode: 'next_period' }, today)).after
    const { after, order } = accept(planTrialEnd(planned, { trialEnd: on('2030-03-14') }, today))
    expect(after.period.end).toEqual(on('2030-03-14'))
    expect(after.pending?.appliesAt).toEqual(on('2030-03-14'))
    expect(order).toBeNull()
  })

  test('can’t end in the past, and what isn’t one has no end', () => {
    const today = on('2030-02-10')
    const loc = ['body', 'trial_end']
    expect(planTrialEnd(facts, { trialEnd: on('2030-02-09') }, today)).toEqual({
      refused: 'subscription_trial_end_past',
      details: { loc },
    })
    expect(planTrialEnd(subscribed(basic, now), { trialEnd: today }, today)).toEqual({
      refused: 'subscription_trial_over',
      details: { loc },
    })
  })
})
