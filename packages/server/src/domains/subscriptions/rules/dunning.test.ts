import { describe, expect, test } from 'vitest'
import {
  due,
  fixed,
  metered,
  on,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { accept } from '../../../kernel/refusal.ts'
import { decideCancellation, decideRevocation } from './cancellation.ts'
import type { Decision } from './decision.ts'
import { dueStep, nextDueAt } from './due.ts'
import {
  decideFailedPayment,
  decideFinalAction,
  decideGraceEnd,
  decidePostponedRetry,
  decideRecovery,
} from './dunning.ts'
import { defaultDunning } from './dunning-days.ts'
import type { DunningPolicy, SubscriptionFacts } from './facts.ts'
import { decideHold, decideResumption, decideSuspension } from './hold.ts'
import { decideRenewal } from './renewal.ts'

const startDay = on('2030-03-01')
const renewedAt = on('2030-04-01')
const active = due(
  decideRenewal(subscribed(product('Basic', [fixed(3000)]), startDay), renewedAt),
).after

const soft = { isHard: false }
const hard = { isHard: true }

/** What happens if every payment fails, each step with its day after the first failure. */
function stepsOf(policy: DunningPolicy, failure = soft): readonly string[] {
  const first = decideFailedPayment(active, policy, failure, renewedAt)
  const lines = [line(renewedAt, 'fail', first)]
  let { after } = first
  for (let at = nextDueAt(after); at !== null && at < after.period.end; at = nextDueAt(after)) {
    const step = dueStep(after, at)
    assert(step !== null, 'a due date has a step')
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

function carriedOut(facts: SubscriptionFacts, { policy, failure, at, step }: Step): Decision {
  if (step === 'retry_payment') return decideFailedPayment(facts, policy, failure, at)
  return due(
    step === 'end_grace' ? decideGraceEnd(facts, at) : decideFinalAction(facts, policy, at),
  )
}

const line = (at: Date, step: string, { after, transitions, closesOrdersAs }: Decision): string => {
  const day = (at.getTime() - renewedAt.getTime()) / 86_400_000
  const end = closesOrdersAs === null ? '' : `, orders ${closesOrdersAs}`
  return `${day} ${step}: ${after.status}, ${transitions.join(' ')}${end}`
}

describe('dunning', () => {
  test('by default retries on days 2, 7, 14, 21, revokes benefits on day 7, and cancels', () => {
    expect(stepsOf(defaultDunning)).toEqual([
      '0 fail: past_due, updated',
      '2 retry_payment: past_due, updated',
      '7 retry_payment: past_due, updated',
      '7 end_grace: past_due, updated revoked',
      '14 retry_payment: past_due, updated',
      '21 retry_payment: canceled, updated canceled, orders uncollectible',
    ])
  })

  test('doesn’t retry a card that can never succeed', () => {
    expect(stepsOf(defaultDunning, hard)).toEqual([
      '0 fail: past_due, updated',
      '7 end_grace: past_due, updated revoked',
      '21 final_action: canceled, updated canceled, orders uncollectible',
    ])
  })

  test('without grace revokes benefits immediately', () => {
    expect(stepsOf({ ...defaultDunning, graceDays: 0, attemptDays: [3] })).toEqual([
      '0 fail: past_due, updated revoked',
      '3 retry_payment: canceled, updated canceled, orders uncollectible',
    ])
  })

  test('waits for a grace that is longer than the schedule', () => {
    expect(stepsOf({ ...defaultDunning, graceDays: 14, attemptDays: [5, 3] })).toEqual([
      '0 fail: past_due, updated',
      '3 retry_payment: past_due, updated',
      '5 retry_payment: past_due, updated',
      '14 end_grace: past_due, updated revoked',
      '14 final_action: canceled, updated canceled, orders uncollectible',
    ])
  })

  test('without retries and grace ends immediately', () => {
    expect(stepsOf({ attemptDays: [], graceDays: 0, finalAction: 'cancel' })).toEqual([
      '0 fail: canceled, updated canceled revoked, orders uncollectible',
    ])
  })

  test.each(['keep', 'unpaid'] as const)(
    'with final action %s leaves the status accordingly',
    (finalAction) => {
      const last = stepsOf({ ...defaultDunning, finalAction }).at(-1)
      const status = finalAction === 'keep' ? 'past_due' : 'unpaid'
      expect(last).toBe(`21 retry_payment: ${status}, updated`)
    },
  )
})

describe('a failed payment', () => {
  const day = (days: number) => new Date(renewedAt.getTime() + days * 86_400_000)
  const failed = decideFailedPayment(active, defaultDunning, soft, renewedAt).after

  test('records the time of the first failure, and counts later ones', () => {
    expect(failed).toMatchObject({ pastDueAt: renewedAt, attempts: 0, nextAttemptAt: day(2) })
    const again = decideFailedPayment(failed, defaultDunning, soft, day(2)).after
    expect(again).toMatchObject({ pastDueAt: renewedAt, attempts: 1, nextAttemptAt: day(7) })
  })

  test('between scheduled days doesn’t advance the schedule', () => {
    const again = decideFailedPayment(failed, defaultDunning, soft, day(1)).after
    expect(again.nextAttemptAt).toEqual(day(2))
  })

  test('after days without a server skips the missed retries', () => {
    const again = decideFailedPayment(failed, defaultDunning, soft, day(10)).after
    expect(again.nextAttemptAt).toEqual(day(14))
  })

  test('of another card resumes the schedule after one that can never succeed', () => {
    const stuck = decideFailedPayment(failed, defaultDunning, hard, day(2)).after
    expect(stuck.nextAttemptAt).toBeNull()
    const other = decideFailedPayment(stuck, defaultDunning, soft, day(3)).after
    expect(other.nextAttemptAt).toEqual(day(7))
  })

  test('of a canceled subscription keeps it until its end, and is retried beyond', () => {
    const leaving = accept(decideCancellation(active, {}, renewedAt)).after
    const late = decideFailedPayment(leaving, defaultDunning, soft, day(25)).after
    expect(late).toMatchObject({ status: 'past_due', endedAt: null, revokedAt: null })
    const over = due(decideRenewal(late, active.period.end)).after
    expect(over).toMatchObject({ status: 'canceled', graceEndsAt: null, nextAttemptAt: day(27) })
    expect(over.finalActionAt).toEqual(day(46))
  })

  test('of the last order is retried on the same days, and then written off', () => {
    const ended = accept(decideRevocation(active, {}, renewedAt)).after
    expect(nextDueAt(ended)).toBeNull()
    let { after } = decideFailedPayment(ended, defaultDunning, soft, renewedAt)
    const lines: string[] = []
    for (let at = nextDueAt(after); at !== null; at = nextDueAt(after)) {
      const step = dueStep(after, at)
      assert(step !== null, 'a due date has a step')
      const plan = carriedOut(after, { policy: defaultDunning, failure: soft, at, step })
      lines.push(line(at, step, plan))
      after = plan.after
    }
    expect(lines).toEqual([
      '2 retry_payment: canceled, updated',
      '7 retry_payment: canceled, updated',
      '14 retry_payment: canceled, updated',
      '21 retry_payment: canceled, updated, orders uncollectible',
    ])
  })

  test('of the last order is written off immediately where nothing is retried', () => {
    const ended = accept(decideRevocation(active, {}, renewedAt)).after
    const policy = { attemptDays: [], graceDays: 30, finalAction: 'keep' } as const
    const plan = decideFailedPayment(ended, policy, soft, day(1))
    expect(plan.closesOrdersAs).toBe('uncollectible')
    expect(nextDueAt(plan.after)).toBeNull()
  })

  test.each(['keep', 'unpaid', 'cancel'] as const)(
    'of a canceled subscription ends it with final action %s',
    (finalAction) => {
      const leaving = accept(decideCancellation(active, {}, renewedAt)).after
      const failing = decideFailedPayment(leaving, defaultDunning, soft, renewedAt).after
      const policy = { ...defaultDunning, finalAction }
      const plan = due(decideFinalAction(failing, policy, day(21)))
      expect(plan).toMatchObject({ closesOrdersAs: 'uncollectible', after: { endedAt: day(21) } })
    },
  )

  test('of a subscription that stays past due is followed by the next period only', () => {
    const policy = { ...defaultDunning, finalAction: 'keep' } as const
    const kept = due(decideFinalAction(failed, policy, day(21))).after
    expect(nextDueAt(kept)).toEqual(active.period.end)
    const next = due(decideRenewal(kept, active.period.end)).after
    const again = decideFailedPayment(next, policy, soft, active.period.end).after
    expect(again).toMatchObject({ status: 'past_due', nextAttemptAt: null })
    expect(nextDueAt(again)).toEqual(on('2030-06-01'))
  })
})

describe('a recovery', () => {
  const failed = decideFailedPayment(active, defaultDunning, soft, renewedAt).after

  test('restores everything, however late', () => {
    const graceless = due(decideGraceEnd(failed, on('2030-04-08'))).after
    const plan = decideRecovery(graceless, { hasOpenOrders: false }, on('2030-04-10'))
    expect(plan.after).toEqual(active)
    expect(plan.transitions).toEqual(['updated', 'active'])
  })

  test('after the end of the period leaves the next one to the renewal', () => {
    const { after } = decideRecovery(failed, { hasOpenOrders: false }, on('2030-05-02'))
    expect(after).toMatchObject({ status: 'active', period: active.period, anchorDay: 1 })
  })

  test('with other open orders restores nothing', () => {
    const plan = decideRecovery(failed, { hasOpenOrders: true }, on('2030-04-10'))
    expect(plan).toMatchObject({ after: failed, transitions: [] })
  })

  test('of one that has ended clears what was owed, and nothing else', () => {
    const ended = accept(decideRevocation(active, {}, renewedAt)).after
    const owing = decideFailedPayment(ended, defaultDunning, soft, renewedAt).after
    const plan = decideRecovery(owing, { hasOpenOrders: false }, on('2030-04-10'))
    expect(plan).toMatchObject({ after: ended, transitions: ['updated'], closesOrdersAs: null })
  })

  test('of an unpaid subscription continues its period, or starts a new one if it is over', () => {
    const policy = { ...defaultDunning, finalAction: 'unpaid' } as const
    const unpaid = due(decideFinalAction(failed, policy, on('2030-04-22'))).after
    const within = decideRecovery(unpaid, { hasOpenOrders: false }, on('2030-04-25')).after
    expect(within.period).toEqual(active.period)
    const later = decideRecovery(unpaid, { hasOpenOrders: false }, on('2030-08-12')).after
    expect(later).toMatchObject({ status: 'active', anchorDay: 12, revokedAt: null })
    expect(later.period).toEqual({ start: on('2030-08-12'), end: on('2030-09-12') })
  })

  test('that starts a new period bills with it what was used in the old one', () => {
    const plan = product('Metered', [fixed(3000), metered('2')])
    const renewed = used(subscribed(plan, on('2030-04-01')), '50')
    const unpaid = due(
      decideFinalAction(
        decideFailedPayment(renewed, defaultDunning, soft, renewedAt).after,
        { ...defaultDunning, finalAction: 'unpaid' },
        on('2030-04-22'),
      ),
    ).after
    const recover = (at: string) => decideRecovery(unpaid, { hasOpenOrders: false }, on(at))
    const { after, entries } = recover('2030-08-12')
    const period = { start: on('2030-04-01'), end: on('2030-05-01') }
    expect(entries).toMatchObject([{ kind: 'metered', amount: 100, period }])
    expect(after.waiting).toEqual(entries)
    expect(after.prices.at(-1)?.usage?.consumed).toEqual(decimal(0))
    expect(recover('2030-04-25')).toMatchObject({ entries: [], after: { waiting: [] } })
  })

  test('of one that had its benefits until the end of its period bills the next one', () => {
    const held = decideHold(failed, true, on('2030-04-02')).after
    const suspended = decideSuspension(held, active.period.end).after
    const now = on('2030-05-12')
    const paid = decideRecovery(suspended, { hasOpenOrders: false }, now).after
    const suspendedAt = active.period.end
    expect(paid).toMatchObject({ status: 'unpaid', suspendedAt, pastDueAt: null })
    const resumed = due(decideResumption(decideHold(paid, false, now).after, now))
    expect(resumed.order).toMatchObject({ period: { start: now, end: on('2030-06-12') } })
  })
})

test('a retry waits a day for a customer who is paying, and what is due later stays', () => {
  const now = on('2030-04-03')
  const { after: facts } = decideFailedPayment(active, defaultDunning, soft, renewedAt)
  expect(decidePostponedRetry(facts, now)).toMatchObject({
    after: { ...facts, nextAttemptAt: on('2030-04-04') },
    transitions: [],
  })
})
