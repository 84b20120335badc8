import { assert } from '../../../kernel/assert.ts'
import { type Decimal, minDecimal, subtractDecimals } from '../../../kernel/decimal.ts'
import {
  type CreditAccount,
  isNegative,
  type LotUnits,
  type Movement,
  negative,
  sumOf,
  type Usage,
  zero,
} from './account.ts'
import { type Decision, decide } from './decide.ts'
import {
  changeOverage,
  creditBilled,
  type Draft,
  mergeUnits,
  missUnits,
  overageOf,
  returnUnits,
  takeUnits,
} from './draft.ts'
import { inBurnOrder, isOpen, servingLots } from './lots.ts'

interface Burning {
  readonly eventId: string
  readonly usage: Usage
  readonly units: Decimal
  readonly now: Date
}

/** What no lot has is overage. */
export function burn(account: CreditAccount, { eventId, usage, units, now }: Burning): Decision {
  assert(!isNegative(units), 'no event burns less than nothing')
  return decide(account, { cause: `burn:${eventId}`, now }, (draft) => {
    const from = servingLots(draft.lots, usage)
    const { draft: burned, left } = takeUnits(draft, { kind: 'burn', from, units })
    return changeOverage(burned, { kind: 'burn', usage, units: negative(left) })
  })
}

export interface Burned {
  readonly lots: readonly LotUnits[]
  readonly overage: Decimal
}

export const burnedBy = (movements: readonly Movement[]): Burned => {
  const burns = movements.filter(({ kind }) => kind === 'burn')
  return {
    lots: burns.flatMap(({ lotId, units }) =>
      lotId === null ? [] : { lotId, units: negative(units) },
    ),
    overage: negative(sumOf(burns.filter(({ lotId }) => lotId === null))),
  }
}

interface Restoring extends Omit<Burning, 'units'> {
  readonly burned: Burned
}

/**
 * An event that is voided gives back what it burned, to the same lots. What a closed lot had stays
 * lost: nobody can tell which later usage it would have served. Overage is forgiven, or given back to
 * the lots that covered it, or credited where it was billed.
 */
export const restore = (
  account: CreditAccount,
  { eventId, usage, burned, now }: Restoring,
): Decision =>
  decide(account, { cause: `restore:${eventId}`, now }, (draft) => {
    const returned = returnUnits(draft, 'restore', burned.lots)
    const units = minDecimal(burned.overage, overageOf(returned, usage).units)
    const forgiven = changeOverage(returned, { kind: 'restore', usage, units })
    const { draft: uncovered, left } = uncover(
      forgiven,
      usage,
      subtractDecimals(burned.overage, units),
    )
    const credited = minDecimal(left, overageOf(uncovered, usage).billed)
    return missUnits(creditBilled(uncovered, usage, credited), subtractDecimals(left, credited))
  })

/** The lot that is burned last gets back first. */
function uncover(draft: Draft, usage: Usage, units: Decimal): { draft: Draft; left: Decimal } {
  const { covers } = overageOf(draft, usage)
  let left = units
  const given = inBurnOrder(draft.lots.filter(isOpen))
    .toReversed()
    .map(({ id }) => {
      const cover = minDecimal(left, sumOf(covers.filter(({ lotId }) => lotId === id)))
      left = subtractDecimals(left, cover)
      return { lotId: id, units: cover }
    })
  const negated = given.map((one) => ({ ...one, units: negative(one.units) }))
  const changed = changeOverage(draft, {
    kind: 'uncover',
    usage,
    units: zero,
    covers: mergeUnits([...covers, ...negated]),
  })
  return { draft: returnUnits(changed, 'uncover', mergeUnits(given)), left }
}
