import type { Decimal } from '../../../kernel/decimal.ts'
import { balanceOf, type CreditAccount, isPositive, type Movement, sumOf, zero } from './account.ts'
import { changeOverage, closeLot, type Draft, mergeUnits, takeUnits, usageKey } from './draft.ts'
import { compareText, isOpen, servingLots } from './lots.ts'

export interface Decision {
  readonly cause: string
  /** Why the seller did it. */
  readonly reason: string | null
  /** They add up to what the balance gains. */
  readonly movements: readonly Movement[]
  readonly account: CreditAccount
  readonly balance: Decimal
  /** All units without credits that aren't billed yet. */
  readonly overage: Decimal
  /** Units of the request for which nothing could be done. */
  readonly shortfall: Decimal
  /** Units that were billed and are to be credited on an invoice. */
  readonly credited: Decimal
}

interface Occasion {
  /** Names what happens once, such as the burning of one event. */
  readonly cause: string
  readonly reason?: string | null
  readonly now: Date
}

/**
 * What has expired is gone before anything happens. Afterwards lots cover what was used without
 * credits, so no overage is left next to a lot that may serve it.
 */
export function decide(
  account: CreditAccount,
  { cause, reason = null, now }: Occasion,
  step: (draft: Draft) => Draft,
): Decision {
  const { lots, overages, causes } = account
  const before: Draft = { lots, overages, movements: [], shortfall: zero, credited: zero }
  const isRepeated = causes.has(cause)
  const after = isRepeated ? before : coverOverages(expireLots(step(expireLots(before, now)), now))
  return {
    cause,
    reason,
    movements: after.movements,
    account: {
      lots: after.lots,
      overages: after.overages,
      causes: isRepeated ? causes : new Set([...causes, cause]),
    },
    balance: balanceOf(after),
    overage: sumOf(after.overages),
    shortfall: after.shortfall,
    credited: after.credited,
  }
}

/** A lot has expired at the instant of its expiry. */
const expireLots = (draft: Draft, now: Date): Draft =>
  draft.lots
    .filter((lot) => isOpen(lot) && lot.expiresAt !== null && lot.expiresAt <= now)
    .reduce((next, lot) => closeLot(next, lot, 'expiry', 'expire'), draft)

const coverOverages = (draft: Draft): Draft =>
  draft.overages
    .filter(({ units }) => isPositive(units))
    .toSorted((a, b) => compareText(usageKey(a.usage), usageKey(b.usage)))
    .reduce((next, { usage, units, covers }) => {
      const from = servingLots(next.lots, usage)
      const { draft: taken, taken: added } = takeUnits(next, { kind: 'cover', from, units })
      return changeOverage(taken, {
        kind: 'cover',
        usage,
        units: sumOf(added),
        covers: mergeUnits([...covers, ...added]),
      })
    }, draft)
