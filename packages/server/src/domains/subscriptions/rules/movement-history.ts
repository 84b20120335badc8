import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, sum } from '../../../kernel/money.ts'
import type { SubscriptionDiscount } from './facts.ts'
import { type Movement, movementsBetween } from './movement.ts'
import type { RatedFacts } from './run-rate.ts'

/** An event about a subscription, as the log keeps it. */
export interface LoggedState {
  readonly version: number
  readonly occurredAt: Date
  readonly state: Logged
}

export interface Logged
  extends Pick<
    RatedFacts,
    'status' | 'currency' | 'amount' | 'interval' | 'productId' | 'startedAt' | 'cancelAtPeriodEnd'
  > {
  readonly endedAt: Date | null
  readonly prices: readonly LoggedPrice[]
  readonly discount:
    | (Pick<SubscriptionDiscount, 'type' | 'duration'> & {
        readonly amount: MinorUnits | null
        readonly basisPoints: number | null
      })
    | null
}

interface LoggedPrice {
  readonly id: Id<'productPrice'>
  readonly isChosen: boolean
  /** Of a fixed price. */
  readonly amount: MinorUnits | null
}

/** The amounts that buyers chose, by price. */
type ChosenAmounts = ReadonlyMap<Id<'productPrice'>, MinorUnits>

export interface HistoricMovement extends Movement {
  readonly version: number
  readonly position: number
  readonly occurredAt: Date
}

/**
 * The movements that were written along with these events if there had been any, oldest first. Where
 * the log begins later than the subscription, the first state that is known holds since the start.
 */
export function movementsOfHistory(
  states: readonly LoggedState[],
  chosen: ChosenAmounts,
): readonly HistoricMovement[] {
  const found: HistoricMovement[] = []
  let before: RatedFacts | null = null
  for (const { version, occurredAt, state } of states) {
    const facts = factsOf(state, chosen)
    const { startedAt, endedAt } = state
    if (before === null && version > 1 && startedAt !== null) {
      before = endedAt === null ? facts : { ...facts, status: 'active', cancelAtPeriodEnd: false }
      found.push(...dated(movementsBetween(null, before), { version: 0, occurredAt: startedAt }))
    }
    found.push(...dated(movementsBetween(before, facts), { version, occurredAt }))
    before = facts
  }
  return found
}

const dated = (
  movements: readonly Movement[],
  at: Pick<HistoricMovement, 'version' | 'occurredAt'>,
): HistoricMovement[] => movements.map((movement, position) => ({ ...movement, ...at, position }))

const factsOf = (state: Logged, chosen: ChosenAmounts): RatedFacts => ({
  status: state.status,
  currency: state.currency,
  startedAt: state.startedAt,
  cancelAtPeriodEnd: state.cancelAtPeriodEnd,
  interval: state.interval,
  productId: state.productId,
  terms: state.prices.map(({ id }) => id).join(),
  listAmount: listAmountOf(state, chosen),
  amount: state.amount,
})

function listAmountOf({ amount, prices, discount }: Logged, chosen: ChosenAmounts): MinorUnits {
  if (discount === null || discount.duration === 'forever') return amount
  const known = prices.map(({ id, isChosen, amount: fixed }) =>
    isChosen ? chosen.get(id) : (fixed ?? minorUnits(0)),
  )
  const amounts = known.flatMap((one) => one ?? [])
  return amounts.length === known.length ? sum(amounts) : undiscounted(amount, discount)
}

/** Before the discount, as far as what is left tells. */
function undiscounted(amount: MinorUnits, discount: NonNullable<Logged['discount']>): MinorUnits {
  if (discount.type === 'fixed') return add(amount, discount.amount ?? minorUnits(0))
  const left = 10_000 - (discount.basisPoints ?? 0)
  return left === 0 ? amount : minorUnits(Math.round((amount * 10_000) / left))
}
