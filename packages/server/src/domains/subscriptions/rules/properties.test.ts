import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  due,
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
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import {
  decideCancellation,
  decideExpiry,
  decideRevocation,
  decideUncancellation,
} from './cancellation.ts'
import type { Decision } from './decision.ts'
import { decideDiscountChange } from './discount-change.ts'
import { dueStep, nextDueAt } from './due.ts'
import {
  decideFailedPayment,
  decideFinalAction,
  decideGraceEnd,
  decideRecovery,
} from './dunning.ts'
import type {
  CatalogDiscount,
  CatalogProduct,
  DunningPolicy,
  ProrationMode,
  SubscriptionFacts,
} from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'

const startDay = on('2028-01-31')
const hour = 3_600_000
const day = 24 * hour
const plus = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

const catalogue: readonly CatalogProduct[] = [
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

type Action =
  | { readonly product: CatalogProduct; readonly mode: ProrationMode }
  | { readonly discount: CatalogDiscount | null }
  | { readonly kind: 'cancel' | 'uncancel' | 'revoke' | 'recover' }

const anyAction = fc.oneof<fc.Arbitrary<Action>[]>(
  fc.record({ product: fc.constantFrom(...catalogue), mode: fc.constantFrom(...modes) }),
  fc.record({ discount: fc.constantFrom(null, ...discounts) }),
  fc.record({ kind: fc.constantFrom('cancel', 'uncancel', 'revoke', 'recover') }),
)

interface Step {
  readonly hours: number
  readonly action: Action
}

const histories = fc.array<Step>(
  fc.record({ hours: fc.integer({ min: 0, max: 700 }), action: anyAction }),
  {
    maxLength: 12,
  },
)

/** Rules must not change their facts. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

const decide = (facts: SubscriptionFacts, action: Action, now: Date): Decision | Refusal => {
  if ('product' in action) return decideProductChange(facts, action, now)
  if ('discount' in action) return decideDiscountChange(facts, action.discount)
  if (action.kind === 'cancel') return decideCancellation(facts, {}, now)
  if (action.kind === 'uncancel') return decideUncancellation(facts)
  if (action.kind === 'recover') return decideRecovery(facts, { hasOpenOrders: false }, now)
  return decideRevocation(facts, {}, now)
}

interface Decided {
  readonly at: Date
  readonly decision: Decision
}

interface World {
  readonly policy: DunningPolicy
  /** Which of the charges succeed, repeated endlessly. */
  readonly luck: readonly boolean[]
}

const worlds = fc.record<World>({
  policy: policies,
  luck: fc.array(fc.boolean(), { minLength: 1 }),
})

/** Runs every due step at its due date, like the scheduler. */
function engine({ policy, luck }: World) {
  let charges = 0
  const isLucky = () => luck[(charges += 1) % luck.length] ?? true
  const charged = (facts: SubscriptionFacts, at: Date): Decision =>
    isLucky()
      ? decideRecovery(facts, { hasOpenOrders: false }, at)
      : decideFailedPayment(facts, policy, { isHard: false }, at)

  function step(facts: SubscriptionFacts, at: Date): Decision {
    switch (dueStep(facts, at)) {
      case 'expire':
        return due(decideExpiry(facts, at))
      case 'retry_payment':
        return charged(facts, at)
      case 'end_grace':
        return due(decideGraceEnd(facts, at))
      case 'final_action':
        return due(decideFinalAction(facts, policy, at))
      default:
        return due(decideRenewal(facts, at))
    }
  }

  /** Everything that is due until then. */
  function until(facts: SubscriptionFacts, target: Date): readonly Decided[] {
    const passed: Decided[] = []
    let after = facts
    let sameInstant = 0
    for (let at = nextDueAt(after); at !== null && at <= target; at = nextDueAt(after)) {
      const decision = step(frozen(after), at)
      passed.push({ at, decision })
      if (decision.order !== null) passed.push({ at, decision: charged(decision.after, at) })
      after = passed.at(-1)?.decision.after ?? after
      sameInstant = nextDueAt(after)?.getTime() === at.getTime() ? sameInstant + 1 : 0
      // Three steps can be due at one instant; a fourth would repeat the first.
      expect(sameInstant).toBeLessThan(4)
    }
    return passed
  }
  return { until }
}

const afterAll = (facts: SubscriptionFacts, passed: readonly Decided[]): SubscriptionFacts =>
  passed.at(-1)?.decision.after ?? facts

/** Runs a history, and then everything that is due in the following years. */
function run(history: readonly Step[], world: World): readonly Decided[] {
  const { until } = engine(world)
  const first = subscribed(catalogue[1] ?? product('Basic', []), startDay, {
    discount: percent(33),
  })
  const passed: Decided[] = []
  let facts = first
  let now = startDay
  for (const { hours, action } of history) {
    now = plus(now, hours * hour)
    passed.push(...until(facts, now))
    facts = afterAll(facts, passed)
    const decision = decide(frozen(facts), action, now)
    if (isRefused(decision)) continue
    passed.push({ at: now, decision })
    facts = decision.after
  }
  return [...passed, ...until(facts, plus(now, 800 * day))]
}

const order = ['updated', 'active', 'uncanceled', 'canceled', 'revoked']

function faultsOf({
  decision: { after, order: draft, entries, transitions },
}: Decided): readonly string[] {
  const ended = hasEnded(after.status)
  const isPastDue = after.status === 'past_due'
  const collecting = [after.nextAttemptAt, after.graceEndsAt, after.finalActionAt]
  const invariants: Record<string, boolean> = {
    'it has an end date once it has ended': (after.endedAt !== null) === ended,
    'it is revoked once it is canceled': after.status !== 'canceled' || after.revokedAt !== null,
    'it is not revoked while it is active': after.status !== 'active' || after.revokedAt === null,
    'it knows since when it is past due': !isPastDue || after.pastDueAt !== null,
    'nothing is overdue while it is active':
      after.status !== 'active' || (after.pastDueAt === null && after.attempts === 0),
    'only one that is past due, or whose last order is, has dunning dates':
      isPastDue || after.status === 'canceled' || collecting.every((at) => at === null),
    'only a past due subscription has a grace period': isPastDue || after.graceEndsAt === null,
    'a canceled subscription is not unpaid': !after.cancelAtPeriodEnd || after.status !== 'unpaid',
    'a canceled subscription has cancellation dates':
      !after.cancelAtPeriodEnd || (after.canceledAt !== null && after.endsAt !== null),
    'a subscription that is not canceled has none':
      ended || after.cancelAtPeriodEnd || after.canceledAt === null,
    'a period has a length': after.period.start < after.period.end,
    'a period starts on its anchor day':
      after.period.start.getUTCDate() <= after.anchorDay &&
      (after.period.start.getUTCDate() === after.anchorDay ||
        plus(after.period.start, day).getUTCDate() === 1),
    'a pending change applies with the next period':
      after.pending === null || after.pending.appliesAt.getTime() === after.period.end.getTime(),
    'nothing is pending once it has ended': !ended || after.pending === null,
    'billed entries don’t wait':
      draft === null || (after.waiting.length === 0 && entries.length === 0),
    'stored entries wait': entries.every((entry) => after.waiting.includes(entry)),
    'an order has items': draft === null || draft.entries.length > 0,
    'no item is discounted by more than it costs':
      draft === null ||
      draft.entries.every(
        ({ amount, discountAmount }) => discountAmount === 0 || discountAmount <= amount,
      ),
    'transitions are in order and happen once': isDeepEqual(
      transitions,
      order.filter((one) => transitions.some((other) => other === one)),
    ),
    'the first transition is the update': transitions.length === 0 || transitions[0] === 'updated',
    'a discount starts when it was first applied':
      after.discount?.appliedAt === null ||
      after.discount === null ||
      after.discount.appliedAt <= after.period.start,
  }
  return Object.entries(invariants).flatMap(([name, holds]) => (holds ? [] : name))
}

const isDeepEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(' ') === other.join(' ')

describe('any history', () => {
  test('keeps the invariants, and every due step can be taken', () => {
    fc.assert(
      fc.property(histories, worlds, (history, world) => {
        for (const passed of run(history, world)) {
          expect([passed.at, passed.decision.after.status, faultsOf(passed)]).toEqual([
            passed.at,
            passed.decision.after.status,
            [],
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('decides the same action the same way twice, so a preview is exact', () => {
    fc.assert(
      fc.property(histories, worlds, anyAction, (history, world, action) => {
        const { at, decision } = run(history, world).at(-1) ?? { at: startDay, decision: null }
        const facts = frozen(
          decision?.after ?? subscribed(catalogue[1] ?? product('x', []), startDay),
        )
        expect(decide(facts, action, at)).toEqual(decide(facts, action, at))
      }),
      { numRuns: 100 },
    )
  })

  test('has no two renewal orders for the same period', () => {
    fc.assert(
      fc.property(histories, worlds, (history, world) => {
        const starts = run(history, world).flatMap(({ decision: { order: draft } }) =>
          draft?.reason === 'subscription_cycle' ? draft.period.start.toISOString() : [],
        )
        expect(new Set(starts).size).toBe(starts.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('time', () => {
  test('passes the same in one advance over years as in many small ones', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.integer({ min: 1, max: 60 })), (world, days) => {
        const facts = subscribed(catalogue[2] ?? product('Plus', []), startDay, {
          discount: percent(33),
        })
        const end = plus(startDay, days.reduce((sum, one) => sum + one, 0) * day)
        const small = engine(world)
        let now = startDay
        let after = facts
        const steps: Decided[] = []
        for (const one of days) {
          now = plus(now, one * day)
          const passed = small.until(after, now)
          steps.push(...passed)
          after = afterAll(after, passed)
        }
        expect(steps).toEqual(engine(world).until(facts, end))
      }),
      { numRuns: 100 },
    )
  })

  test('doesn’t matter to a late renewal', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue),
        fc.integer({ min: 1, max: 40 }),
        (offered, count) => {
          let onTime = subscribed(offered, startDay)
          let late = onTime
          const target = on('2099-01-01')
          for (let done = 0; done < count; done += 1) {
            const punctual = due(decideRenewal(onTime, onTime.period.end))
            expect(due(decideRenewal(late, target))).toEqual(punctual)
            onTime = punctual.after
            late = punctual.after
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('allows one renewal for each period', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue),
        fc.integer({ min: 0, max: 27 * 24 }),
        (offered, hours) => {
          const facts = subscribed(offered, startDay)
          const at = plus(facts.period.end, hours * hour)
          const { after } = due(decideRenewal(facts, at))
          expect(decideRenewal(after, at)).toBeNull()
        },
      ),
    )
  })
})
