import { describe, expect, test } from 'vitest'
import { fixed, on, product, subscribed } from '../../../../test/subscription-facts.ts'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { planCancel } from './cancellation.ts'
import { dueStep, nextDueAt } from './due.ts'
import {
  defaultDunning,
  planFailedAttempt,
  planGraceEnd,
  planLastResort,
  planRecovery,
} from './dunning.ts'
import type { DunningPolicy, Plan, SubscriptionFacts } from './facts.ts'
import { planRenewal } from './renewal.ts'

const begun = on('2030-03-01')
const renewedAt = on('2030-04-01')
const active = accept(
  planRenewal(subscribed(product('Basic', [fixed(3000)]), begun), renewedAt),
).after

const soft = { isHard: false }
const hard = { isHard: true }

/** What happens where nobody ever pays, each step on its day after the failure. */
function story(policy: DunningPolicy, failure = soft): readonly string[] {
  const first = planFailedAttempt(active, policy, failure, renewedAt)
  const lines = [line(renewedAt, 'fail', first)]
  let { after } = first
  for (let at = nextDueAt(after); at !== null && at < after.period.end; at = nextDueAt(after)) {
    const step = dueStep(after, at)
    assert(step !== null, 'what is due now is due')
    const plan = carriedOut(after, { policy, failure, at, step })
    lines.push(line(at, step, plan))
    after = plan.after
  }
  return lines
}

interface Step {
  readonly policy: DunningPolicy
  readonly failure: typeof soft
  readonly at: Date
  readonly step: string
}

function carriedOut(facts: SubscriptionFacts, { policy, failure, at, step }: Step): Plan {
  if (step === 'attempt') return planFailedAttempt(facts, policy, failure, at)
  return accept(step === 'end_grace' ? planGraceEnd(facts, at) : planLastResort(facts, policy, at))
}

const line = (at: Date, step: string, { after, transitions, givesUpOrders }: Plan): string => {
  const day = (at.getTime() - renewedAt.getTime()) / 86_400_000
  const up = givesUpOrders ? ', gives up' : ''
  return `${day} ${step}: ${after.status}, ${transitions.join(' ')}${up}`
}

describe('nobody pays', () => {
  test('by default: tried on days 2, 7, 14, 21, without benefits from day 7, then canceled', () => {
    expect(story(defaultDunning)).toEqual([
      '0 fail: past_due, updated',
      '2 attempt: past_due, updated',
      '7 attempt: past_due, updated',
      '7 end_grace: past_due, updated revoked',
      '14 attempt: past_due, updated',
      '21 attempt: canceled, updated canceled, gives up',
    ])
  })

  test('with a card that can’t ever work nothing is tried until the end', () => {
    expect(story(defaultDunning, hard)).toEqual([
      '0 fail: past_due, updated',
      '7 end_grace: past_due, updated revoked',
      '21 last_resort: canceled, updated canceled, gives up',
    ])
  })

  test('with no grace benefits end at once', () => {
    expect(story({ ...defaultDunning, graceDays: 0, attemptDays: [3] })).toEqual([
      '0 fail: past_due, updated revoked',
      '3 attempt: canceled, updated canceled, gives up',
    ])
  })

  test('grace that is longer than the schedule is granted to its end', () => {
    expect(story({ ...defaultDunning, graceDays: 14, attemptDays: [5, 3] })).toEqual([
      '0 fail: past_due, updated',
      '3 attempt: past_due, updated',
      '5 attempt: past_due, updated',
      '14 end_grace: past_due, updated revoked',
      '14 last_resort: canceled, updated canceled, gives up',
    ])
  })

  test('with no schedule and no grace it ends at once', () => {
    expect(story({ attemptDays: [], graceDays: 0, finalAction: 'cancel' })).toEqual([
      '0 fail: canceled, updated canceled revoked, gives up',
    ])
  })

  test.each(['keep', 'unpaid'] as const)('%s at the end', (finalAction) => {
    const last = story({ ...defaultDunning, finalAction }).at(-1)
    const status = finalAction === 'keep' ? 'past_due' : 'unpaid'
    expect(last).toBe(`21 attempt: ${status}, updated`)
  })
})

describe('an attempt that fails', () => {
  const day = (days: number) => new Date(renewedAt.getTime() + days * 86_400_000)
  const failed = planFailedAttempt(active, defaultDunning, soft, renewedAt).after

  test('notes when the first one did, and counts those after it', () => {
    expect(failed).toMatchObject({ pastDueAt: renewedAt, attempts: 0, nextAttemptAt: day(2) })
    const again = planFailedAttempt(failed, defaultDunning, soft, day(2)).after
    expect(again).toMatchObject({ pastDueAt: renewedAt, attempts: 1, nextAttemptAt: day(7) })
  })

  test('between the days of the schedule doesn’t advance it', () => {
    const again = planFailedAttempt(failed, defaultDunning, soft, day(1)).after
    expect(again.nextAttemptAt).toEqual(day(2))
  })

  test('after days without a server doesn’t make up for them', () => {
    const again = planFailedAttempt(failed, defaultDunning, soft, day(10)).after
    expect(again.nextAttemptAt).toEqual(day(14))
  })

  test('with another card takes the schedule up again after one that couldn’t work', () => {
    const stuck = planFailedAttempt(failed, defaultDunning, hard, day(2)).after
    expect(stuck.nextAttemptAt).toBeNull()
    const other = planFailedAttempt(stuck, defaultDunning, soft, day(3)).after
    expect(other.nextAttemptAt).toEqual(day(7))
  })

  test('of somebody who has canceled ends it, and nothing is collected', () => {
    const leaving = accept(planCancel(active, {}, renewedAt)).after
    const plan = planFailedAttempt(leaving, defaultDunning, soft, day(1))
    expect(plan).toMatchObject({
      after: { status: 'canceled', endedAt: day(1) },
      givesUpOrders: true,
    })
  })

  test('of what is kept past due isn’t followed by another, but by the next period', () => {
    const policy = { ...defaultDunning, finalAction: 'keep' } as const
    const kept = accept(planLastResort(failed, policy, day(21))).after
    expect(nextDueAt(kept)).toEqual(active.period.end)
    const next = accept(planRenewal(kept, active.period.end)).after
    const again = planFailedAttempt(next, policy, soft, active.period.end).after
    expect(again).toMatchObject({ status: 'past_due', nextAttemptAt: null })
    expect(nextDueAt(again)).toEqual(on('2030-06-01'))
  })
})

describe('a payment that comes', () => {
  const failed = planFailedAttempt(active, defaultDunning, soft, renewedAt).after

  test('restores everything, however late', () => {
    const graceless = accept(planGraceEnd(failed, on('2030-04-08'))).after
    const plan = planRecovery(graceless, { hasOpenOrders: false }, on('2030-04-10'))
    expect(plan.after).toEqual(active)
    expect(plan.transitions).toEqual(['updated', 'active'])
  })

  test('after the period is over leaves the next one to the renewal', () => {
    const { after } = planRecovery(failed, { hasOpenOrders: false }, on('2030-05-02'))
    expect(after).toMatchObject({ status: 'active', period: active.period, anchorDay: 1 })
  })

  test('for one of several orders restores nothing', () => {
    const plan = planRecovery(failed, { hasOpenOrders: true }, on('2030-04-10'))
    expect(plan).toMatchObject({ after: failed, transitions: [] })
  })

  test('for what rested unpaid goes on with the period, or begins another where it is over', () => {
    const policy = { ...defaultDunning, finalAction: 'unpaid' } as const
    const unpaid = accept(planLastResort(failed, policy, on('2030-04-22'))).after
    const within = planRecovery(unpaid, { hasOpenOrders: false }, on('2030-04-25')).after
    expect(within.period).toEqual(active.period)
    const later = planRecovery(unpaid, { hasOpenOrders: false }, on('2030-08-12')).after
    expect(later).toMatchObject({ status: 'active', anchorDay: 12, revokedAt: null })
    expect(later.period).toEqual({ start: on('2030-08-12'), end: on('2030-09-12') })
  })
})
