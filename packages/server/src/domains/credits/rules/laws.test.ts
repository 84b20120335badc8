import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, emptyAccount, lotIdOf, subscriptionOf, usageOf } from '../../../../test/credits.ts'
import { isFullRun } from '../../../../test/full-run.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyDecimals,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import {
  balanceOf,
  type CreditAccount,
  type Movement,
  negative,
  sumOf,
  type Usage,
  zero,
} from './account.ts'
import { type Burned, burn, burnedBy, restore } from './burn.ts'
import type { Decision } from './decide.ts'
import { cycle, reinstateCredits, revokeCredits } from './grant-cycles.ts'
import { addLot, billOverages, deduct, expire, refundPurchase } from './lot-changes.ts'
import type { Lot, Scope } from './lots.ts'

const scopes: readonly Scope[] = [null, 1, 2].flatMap((number) =>
  [null, 'a'].map((entity) => ({
    subscriptionId: number === null ? null : subscriptionOf(number),
    entity,
  })),
)

const units = fc.integer({ min: 0, max: 6000 }).map((hundredths) => decimal(`${hundredths}e-2`))
const some = units.map((amount) => addDecimals(amount, decimal('0.01')))
const pick = fc.nat({ max: 5 })

const steps = fc.record({
  act: fc.constantFrom(
    ...(['burn', 'burn', 'burn', 'restore', 'restore', 'add', 'cycle', 'revoke'] as const),
    ...(['reinstate', 'refund', 'deduct', 'expire', 'bill'] as const),
  ),
  days: fc.nat({ max: 3 }),
  units: some,
  scope: fc.oneof(fc.constantFrom(...scopes), fc.constantFrom(...scopes.slice(0, 3))),
  period: fc.constantFrom('2030-01', '2030-01', '2030-02'),
  pick,
  priority: fc.nat({ max: 2 }),
  lifetime: fc.option(fc.integer({ min: 1, max: 40 })),
  rollover: fc.option(fc.record({ cap: fc.option(units) })),
  source: fc.constantFrom('purchase', 'purchase', 'present', 'refund'),
})

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

interface BurnedEvent {
  readonly eventId: string
  readonly usage: Usage
  readonly burned: Burned
}

/** What happened so far. */
interface World {
  readonly account: CreditAccount
  readonly today: number
  readonly events: readonly BurnedEvent[]
  readonly movements: readonly Movement[]
}

type Act = (account: CreditAccount) => Decision

/** What a step does to any account: in a history, repeated, or shuffled. */
function actOf({ events, today }: World, step: Step, number: number): Act {
  const now = day(today)
  const usage = usageOf(step.scope, step.period)
  const id = `${number}`
  const grantId = `grant ${step.pick % 2}`
  const terms = {
    id: lotIdOf(number),
    scope: step.scope,
    amount: multiplyDecimals(step.units, decimal(3)),
    expiresAt: step.lifetime === null ? null : day(today + step.lifetime),
    priority: step.priority,
    createdAt: now,
    rollover: step.rollover,
  }
  switch (step.act) {
    case 'burn':
      return (account) => burn(account, { eventId: id, usage, units: step.units, now })
    case 'restore': {
      const event = events.at(step.pick - 6)
      if (event === undefined) return (account) => expire(account, { now })
      return (account) => restore(account, { ...event, now })
    }
    case 'add': {
      const lot = { ...terms, source: step.source, sourceId: `source ${step.pick}` }
      return (account) => addLot(account, { lot, reason: null, now })
    }
    case 'cycle': {
      const rollover = { id: lotIdOf(number + 1000), expiresAt: terms.expiresAt }
      const lot = { ...terms, source: 'grant' } as const
      const cycling = { grantId, periodStart: now, lot, rollover, now }
      return (account) => cycle(account, cycling)
    }
    case 'revoke':
      return (account) => revokeCredits(account, { grantId, id, now })
    case 'reinstate':
      return (account) => reinstateCredits(account, { grantId, id, now })
    case 'refund': {
      const sourceId = `source ${step.pick}`
      return (account) =>
        refundPurchase(account, { refundId: id, sourceId, units: step.units, now })
    }
    case 'deduct': {
      const deduction = { deductionId: id, reason: 'because', usage, units: step.units, now }
      return (account) => deduct(account, deduction)
    }
    case 'expire':
      return (account) => expire(account, { now })
    case 'bill':
      return (account) => billOverages(account, { ...usage, orderId: id, now })
  }
}

type Check = (before: World, after: World, decision: Decision, step: Step) => void

/** Runs a history and looks at every step of it. */
function follow(history: readonly Step[], check: Check): World {
  const start: World = { account: emptyAccount, today: 1, events: [], movements: [] }
  return history.reduce((earlier, step, at) => {
    const before = { ...earlier, today: earlier.today + step.days }
    const decision = actOf(before, step, at + 1)(before.account)
    const after: World = {
      ...before,
      account: decision.account,
      events: eventsAfter(before.events, step, decision),
      movements: [...before.movements, ...decision.movements],
    }
    check(before, after, decision, step)
    return after
  }, start)
}

/** A voided event isn't voided again. */
function eventsAfter(
  events: readonly BurnedEvent[],
  { act, scope, period, pick: index }: Step,
  { cause, movements }: Decision,
): readonly BurnedEvent[] {
  if (act === 'burn') {
    const [, eventId = ''] = cause.split(':')
    return [...events, { eventId, usage: usageOf(scope, period), burned: burnedBy(movements) }]
  }
  return act === 'restore' ? events.filter((event) => event !== events.at(index - 6)) : events
}

const numRuns = isFullRun ? 500 : 80

const histories = fc.array(steps, { maxLength: 60, size: 'max' })

const always = (check: Check, runs = numRuns) =>
  fc.assert(
    fc.property(histories, (history) => {
      follow(history, check)
    }),
    { numRuns: runs },
  )

const isAtMost = (a: Decimal, b: Decimal) => compareDecimals(a, b) <= 0

const remainingIn = ({ lots }: CreditAccount) =>
  sumOf(lots.map(({ remaining }) => ({ units: remaining })))

const sumOfKinds = (movements: readonly Movement[], ...kinds: string[]) =>
  sumOf(movements.filter(({ kind }) => kinds.includes(kind)))

const serves = ({ scope }: Lot, usage: Scope) =>
  [null, usage.subscriptionId].includes(scope.subscriptionId) &&
  [null, usage.entity].includes(scope.entity)

describe('after every step', () => {
  test('lots less overages are the balance, which has moved by what moved', () => {
    always(({ account }, after, { balance, overage, movements }) => {
      expect(subtractDecimals(remainingIn(after.account), overage)).toEqual(balance)
      expect(addDecimals(balanceOf(account), sumOf(movements))).toEqual(balance)
    })
  })

  test('each lot has what its movements say, and never more than it had', () => {
    always((_before, { account, movements }) => {
      for (const { id, amount, remaining, closed } of account.lots) {
        expect(sumOf(movements.filter(({ lotId }) => lotId === id))).toEqual(remaining)
        expect(isAtMost(zero, remaining) && isAtMost(remaining, amount)).toBe(true)
        expect(closed === null || compareDecimals(remaining, zero) === 0).toBe(true)
      }
    })
  })

  test('no overage is left next to a lot that may serve it, and no lot serves others', () => {
    always((_before, { account, today }, { movements }, { act, scope }) => {
      for (const { usage, units: left, covers } of account.overages) {
        const servers = account.lots.filter((lot) => serves(lot, usage))
        const idle = sumOf(servers.map(({ remaining }) => ({ units: remaining })))
        expect([left, idle]).toContainEqual(zero)
        const covering = covers.map(({ lotId }) => account.lots.find(({ id }) => id === lotId))
        expect(covering.every((lot) => lot !== undefined && serves(lot, usage))).toBe(true)
      }
      const burned = act === 'burn' ? movements.filter(({ kind }) => kind === 'burn') : []
      const lots = account.lots.filter(({ id }) => burned.some(({ lotId }) => lotId === id))
      expect(lots.every((lot) => serves(lot, scope))).toBe(true)
      expect(lots.every(({ expiresAt }) => expiresAt === null || expiresAt > day(today))).toBe(true)
    })
  })

  test('no used unit is lost or counted twice', () => {
    let used = zero
    let credited = zero
    fc.assert(
      fc.property(histories, (history) => {
        used = zero
        credited = zero
        follow(history, (before, { account, movements }, decision, step) => {
          const event = before.events.at(step.pick - 6)
          if (step.act === 'burn') used = addDecimals(used, step.units)
          if (step.act === 'restore' && event !== undefined) {
            const { lots, overage } = event.burned
            const given = subtractDecimals(addDecimals(sumOf(lots), overage), decision.shortfall)
            used = subtractDecimals(used, given)
          }
          credited = addDecimals(credited, decision.credited)
          const ofLots = movements.filter(({ lotId }) => lotId !== null)
          const burned = negative(sumOfKinds(ofLots, 'burn', 'restore', 'cover', 'uncover'))
          const billed = subtractDecimals(sumOfKinds(movements, 'bill'), credited)
          expect(addDecimals(addDecimals(burned, sumOf(account.overages)), billed)).toEqual(used)
          const known = account.overages.map((one) => ({ units: one.billed }))
          expect(sumOf(known)).toEqual(billed)
        })
      }),
      { numRuns },
    )
  })

  test('purchased lots are lowered by burns, refunds and their own expiry only', () => {
    always(({ account, today }, _after, { movements }, { act }) => {
      for (const { id, source, expiresAt } of account.lots) {
        const kinds = movements.filter(({ lotId }) => lotId === id).map(({ kind }) => kind)
        if (source !== 'purchase') continue
        const allowed = [
          'burn',
          'cover',
          'uncover',
          'restore',
          ...(act === 'refund' ? ['refund'] : []),
          ...(expiresAt !== null && expiresAt <= day(today) ? ['expire'] : []),
        ]
        expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([])
      }
    })
  })

  test('a reset, a revocation and what undoes it touch the lots of their own grant only', () => {
    always(({ account, today }, _after, { movements }, { act, pick: index }) => {
      if (!['cycle', 'revoke', 'reinstate'].includes(act)) return
      const others = account.lots.filter(
        ({ source, sourceId }) =>
          !['grant', 'rollover'].includes(source) || sourceId !== `grant ${index % 2}`,
      )
      for (const { id, expiresAt } of others) {
        const kinds = movements.filter(({ lotId }) => lotId === id).map(({ kind }) => kind)
        const isOver = expiresAt !== null && expiresAt <= day(today)
        expect(kinds.filter((kind) => !(isOver && kind === 'expire'))).toEqual([])
      }
    })
  })

  test('the same again changes nothing', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const made: Act[] = []
        follow(history, (before, after, _decision, step) => {
          made.push(actOf(before, step, made.length + 1))
          for (const act of made) {
            const again = act(after.account)
            expect(again.movements).toEqual([])
            expect(again.account).toEqual(after.account)
          }
        })
      }),
      { numRuns: numRuns / 4 },
    )
  })

  test('the order in which lots and overages are given doesn’t matter', () => {
    let number = 0
    fc.assert(
      fc.property(histories, (history) => {
        number = 0
        follow(history, (before, { account }, decision, step) => {
          number += 1
          const { lots, overages, causes } = before.account
          const reversed = { lots: lots.toReversed(), overages: overages.toReversed(), causes }
          const other = actOf(before, step, number)(reversed)
          expect(other.balance).toEqual(decision.balance)
          expect(other.shortfall).toEqual(decision.shortfall)
          expect(other.credited).toEqual(decision.credited)
          expect(byId(other.account.lots)).toEqual(byId(account.lots))
          expect(new Set(other.movements)).toEqual(new Set(decision.movements))
        })
      }),
      { numRuns },
    )
  })
})

const byId = (lots: readonly Lot[]) => new Map(lots.map((lot) => [lot.id, lot]))

test('an event that is voided at once leaves everything as it was', () => {
  fc.assert(
    fc.property(histories, steps, (history, step) => {
      const { account, today } = follow(history, () => {})
      const now = day(today)
      const settled = expire(account, { now }).account
      const event = { eventId: 'x', usage: usageOf(step.scope, step.period), now }
      const burning = burn(settled, { ...event, units: step.units })
      const voided = restore(burning.account, { ...event, burned: burnedBy(burning.movements) })
      expect(byId(voided.account.lots)).toEqual(byId(settled.lots))
      expect(voided.balance).toEqual(balanceOf(settled))
      expect([voided.shortfall, voided.credited]).toEqual([zero, zero])
      expect(new Set(voided.account.overages)).toEqual(new Set(settled.overages))
    }),
    { numRuns },
  )
})

test('these histories do everything, and more than once', () => {
  const counts = new Map<string, number>()
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  always((_before, _after, { movements, shortfall, credited }) => {
    for (const { kind } of movements) count(kind)
    if (compareDecimals(shortfall, zero) > 0) count('shortfall')
    if (compareDecimals(credited, zero) > 0) count('credited')
  }, 300)
  expect(counts.size).toBe(15)
  expect(Math.min(...counts.values())).toBeGreaterThan(1)
})
