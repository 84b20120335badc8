import { describe, expect, test } from 'vitest'
import {
  fixed,
  metered,
  on,
  percent,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { planCancel, planLeavingWords, planRevoke, planUncancel } from './cancellation.ts'
import { planChange } from './plan-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])
const facts = subscribed(basic, on('2030-04-01'))
const today = on('2030-04-16')
const words = { reason: 'too_expensive', comment: 'See you' } as const

describe('canceling', () => {
  test('is noted with what was said, and comes with the end of the period', () => {
    const { after, transitions } = accept(planCancel(facts, words, today))
    expect(after).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      canceledAt: today,
      endsAt: on('2030-05-01'),
      endedAt: null,
      cancellationReason: 'too_expensive',
      cancellationComment: 'See you',
    })
    expect(transitions).toEqual(['updated', 'canceled'])
  })

  test('lets a change that was to come fall', () => {
    const planned = accept(planChange(facts, { product: plus, mode: 'next_period' }, today)).after
    expect(accept(planCancel(planned, {}, today)).after.pending).toBeNull()
  })

  test('can be taken back as if nothing had been said', () => {
    const canceled = accept(planCancel(facts, words, today)).after
    const { after, transitions } = accept(planUncancel(canceled))
    expect([after, transitions]).toEqual([facts, ['updated', 'uncanceled']])
  })

  test('can be explained later, and one word at a time', () => {
    const canceled = accept(planCancel(facts, words, today)).after
    const said = accept(planLeavingWords(canceled, { comment: null }))
    expect(said.after).toMatchObject({
      cancellationReason: 'too_expensive',
      cancellationComment: null,
    })
    expect(said.transitions).toEqual(['updated'])
    expect(accept(planLeavingWords(canceled, words)).transitions).toEqual([])
  })
})

describe('revoking', () => {
  test('ends at once and gives nothing back', () => {
    const { after, order, transitions } = accept(planRevoke(facts, words, today))
    expect(after).toMatchObject({
      status: 'canceled',
      canceledAt: today,
      endsAt: today,
      endedAt: today,
      revokedAt: today,
      cancellationReason: 'too_expensive',
    })
    expect([order, transitions]).toEqual([null, ['updated', 'canceled', 'revoked']])
  })

  test('bills what waited and what was used', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const begun = subscribed(plan, on('2030-04-01'), { discount: percent(50) })
    const waits = accept(planChange(begun, { product: plus, mode: 'prorate' }, today)).after
    const { order, after } = accept(planRevoke(waits, {}, on('2030-04-20')))
    expect(order?.entries.map(({ amount }) => amount)).toEqual([-250, 2250])
    expect(after.waiting).toEqual([])
    const final = accept(planRevoke(used(begun, '50'), {}, today)).order
    expect(final?.entries).toMatchObject([
      { amount: 100, discountAmount: 50, period: { start: on('2030-04-01'), end: today } },
    ])
  })

  test('collects nothing where a payment is overdue', () => {
    const waits = accept(planChange(facts, { product: plus, mode: 'prorate' }, today)).after
    const plan = accept(planRevoke({ ...waits, status: 'past_due' }, {}, today))
    expect(plan).toMatchObject({ order: null, givesUpOrders: true })
  })

  test('of what was on trial gives away what was used', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const trial = subscribed(plan, on('2030-04-01'), { trialEnd: on('2030-05-01') })
    expect(accept(planRevoke(used(trial, '50'), {}, today)).order).toBeNull()
  })

  test('keeps when it was to end where that was said before', () => {
    const canceled = accept(planCancel(facts, words, on('2030-04-10'))).after
    const { after } = accept(planRevoke(canceled, {}, today))
    expect(after).toMatchObject({ canceledAt: on('2030-04-10'), endsAt: today, endedAt: today })
    expect(after.cancellationComment).toBe('See you')
  })
})
