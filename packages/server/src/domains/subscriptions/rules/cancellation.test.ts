import { describe, expect, test } from 'vitest'
import {
  fixed,
  metered,
  off,
  on,
  percent,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import {
  decideCancellation,
  decideFeedback,
  decideRevocation,
  decideUncancellation,
} from './cancellation.ts'
import { decideProductChange } from './product-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])
const facts = subscribed(basic, on('2030-04-01'))
const today = on('2030-04-16')
const feedback = { reason: 'too_expensive', comment: 'See you' } as const

describe('a cancellation', () => {
  test('takes effect at the end of the period, and stores the feedback', () => {
    const { after, transitions } = accept(decideCancellation(facts, feedback, today))
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

  test('removes a pending change', () => {
    const scheduled = accept(
      decideProductChange(facts, { product: plus, mode: 'next_period' }, today),
    ).after
    expect(accept(decideCancellation(scheduled, {}, today)).after.pending).toBeNull()
  })

  test('can be undone without a trace', () => {
    const canceled = accept(decideCancellation(facts, feedback, today)).after
    const { after, transitions } = accept(decideUncancellation(canceled))
    expect([after, transitions]).toEqual([facts, ['updated', 'uncanceled']])
  })

  test('can get feedback later, one field at a time', () => {
    const canceled = accept(decideCancellation(facts, feedback, today)).after
    const changed = accept(decideFeedback(canceled, { comment: null }))
    expect(changed.after).toMatchObject({
      cancellationReason: 'too_expensive',
      cancellationComment: null,
    })
    expect(changed.transitions).toEqual(['updated'])
    expect(accept(decideFeedback(canceled, feedback)).transitions).toEqual([])
  })
})

describe('a revocation', () => {
  test('ends immediately and refunds nothing', () => {
    const { after, order, transitions } = accept(decideRevocation(facts, feedback, today))
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

  test('bills waiting entries and usage', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const started = subscribed(plan, on('2030-04-01'), { discount: percent(50) })
    const waiting = accept(
      decideProductChange(started, { product: plus, mode: 'prorate' }, today),
    ).after
    const { order, after } = accept(decideRevocation(waiting, {}, on('2030-04-20')))
    expect(order?.entries.map(({ amount }) => amount)).toEqual([-250, 2250])
    expect(after.waiting).toEqual([])
    const final = accept(decideRevocation(used(started, '50'), {}, today)).order
    expect(final?.entries).toMatchObject([
      { amount: 100, discountAmount: 50, period: { start: on('2030-04-01'), end: today } },
    ])
  })

  test('bills nothing if a payment is overdue', () => {
    const waiting = accept(
      decideProductChange(facts, { product: plus, mode: 'prorate' }, today),
    ).after
    const plan = accept(decideRevocation({ ...waiting, status: 'past_due' }, {}, today))
    expect(plan).toMatchObject({ order: null, closesOrdersAs: 'void' })
  })

  test('takes no discount for one period off the usage, and no fixed one twice', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    for (const discount of [percent(50, { duration: 'once' }), off(100)]) {
      const started = subscribed(plan, on('2030-04-01'), { discount })
      const { order } = accept(decideRevocation(used(started, '50'), {}, today))
      expect(order).toMatchObject({
        discountId: null,
        entries: [{ amount: 100, discountAmount: 0 }],
      })
    }
  })

  test('of a trial doesn’t bill its usage', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const trial = subscribed(plan, on('2030-04-01'), { trialEnd: on('2030-05-01') })
    expect(accept(decideRevocation(used(trial, '50'), {}, today)).order).toBeNull()
  })

  test('keeps the time of an earlier cancellation', () => {
    const canceled = accept(decideCancellation(facts, feedback, on('2030-04-10'))).after
    const { after } = accept(decideRevocation(canceled, {}, today))
    expect(after).toMatchObject({ canceledAt: on('2030-04-10'), endsAt: today, endedAt: today })
    expect(after.cancellationComment).toBe('See you')
  })
})
