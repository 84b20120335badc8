import { describe, expect, test } from 'vitest'
import {
  cents,
  custom,
  dollars,
  due,
  fixed,
  free,
  on,
  percent,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { orderAmounts, subscriptionAmount } from './amounts.ts'
import { decideCancellation } from './cancellation.ts'
import { decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'
import { decideActivation, decideStart, decideUpgrade } from './start.ts'
import { decideTrialEnd } from './trial.ts'

const now = on('2030-01-31T12:30:00Z')
const basic = product('Basic', [fixed(3000)])
const start = {
  product: basic,
  currency: dollars,
  chosenAmount: null,
  discount: null,
  trialEnd: null,
  isPaid: true,
}

describe('the start of a subscription', () => {
  test('bills a period from now', () => {
    const { after, order, transitions } = decideStart(start, now)
    expect(after).toMatchObject({ status: 'active', anchorDay: 31, startedAt: now })
    expect(after.period).toEqual({ start: now, end: on('2030-02-28T12:30:00Z') })
    expect(order).toMatchObject({ reason: 'subscription_create', period: after.period })
    expect(transitions).toEqual(['created', 'active', 'updated'])
  })

  test('applies the discount from now on', () => {
    const { after, order } = decideStart({ ...start, discount: percent(20) }, now)
    expect(after.discount).toMatchObject({ appliedAt: now })
    expect(after.prices).toMatchObject([{ discountAmount: 600 }])
    expect(order && orderAmounts(order)).toMatchObject({ netAmount: 2400 })
  })

  test('takes the amount that the buyer chose', () => {
    const gift = product('Gift', [custom(500)])
    const { after } = decideStart({ ...start, product: gift, chosenAmount: cents(900) }, now)
    expect(subscriptionAmount(after)).toBe(900)
  })

  test('with a trial costs nothing', () => {
    const trialEnd = on('2030-02-14')
    const { after, order } = decideStart({ ...start, trialEnd, discount: percent(20) }, now)
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

  test('without a finished payment is incomplete for 23 hours', () => {
    const { after, transitions } = decideStart({ ...start, isPaid: false }, now)
    expect(after).toMatchObject({ status: 'incomplete', startedAt: null })
    expect(after.incompleteUntil).toEqual(on('2030-02-01T11:30:00Z'))
    expect(transitions).toEqual(['created'])
  })
})

test('the first payment starts the first period, whenever it succeeds', () => {
  const facts = subscribed(basic, now, { isPaid: false, discount: percent(20) })
  const paid = on('2030-02-01T08:00:00Z')
  const { after, transitions } = due(decideActivation(facts, paid))
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

describe('an upgrade by a purchase', () => {
  const nothing = product('None', [free()])
  const facts = subscribed(nothing, on('2030-01-10'))
  const bought = { product: basic, chosenAmount: null, discount: null }

  test('keeps the subscription and starts a period that is already paid', () => {
    const { after, order, transitions } = accept(decideUpgrade(facts, bought, now))
    expect(after).toMatchObject({ status: 'active', startedAt: on('2030-01-10'), anchorDay: 31 })
    expect(after.period.start).toEqual(now)
    expect(after.product.name).toBe('Basic')
    expect([order, transitions]).toEqual([null, ['updated']])
  })

  test('is refused where another purchase was faster, whose money would be lost', () => {
    const { after } = accept(decideUpgrade(facts, bought, now))
    expect(decideUpgrade(after, bought, now)).toEqual({ refused: 'checkout_subscription_paid' })
  })

  test('applies the discount of the purchase', () => {
    const { after } = accept(decideUpgrade(facts, { ...bought, discount: percent(20) }, now))
    expect(after.prices).toMatchObject([{ amount: 3000, discountAmount: 600 }])
  })

  test('undoes a cancellation', () => {
    const leaving = accept(decideCancellation(facts, { reason: 'unused' }, now)).after
    const { after, transitions } = accept(decideUpgrade(leaving, bought, now))
    expect(after).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null, endsAt: null })
    expect(after.cancellationReason).toBeNull()
    expect(transitions).toEqual(['updated', 'uncanceled'])
  })

  test('leaves waiting entries to the next order', () => {
    const paying = subscribed(basic, on('2030-01-10'))
    const start = { product: nothing, mode: 'prorate' } as const
    const freed = accept(decideProductChange(paying, start, now)).after
    const { after } = accept(decideUpgrade(freed, bought, now))
    expect(after.waiting).toHaveLength(1)
    expect(due(decideRenewal(after, after.period.end)).order?.entries).toHaveLength(2)
  })
})

describe('a trial', () => {
  const facts = subscribed(basic, now, { trialEnd: on('2030-02-14'), discount: percent(20) })

  test('that ends now is followed by a billed period', () => {
    const today = on('2030-02-10')
    const { after, order } = accept(decideTrialEnd(facts, { trialEnd: today }, today))
    expect(after).toMatchObject({ status: 'active', trialEnd: today, anchorDay: 10 })
    expect(after.period).toEqual({ start: today, end: on('2030-03-10') })
    expect(order && orderAmounts(order).netAmount).toBe(2400)
  })

  test('can be extended, and a pending change is postponed with it', () => {
    const plus = product('Plus', [fixed(9000)])
    const today = on('2030-02-10')
    const scheduled = accept(
      decideProductChange(facts, { product: plus, mode: 'next_period' }, today),
    ).after
    const { after, order } = accept(
      decideTrialEnd(scheduled, { trialEnd: on('2030-03-14') }, today),
    )
    expect(after.period.end).toEqual(on('2030-03-14'))
    expect(after.pending?.appliesAt).toEqual(on('2030-03-14'))
    expect(order).toBeNull()
  })

  test('can’t end in the past, and only a trial has a trial end', () => {
    const today = on('2030-02-10')
    const loc = ['body', 'trial_end']
    expect(decideTrialEnd(facts, { trialEnd: on('2030-02-09') }, today)).toEqual({
      refused: 'subscription_trial_end_past',
      details: { loc },
    })
    expect(decideTrialEnd(subscribed(basic, now), { trialEnd: today }, today)).toEqual({
      refused: 'subscription_trial_over',
      details: { loc },
    })
  })
})
