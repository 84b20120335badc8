import type { MovementKind } from '@guildhall/contract/metrics/movement-kinds'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, subtract } from '../../../kernel/money.ts'
import { type RatedFacts, type RunRate, runRateOf } from './run-rate.ts'

/** What a change adds to the run-rate of a product; below zero what it takes away. */
export interface Movement {
  readonly productId: Id<'product'>
  readonly currency: Currency
  readonly kind: MovementKind
  /** Without a run-rate before. Earlier movements may make an expansion or a reactivation of it. */
  readonly isStart: boolean
  readonly listAmount: MinorUnits
  readonly billingAmount: MinorUnits
  readonly trialAmount: MinorUnits
  readonly committedAmount: MinorUnits
  readonly started: 0 | 1
  readonly ended: 0 | 1
  readonly switched: -1 | 0 | 1
}

/**
 * What a change of a subscription moves; nothing for most changes. One that leaves a product for
 * another moves both, with the kind that the whole change has.
 */
export function movementsBetween(
  earlier: RatedFacts | null,
  later: RatedFacts,
): readonly Movement[] {
  const before = earlier === null ? null : runRateOf(earlier)
  const after = runRateOf(later)
  if (before === null && after === null) return []
  const change: Change = { before, after, isMigration: isPriceMigration(earlier, later) }
  const of = (from: RunRate | null, to: RunRate | null) => movementOf(change, from, to)
  const moved =
    before === null || after === null || isSameCell(before, after)
      ? [of(before, after)]
      : [of(before, null), of(null, after)]
  return moved.filter(movesAnything)
}

interface Change {
  readonly before: RunRate | null
  readonly after: RunRate | null
  readonly isMigration: boolean
}

const isSameCell = (one: RunRate, other: RunRate): boolean =>
  one.productId === other.productId && one.currency === other.currency

const isPriceMigration = (earlier: RatedFacts | null, later: RatedFacts): boolean =>
  earlier !== null && earlier.productId === later.productId && earlier.terms !== later.terms

function movementOf(change: Change, from: RunRate | null, to: RunRate | null): Movement {
  const { before, after } = change
  const place = to ?? from
  assert(place !== null, 'a movement leaves or enters a product')
  const isSwitch = before !== null && after !== null && !isSameCell(before, after)
  const difference = (part: 'list' | 'billing' | 'trial' | 'committed') =>
    subtract(to?.[part] ?? minorUnits(0), from?.[part] ?? minorUnits(0))
  return {
    productId: place.productId,
    currency: place.currency,
    listAmount: difference('list'),
    billingAmount: difference('billing'),
    trialAmount: difference('trial'),
    committedAmount: difference('committed'),
    started: before === null ? 1 : 0,
    ended: after === null ? 1 : 0,
    switched: isSwitch ? (to === null ? -1 : 1) : 0,
    ...kindOf(change),
  }
}

type Kind = Pick<Movement, 'kind' | 'isStart'>

function kindOf({ before, after, isMigration }: Change): Kind {
  const had = before?.list ?? 0
  const has = after?.list ?? 0
  const of = (kind: MovementKind): Kind => ({ kind, isStart: false })
  if (after === null && (had > 0 || before?.isPaused === true)) return of('churn')
  if (had === has) return of(kindWithoutRevenue({ before, after }))
  if (after?.isPaused === true) return of('pause')
  if (before?.isPaused === true) return of('resumption')
  if (had === 0) return { kind: 'new', isStart: true }
  if (isMigration) return of('price_migration')
  return of(has > had ? 'expansion' : 'contraction')
}

/** The kind of what doesn’t move recurring revenue. */
function kindWithoutRevenue({ before, after }: Omit<Change, 'isMigration'>): MovementKind {
  if ((before?.trial ?? 0) !== (after?.trial ?? 0)) return 'trial'
  if ((before?.billing ?? 0) !== (after?.billing ?? 0)) return 'discount'
  if ((before?.committed ?? 0) !== (after?.committed ?? 0)) return 'cancellation'
  const isWorthless = (before?.list ?? 0) === 0 && (before?.trial ?? 0) === 0
  return isWorthless ? 'free' : 'expansion'
}

const movesAnything = ({ listAmount, billingAmount, trialAmount, ...rest }: Movement): boolean =>
  [listAmount, billingAmount, trialAmount, rest.committedAmount].some((amount) => amount !== 0) ||
  rest.started + rest.ended > 0 ||
  rest.switched !== 0
