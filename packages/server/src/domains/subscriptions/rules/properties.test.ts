import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fixed,
  free,
  metered,
  off,
  on,
  otherDiscount,
  percent,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept, isRefused, type Refusal } from '../../../kernel/refusal.ts'
import { planCancel, planExpiry, planRevoke, planUncancel } from './cancellation.ts'
import { planDiscountChange } from './discount-change.ts'
import { dueStep, nextDueAt } from './due.ts'
import { planFailedAttempt, planGraceEnd, planLastResort, planRecovery } from './dunning.ts'
import type {
  DiscountWanted,
  DunningPolicy,
  Plan,
  ProductWanted,
  ProrationMode,
  SubscriptionFacts,
} from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { planChange } from './plan-change.ts'
import { planRenewal } from './renewal.ts'

const begun = on('2028-01-31')
const hour = 3_600_000
const day = 24 * hour
const plus = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

const catalogue: readonly ProductWanted[] = [
  product('Nothing', [free()]),
  product('Basic', [fixed(3001)]),
  product('Plus', [fixed(9999)]),
  product('Mixed', [fixed(777), metered('1.5')]),
  product('Yearly', [fixed(30_000)], { interval: 'year' }),
]
const discounts = [
  percent(33),
  off(500),
  percent(50, { id: otherDiscount, duration: 'once' }),
  off(1234, { id: otherDiscount, duration: 'repeating', durationInMonths: 3 }),
]
const modes = prorationModes

const policies = fc.record<DunningPolicy>({
  attemptDays: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  graceDays: fc.integer({ min: 0, max: 30 }),
  finalAction: fc.constantFrom('cancel', 'keep', 'unpaid'),
})

type Wish =
  | { readonly wanted: ProductWanted; readonly mode: ProrationMode }
  | { readonly discount: DiscountWanted | null }
  | { readonly kind: 'cancel' | 'uncancel' | 'revoke' | 'recover' }

const anyWish = fc.oneof<fc.Arbitrary<Wish>[]>(
  fc.record({ wanted: fc.constantFrom(...catalogue), mode: fc.constantFrom(...modes) }),
  fc.record({ discount: fc.constantFrom(null, ...discounts) }),
  fc.record({ kind: fc.constantFrom('cancel', 'uncancel', 'revoke', 'recover') }),
)

interface Happening {
  readonly hours: number
  readonly wish: Wish
}

const histories = fc.array<Happening>(
  fc.record({ hours: fc.integer({ min: 0, max: 700 }), wish: anyWish }),
  {
    maxLength: 12,
  },
)

/** Nobody may change facts that they were told. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

const decided = (facts: SubscriptionFacts, wish: Wish, now: Date): Plan | Refusal => {
  if ('wanted' in wish) return planChange(facts, { product: wish.wanted, mode: wish.mode }, now)
  if ('discount' in wish) return planDiscountChange(facts, wish.discount)
  if (wish.kind === 'cancel') return planCancel(facts, {}, now)
  if (wish.kind === 'uncancel') return planUncancel(facts)
  if (wish.kind === 'recover') return planRecovery(facts, { hasOpenOrders: false }, now)
  return planRevoke(facts, {}, now)
}

interface Told {
  readonly at: Date
  readonly plan: Plan
}

interface World {
  readonly policy: DunningPolicy
  /** Which of the charges succeed, over and over. */
  readonly luck: readonly boolean[]
}

const worlds = fc.record<World>({
  policy: policies,
  luck: fc.array(fc.boolean(), { minLength: 1 }),
})

/** What a scheduler does with what is due, each at the instant at which it is. */
function engine({ policy, luck }: World) {
  let charges = 0
  const isLucky = () => luck[(charges += 1) % luck.length] ?? true
  const charged = (facts: SubscriptionFacts, at: Date): Plan =>
    isLucky()
      ? planRecovery(facts, { hasOpenOrders: false }, at)
      : planFailedAttempt(facts, policy, { isHard: false }, at)

  function step(facts: SubscriptionFacts, at: Date): Plan {
    switch (dueStep(facts, at)) {
      case 'expire':
        return accept(planExpiry(facts, at))
      case 'attempt':
        return charged(facts, at)
      case 'end_grace':
        return accept(planGraceEnd(facts, at))
      case 'last_resort':
        return accept(planLastResort(facts, policy, at))
      default:
        return accept(planRenewal(facts, at))
    }
  }

  /** All that is due until then. */
  function until(facts: SubscriptionFacts, target: Date): readonly Told[] {
    const told: Told[] = []
    let after = facts
    let sameInstant = 0
    for (let at = nextDueAt(after); at !== null && at <= target; at = nextDueAt(after)) {
      const plan = step(frozen(after), at)
      told.push({ at, plan })
      if (plan.order !== null) told.push({ at, plan: charged(plan.after, at) })
      after = told.at(-1)?.plan.after ?? after
      sameInstant = nextDueAt(after)?.getTime() === at.getTime() ? sameInstant + 1 : 0
      // Three things can fall on one instant; a fourth would be the first again.
      expect(sameInstant).toBeLessThan(4)
    }
    return told
  }
  return { until }
}

const afterAll = (facts: SubscriptionFacts, told: readonly Told[]): SubscriptionFacts =>
  told.at(-1)?.plan.after ?? facts

/** Everything that happens in a history, and at last what is due until years later. */
function lived(history: readonly Happening[], world: World): readonly Told[] {
  const { until } = engine(world)
  const first = subscribed(catalogue[1] ?? product('Basic', []), begun, { discount: percent(33) })
  const told: Told[] = []
  let facts = first
  let now = begun
  for (const { hours, wish } of history) {
    now = plus(now, hours * hour)
    told.push(...until(facts, now))
    facts = afterAll(facts, told)
    const decision = decided(frozen(facts), wish, now)
    if (isRefused(decision)) continue
    told.push({ at: now, plan: decision })
    facts = decision.after
  }
  return [...told, ...until(facts, plus(now, 800 * day))]
}

const order = ['updated', 'active', 'uncanceled', 'canceled', 'revoked']

function faultsOf({
  plan: { after, order: draft, entries, transitions },
}: Told): readonly string[] {
  const ended = hasEnded(after.status)
  const isPastDue = after.status === 'past_due'
  const collecting = [after.nextAttemptAt, after.graceEndsAt, after.lastResortAt]
  const laws: Record<string, boolean> = {
    'it ended where it has ended': (after.endedAt !== null) === ended,
    'it gives nothing once it is canceled': after.status !== 'canceled' || after.revokedAt !== null,
    'it gives everything while it is active': after.status !== 'active' || after.revokedAt === null,
    'it is past due since when it is': !isPastDue || after.pastDueAt !== null,
    'nothing is overdue while it is active':
      after.status !== 'active' || (after.pastDueAt === null && after.attempts === 0),
    'only what is past due is chased': isPastDue || collecting.every((at) => at === null),
    'whoever leaves isn’t chased':
      !after.cancelAtPeriodEnd || (!isPastDue && after.status !== 'unpaid'),
    'whoever leaves has said so':
      !after.cancelAtPeriodEnd || (after.canceledAt !== null && after.endsAt !== null),
    'whoever stays hasn’t': ended || after.cancelAtPeriodEnd || after.canceledAt === null,
    'a period has a length': after.period.start < after.period.end,
    'a period begins on its day':
      after.period.start.getUTCDate() <= after.anchorDay &&
      (after.period.start.getUTCDate() === after.anchorDay ||
        plus(after.period.start, day).getUTCDate() === 1),
    'what is to come comes with the next period':
      after.pending === null || after.pending.appliesAt.getTime() === after.period.end.getTime(),
    'nothing is to come once it ended': !ended || after.pending === null,
    'what is billed doesn’t wait':
      draft === null || (after.waiting.length === 0 && entries.length === 0),
    'what is kept waits': entries.every((entry) => after.waiting.includes(entry)),
    'an order has items': draft === null || draft.entries.length > 0,
    'no item is discounted by more than it costs':
      draft === null ||
      draft.entries.every(
        ({ amount, discountAmount }) => discountAmount === 0 || discountAmount <= amount,
      ),
    'what is told is in order and told once': isDeepEqual(
      transitions,
      order.filter((one) => transitions.some((other) => other === one)),
    ),
    'what is told begins with that it changed':
      transitions.length === 0 || transitions[0] === 'updated',
    'a discount begins when it was first used':
      after.discount?.appliedAt === null ||
      after.discount === null ||
      after.discount.appliedAt <= after.period.start,
  }
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : law))
}

const isDeepEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(' ') === other.join(' ')

describe('whatever happens', () => {
  test('every plan keeps the laws, and what is due is always done', () => {
    fc.assert(
      fc.property(histories, worlds, (history, world) => {
        for (const told of lived(history, world)) {
          expect([told.at, told.plan.after.status, faultsOf(told)]).toEqual([
            told.at,
            told.plan.after.status,
            [],
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a preview is what happens: the same question has the same answer', () => {
    fc.assert(
      fc.property(histories, worlds, anyWish, (history, world, wish) => {
        const { at, plan } = lived(history, world).at(-1) ?? { at: begun, plan: null }
        const facts = frozen(plan?.after ?? subscribed(catalogue[1] ?? product('x', []), begun))
        expect(decided(facts, wish, at)).toEqual(decided(facts, wish, at))
      }),
      { numRuns: 100 },
    )
  })

  test('no two orders of a cycle are for the same period', () => {
    fc.assert(
      fc.property(histories, worlds, (history, world) => {
        const starts = lived(history, world).flatMap(({ plan: { order: draft } }) =>
          draft?.reason === 'subscription_cycle' ? draft.period.start.toISOString() : [],
        )
        expect(new Set(starts).size).toBe(starts.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('time', () => {
  test('one advance over years is the same as many small ones', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.integer({ min: 1, max: 60 })), (world, days) => {
        const facts = subscribed(catalogue[2] ?? product('Plus', []), begun, {
          discount: percent(33),
        })
        const end = plus(begun, days.reduce((sum, one) => sum + one, 0) * day)
        const small = engine(world)
        let now = begun
        let after = facts
        const steps: Told[] = []
        for (const one of days) {
          now = plus(now, one * day)
          const told = small.until(after, now)
          steps.push(...told)
          after = afterAll(after, told)
        }
        expect(steps).toEqual(engine(world).until(facts, end))
      }),
      { numRuns: 100 },
    )
  })

  test('what is renewed late is renewed the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue),
        fc.integer({ min: 1, max: 40 }),
        (wanted, count) => {
          let onTime = subscribed(wanted, begun)
          let late = onTime
          const target = on('2099-01-01')
          for (let done = 0; done < count; done += 1) {
            const punctual = accept(planRenewal(onTime, onTime.period.end))
            expect(accept(planRenewal(late, target))).toEqual(punctual)
            onTime = punctual.after
            late = punctual.after
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('renewing twice renews once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue),
        fc.integer({ min: 0, max: 27 * 24 }),
        (wanted, hours) => {
          const facts = subscribed(wanted, begun)
          const at = plus(facts.period.end, hours * hour)
          const { after } = accept(planRenewal(facts, at))
          expect(planRenewal(after, at)).toEqual({ refused: 'subscription_not_due' })
        },
      ),
    )
  })
})
