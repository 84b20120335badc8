import {
  addDecimals,
  compareDecimals,
  type Decimal,
  minDecimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import {
  type CreditAccount,
  isPositive,
  type LotUnits,
  negative,
  sumOf,
  type Usage,
  zero,
} from './account.ts'
import { burn, burnedBy, restore } from './burn.ts'
import type { Decision } from './decide.ts'
import { mergeUnits, overageOf } from './draft.ts'
import { expire } from './lot-changes.ts'
import { inBurnOrder, isOpen, type Lot } from './lots.ts'

/** What a period used, and how far it was burned. */
export interface MeteredUsage {
  readonly usage: Usage
  readonly consumed: Decimal
  readonly burned: Decimal
  /** What lots that are still open served at once. What they covered later is with the overage. */
  readonly lots: readonly LotUnits[]
}

interface Following {
  /** Names what happens now. */
  readonly id: string
  readonly now: Date
}

export interface FollowedUsage {
  readonly decision: Decision
  /** Null where lots expired. */
  readonly usage: Usage | null
}

export interface Followed {
  readonly account: CreditAccount
  readonly metered: readonly MeteredUsage[]
  readonly decisions: readonly FollowedUsage[]
}

/**
 * Burns what was used since the account was decided about. It was reported before the lots that have
 * expired meanwhile were closed, so it burns them too; then they are closed, and what is used no
 * longer comes back.
 */
export function followUsage(
  account: CreditAccount,
  metered: readonly MeteredUsage[],
  following: Following,
): Followed {
  const start: Followed = { account, metered: [], decisions: [] }
  const burned = metered.reduce<Followed>((followed, one, at) => {
    const isMore = compareDecimals(one.consumed, one.burned) > 0
    return isMore ? burnMore(followed, one, { ...following, at }) : keep(followed, one)
  }, start)
  const expired = closeExpired(burned, following)
  return burned.metered.reduce<Followed>(
    (followed, one, at) => {
      const isLess = compareDecimals(one.consumed, one.burned) < 0
      return isLess ? giveBack(followed, one, { ...following, at }) : keep(followed, one)
    },
    { ...expired, metered: [] },
  )
}

interface FollowingOne extends Following {
  readonly at: number
}

const keep = (followed: Followed, one: MeteredUsage): Followed => ({
  ...followed,
  metered: [...followed.metered, one],
})

function burnMore(followed: Followed, one: MeteredUsage, { id, at, now }: FollowingOne): Followed {
  const decision = burn(followed.account, {
    eventId: `${id}/${at}`,
    usage: one.usage,
    units: subtractDecimals(one.consumed, one.burned),
    now: beforeExpiry(followed.account.lots, now),
  })
  const lots = mergeUnits([...one.lots, ...burnedBy(decision.movements).lots])
  return decided(followed, decision, { ...one, burned: one.consumed, lots })
}

const decided = (followed: Followed, decision: Decision, one: MeteredUsage): Followed => ({
  account: decision.account,
  metered: [...followed.metered, one],
  decisions: [...followed.decisions, { decision, usage: one.usage }],
})

/** The last instant at which all open lots are valid. */
function beforeExpiry(lots: readonly Lot[], now: Date): Date {
  const expired = expiredLots(lots, now).map(({ expiresAt }) => (expiresAt ?? now).getTime() - 1)
  return new Date(Math.min(now.getTime(), ...expired))
}

const expiredLots = (lots: readonly Lot[], now: Date): readonly Lot[] =>
  lots.filter((lot) => isOpen(lot) && lot.expiresAt !== null && lot.expiresAt <= now)

function closeExpired(followed: Followed, { now }: Following): Followed {
  if (expiredLots(followed.account.lots, now).length === 0) return followed
  const decision = expire(followed.account, { now })
  const decisions = [...followed.decisions, { decision, usage: null }]
  return { ...followed, account: decision.account, decisions }
}

/**
 * What was used last gives back first: overage that isn’t billed, what lots covered, what lots
 * served, and what was billed. What closed lots served is lost.
 */
function giveBack(followed: Followed, one: MeteredUsage, { id, at, now }: FollowingOne): Followed {
  const { account } = followed
  const { usage } = one
  const less = subtractDecimals(one.burned, one.consumed)
  const { units, billed, covers } = overageOf({ ...account, ...nothingMoved }, usage)
  const open = new Set(account.lots.filter(isOpen).map((lot) => lot.id))
  const covered = sumOf(covers.filter(({ lotId }) => open.has(lotId)))
  const first = minDecimal(less, addDecimals(units, covered))
  const lots = lastFirst(account.lots, one.lots, subtractDecimals(less, first))
  const left = subtractDecimals(less, addDecimals(first, sumOf(lots)))
  const overage = addDecimals(first, minDecimal(left, billed))
  const decision = restore(account, {
    eventId: `${id}/${at}`,
    usage,
    burned: { lots, overage },
    now,
  })
  const negated = lots.map((lot) => ({ ...lot, units: negative(lot.units) }))
  const served = mergeUnits([...one.lots, ...negated])
  return decided(followed, decision, { ...one, burned: one.consumed, lots: served })
}

const nothingMoved = { movements: [], shortfall: zero, credited: zero }

/** So many units of what open lots served, from the lot that is burned last. */
function lastFirst(
  lots: readonly Lot[],
  served: readonly LotUnits[],
  most: Decimal,
): readonly LotUnits[] {
  let left = most
  return inBurnOrder(lots.filter(isOpen))
    .toReversed()
    .flatMap(({ id }) => {
      const units = minDecimal(left, sumOf(served.filter(({ lotId }) => lotId === id)))
      left = subtractDecimals(left, units)
      return isPositive(units) ? { lotId: id, units } : []
    })
}
