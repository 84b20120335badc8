import { assert } from '../../../kernel/assert.ts'
import { addDecimals, type Decimal, minDecimal, subtractDecimals } from '../../../kernel/decimal.ts'
import {
  type CreditAccount,
  isNegative,
  isPositive,
  type LotUnits,
  type Movement,
  negative,
  type Overage,
  sumOf,
  type Usage,
  zero,
} from './account.ts'
import { type Closed, isOpen, type Lot, type NewLot } from './lots.ts'

/** An account while a decision is made. Every step that changes the balance is a movement. */
export interface Draft extends Pick<CreditAccount, 'lots' | 'overages'> {
  readonly movements: readonly Movement[]
  /** Units of the request for which nothing could be done. */
  readonly shortfall: Decimal
  /** Units that were billed and are to be credited. */
  readonly credited: Decimal
}

type Kind = Movement['kind']

interface Taking {
  readonly kind: Kind
  /** In this order. */
  readonly from: readonly Lot[]
  readonly units: Decimal
}

interface Taken {
  readonly draft: Draft
  readonly taken: readonly LotUnits[]
  /** What these lots don't have. */
  readonly left: Decimal
}

export function takeUnits(draft: Draft, { kind, from, units }: Taking): Taken {
  let left = units
  const taken = from.flatMap(({ id, remaining }) => {
    const part = minDecimal(left, remaining)
    if (!isPositive(part)) return []
    left = subtractDecimals(left, part)
    return { lotId: id, units: part }
  })
  const changed = taken.reduce(
    (next, one) => moveUnits(next, { kind, lotId: one.lotId, units: negative(one.units) }),
    draft,
  )
  return { draft: changed, taken, left }
}

/** Back into lots that are still open; for the others nothing can be done. */
export const returnUnits = (
  draft: Draft,
  kind: 'restore' | 'uncover',
  burned: readonly LotUnits[],
): Draft =>
  burned.reduce((next, { lotId, units }) => {
    const canReturn = next.lots.some((lot) => lot.id === lotId && isOpen(lot))
    return canReturn ? moveUnits(next, { kind, lotId, units }) : missUnits(next, units)
  }, draft)

export const missUnits = (draft: Draft, units: Decimal): Draft => ({
  ...draft,
  shortfall: addDecimals(draft.shortfall, units),
})

function moveUnits(draft: Draft, movement: Movement): Draft {
  const lots = draft.lots.map((lot) => {
    if (lot.id !== movement.lotId) return lot
    const remaining = addDecimals(lot.remaining, movement.units)
    assert(!isNegative(remaining), 'a lot has nothing less than zero')
    assert(!isPositive(subtractDecimals(remaining, lot.amount)), 'a lot never has more than it had')
    return { ...lot, remaining }
  })
  return { ...draft, lots, movements: [...draft.movements, movement] }
}

export function openLot(draft: Draft, lot: NewLot): Draft {
  const { id: lotId, amount: units } = lot
  assert(isPositive(units), 'a lot has units when it is opened')
  assert(!draft.lots.some(({ id }) => id === lotId), 'a lot is opened once')
  return {
    ...draft,
    lots: [...draft.lots, { ...lot, remaining: units, closed: null }],
    movements: [...draft.movements, { kind: 'open', lotId, units }],
  }
}

export function closeLot(draft: Draft, lot: Lot, by: Closed['by'], kind: Kind): Draft {
  const { remaining } = lotOf(draft, lot)
  const withheld = by === 'revocation' ? remaining : zero
  const taken = takeUnits(draft, { kind, from: [lotOf(draft, lot)], units: remaining })
  return replaceClosed(taken.draft, lot, { by, withheld })
}

/** With what its revocation took. */
export function reopenLot(draft: Draft, lot: Lot): Draft {
  const units = lot.closed?.withheld ?? zero
  const open = replaceClosed(draft, lot, null)
  return isPositive(units) ? moveUnits(open, { kind: 'reinstate', lotId: lot.id, units }) : open
}

/** As the draft has it by now. */
function lotOf(draft: Draft, { id }: Lot): Lot {
  const found = draft.lots.find((lot) => lot.id === id)
  assert(found !== undefined, 'the lot belongs to the account')
  return found
}

export const replaceClosed = (draft: Draft, { id }: Lot, closed: Closed | null): Draft => ({
  ...draft,
  lots: draft.lots.map((lot) => (lot.id === id ? { ...lot, closed } : lot)),
})

interface OverageChange {
  readonly kind: Kind
  readonly usage: Usage
  /** What the balance gains: the overage becomes smaller by them. */
  readonly units: Decimal
  readonly covers?: readonly LotUnits[]
}

export function changeOverage(draft: Draft, { kind, usage, units, covers }: OverageChange): Draft {
  const known = overageOf(draft, usage)
  const left = subtractDecimals(known.units, units)
  assert(!isNegative(left), 'an overage is not below zero')
  const billed = kind === 'bill' ? addDecimals(known.billed, units) : known.billed
  const changed = { usage, units: left, billed, covers: covers ?? known.covers }
  const isMoved = isPositive(units) || isNegative(units)
  const movements: Movement[] = isMoved ? [{ kind, lotId: null, units }] : []
  return { ...replaceOverage(draft, changed), movements: [...draft.movements, ...movements] }
}

/** Units that were billed for nothing, as it turned out. */
export function creditBilled(draft: Draft, usage: Usage, units: Decimal): Draft {
  const known = overageOf(draft, usage)
  const billed = subtractDecimals(known.billed, units)
  assert(!isNegative(billed), 'no more is credited than was billed')
  const credited = addDecimals(draft.credited, units)
  return { ...replaceOverage(draft, { ...known, billed }), credited }
}

function replaceOverage(draft: Draft, overage: Overage): Draft {
  const others = draft.overages.filter(({ usage }) => usageKey(usage) !== usageKey(overage.usage))
  const { units, billed, covers } = overage
  const isOver = !isPositive(units) && !isPositive(billed) && covers.length === 0
  return { ...draft, overages: isOver ? others : [...others, overage] }
}

export const overageOf = ({ overages }: Draft, usage: Usage): Overage =>
  overages.find((one) => usageKey(one.usage) === usageKey(usage)) ?? {
    usage,
    units: zero,
    billed: zero,
    covers: [],
  }

export const usageKey = ({ period, subscriptionId, entity }: Usage): string =>
  JSON.stringify([period, subscriptionId, entity])

/** One entry for each lot, without lots that have nothing of it any more. */
export const mergeUnits = (all: readonly LotUnits[]): readonly LotUnits[] =>
  [...new Set(all.map(({ lotId }) => lotId))]
    .map((lotId) => ({ lotId, units: sumOf(all.filter((one) => one.lotId === lotId)) }))
    .filter(({ units }) => isPositive(units))
