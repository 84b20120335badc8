import type { Id } from '@guildhall/contract/primitives'
import type { creditClosings, creditSources } from '@guildhall/contract/usage/credit-shapes'
import type { Decimal } from '../../../kernel/decimal.ts'

/** Credits that came together: from one grant, purchase or present. */
export interface Lot {
  readonly id: Id<'creditLot'>
  readonly source: LotSource
  /** The grant, order item or present; what rolled over keeps that of its grant. */
  readonly sourceId: string
  readonly scope: Scope
  readonly amount: Decimal
  /** Nothing once the lot is closed. */
  readonly remaining: Decimal
  readonly expiresAt: Date | null
  /** Lots with a smaller number are burned first. */
  readonly priority: number
  readonly createdAt: Date
  /** What is left at a reset stays, up to the cap. Null: it vanishes. */
  readonly rollover: Rollover | null
  readonly closed: Closed | null
}

type LotSource = (typeof creditSources)[number]

interface Rollover {
  /** Of all that rolled over from the same grant. */
  readonly cap: Decimal | null
}

/** Null is any: a lot without both is pooled, and serves all usage of the customer. */
export interface Scope {
  readonly subscriptionId: Id<'subscription'> | null
  readonly entity: string | null
}

export interface Closed {
  readonly by: (typeof creditClosings)[number]
  /** What a revocation took, and gives back where it is undone. */
  readonly withheld: Decimal
}

export type NewLot = Omit<Lot, 'remaining' | 'closed'>

export const isOpen = ({ closed }: Lot): boolean => closed === null

/** Lots of one subscription or entity never serve another. */
const mayServe = ({ scope }: Lot, usage: Scope): boolean =>
  (scope.subscriptionId ?? usage.subscriptionId) === usage.subscriptionId &&
  (scope.entity ?? usage.entity) === usage.entity

/**
 * The order in which lots are burned: by priority, then what is lost first, then what fewer usage
 * can burn, then by age.
 */
export const inBurnOrder = (lots: readonly Lot[]): readonly Lot[] =>
  lots.toSorted(
    (a, b) =>
      a.priority - b.priority ||
      compareExpiry(a.expiresAt, b.expiresAt) ||
      Number(a.rollover !== null) - Number(b.rollover !== null) ||
      narrowness(b.scope) - narrowness(a.scope) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      compareText(a.id, b.id),
  )

function compareExpiry(a: Date | null, b: Date | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.getTime() - b.getTime()
}

const narrowness = ({ subscriptionId, entity }: Scope): number =>
  Number(subscriptionId !== null) + Number(entity !== null)

/** In the order in which this usage burns them. */
export const servingLots = (lots: readonly Lot[], usage: Scope): readonly Lot[] =>
  inBurnOrder(lots.filter((lot) => mayServe(lot, usage)))

export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)
