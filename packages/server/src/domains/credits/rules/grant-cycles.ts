import { type Decimal, maxDecimal, subtractDecimals } from '../../../kernel/decimal.ts'
import { type CreditAccount, isPositive, remainingIn, zero } from './account.ts'
import { type Decision, decide } from './decide.ts'
import { closeLot, type Draft, openLot, reopenLot, replaceClosed, takeUnits } from './draft.ts'
import { inBurnOrder, isOpen, type Lot, type NewLot } from './lots.ts'

interface Cycling {
  readonly grantId: string
  readonly periodStart: Date
  /** The credits of the period, by the benefit as it is now. */
  readonly lot: Omit<NewLot, 'source' | 'sourceId'> & { readonly source: 'grant' | 'purchase' }
  /** For what is left of the former period. */
  readonly rollover: { readonly id: Lot['id']; readonly expiresAt: Date | null }
  readonly now: Date
}

/**
 * A grant's paid period begins, the first one too. Only lots of this grant are touched: what is left
 * of them rolls over or vanishes, as the lots themselves say, and the new lot is opened.
 */
export const cycle = (
  account: CreditAccount,
  { grantId, periodStart, lot, rollover, now }: Cycling,
): Decision =>
  decide(account, { cause: causeOfCycle({ grantId, periodStart }), now }, (draft) => {
    const forgotten = forgetRevoked(draft, grantId)
    const rolled = rollOver(vanish(forgotten, grantId), grantId, { ...rollover, createdAt: now })
    return openLot(rolled, { ...lot, sourceId: grantId })
  })

export const causeOfCycle = ({
  grantId,
  periodStart,
}: Pick<Cycling, 'grantId' | 'periodStart'>): string =>
  `cycle:${grantId}:${periodStart.toISOString()}`

/** Of lots that a benefit grant gives. */
export const sourcesOfGrants: ReadonlySet<string> = new Set(['grant', 'purchase', 'rollover'])

export const isOfGrant = ({ source, sourceId }: Lot, grantId: string): boolean =>
  sourcesOfGrants.has(source) && sourceId === grantId

const lotsOfGrant = ({ lots }: Draft, grantId: string): readonly Lot[] =>
  lots.filter((lot) => isOfGrant(lot, grantId) && isOpen(lot))

/** What was revoked in a former period doesn't come back in a later one. */
const forgetRevoked = (draft: Draft, grantId: string): Draft =>
  draft.lots
    .filter((lot) => isOfGrant(lot, grantId) && lot.closed?.by === 'revocation')
    .reduce((next, lot) => replaceClosed(next, lot, { by: 'reset', withheld: zero }), draft)

const vanish = (draft: Draft, grantId: string): Draft =>
  lotsOfGrant(draft, grantId)
    .filter(({ rollover }) => rollover === null)
    .reduce((next, lot) => closeLot(next, lot, 'reset', 'reset'), draft)

/**
 * Lots that rolled over before stay; what rolls over now comes in a lot of its own. The cap cuts
 * what would have been burned first.
 */
function rollOver(
  draft: Draft,
  grantId: string,
  rolledLot: Pick<NewLot, 'id' | 'expiresAt' | 'createdAt'>,
): Draft {
  const rolling = lotsOfGrant(draft, grantId)
  const from = [
    ...inBurnOrder(rolling.filter(({ source }) => source === 'rollover')),
    ...inBurnOrder(rolling.filter(({ source }) => source === 'grant')),
  ]
  const { draft: cut } = takeUnits(draft, { kind: 'reset', from, units: excessOf(rolling) })
  // Each cycle closes the lot of the one before, so there is one at most.
  const ending = lotsOfGrant(cut, grantId).find(({ source }) => source === 'grant')
  if (ending === undefined) return cut
  const closed = closeLot(cut, ending, 'reset', 'roll_over')
  const { sourceId, scope, remaining: amount, priority, rollover } = ending
  const rolled = { source: 'rollover', sourceId, scope, amount, priority, rollover } as const
  return isPositive(amount) ? openLot(closed, { ...rolled, ...rolledLot }) : closed
}

/** What they have beyond the most generous of their caps. */
function excessOf(rolling: readonly Lot[]): Decimal {
  const caps = rolling.map(({ rollover }) => rollover?.cap ?? null)
  if (caps.includes(null)) return zero
  const cap = caps.reduce<Decimal>(
    (most, one) => (one === null ? most : maxDecimal(most, one)),
    zero,
  )
  return maxDecimal(subtractDecimals(remainingIn(rolling), cap), zero)
}

interface Revoking {
  readonly grantId: string
  /** Of the revocation, or of what undoes it. */
  readonly id: string
  readonly now: Date
}

/** A grant credits another meter from now on: here nothing is left of it, and nothing comes back. */
export const resetCredits = (account: CreditAccount, { grantId, id, now }: Revoking): Decision =>
  decide(account, { cause: `reset:${id}`, now }, (draft) =>
    lotsOfGrant(draft, grantId).reduce(
      (next, lot) => closeLot(next, lot, 'reset', 'reset'),
      forgetRevoked(draft, grantId),
    ),
  )

/** Takes what is unspent of a grant; what is spent stays spent, and is no debt. */
export const revokeCredits = (account: CreditAccount, { grantId, id, now }: Revoking): Decision =>
  decide(account, { cause: `revoke:${id}`, now }, (draft) =>
    lotsOfGrant(draft, grantId).reduce(
      (next, lot) => closeLot(next, lot, 'revocation', 'revoke'),
      draft,
    ),
  )

/** A grant that comes back within its period has what was left of it, not the period's credits anew. */
export const reinstateCredits = (
  account: CreditAccount,
  { grantId, id, now }: Revoking,
): Decision =>
  decide(account, { cause: `reinstate:${id}`, now }, (draft) =>
    draft.lots
      .filter((lot) => isOfGrant(lot, grantId) && lot.closed?.by === 'revocation')
      .reduce(reopenLot, draft),
  )
