import { assert } from '../../../kernel/assert.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import { type CreditAccount, isNegative } from './account.ts'
import { type Decision, decide } from './decide.ts'
import { changeOverage, type Draft, missUnits, openLot, takeUnits } from './draft.ts'
import { inBurnOrder, type Lot, type NewLot, type Scope, servingLots } from './lots.ts'

interface Adding {
  /** Lots of grants come with `cycle`. */
  readonly lot: NewLot & { readonly source: 'purchase' | 'present' | 'refund' }
  readonly reason: string | null
  readonly now: Date
}

/** One purchase, present or refund makes one lot, whatever the lot is called. */
export const addLot = (account: CreditAccount, { lot, reason, now }: Adding): Decision =>
  decide(account, { cause: `add:${lot.source}:${lot.sourceId}`, reason, now }, (draft) =>
    openLot(draft, lot),
  )

interface Refunding {
  readonly refundId: string
  /** The purchase. */
  readonly sourceId: string
  readonly units: Decimal
  readonly now: Date
}

/** Takes back what is unspent, up to these units; the shortfall was spent or has expired. */
export const refundPurchase = (
  account: CreditAccount,
  { refundId, sourceId, units, now }: Refunding,
): Decision =>
  decide(account, { cause: `refund:${refundId}`, now }, (draft) => {
    const isRefunded = (lot: Lot) => lot.source === 'purchase' && lot.sourceId === sourceId
    return take(draft, 'refund', draft.lots.filter(isRefunded), units)
  })

interface Deducting {
  readonly deductionId: string
  readonly reason: string
  readonly usage: Scope
  readonly units: Decimal
  readonly now: Date
}

/**
 * The seller takes credits away, up to these units. What a customer has paid for is taken by a
 * refund only, and nobody is charged for a deduction, so it makes no overage.
 */
export const deduct = (
  account: CreditAccount,
  { deductionId, reason, usage, units, now }: Deducting,
): Decision =>
  decide(account, { cause: `deduct:${deductionId}`, reason, now }, (draft) => {
    const lots = servingLots(draft.lots, usage).filter(({ source }) => source !== 'purchase')
    return take(draft, 'deduct', lots, units)
  })

function take(
  draft: Draft,
  kind: 'refund' | 'deduct',
  lots: readonly Lot[],
  units: Decimal,
): Draft {
  assert(!isNegative(units), 'nobody takes less than nothing')
  const from = inBurnOrder(lots)
  const { draft: taken, left } = takeUnits(draft, { kind, from, units })
  return missUnits(taken, left)
}

interface Expiring {
  readonly now: Date
}

/** All that has expired by now. */
export const expire = (account: CreditAccount, { now }: Expiring): Decision =>
  decide(account, { cause: `expire:${now.toISOString()}`, now }, (draft) => draft)

interface Billing {
  readonly orderId: string
  readonly subscriptionId: Scope['subscriptionId']
  readonly period: string
  readonly now: Date
}

/** All overages of a subscription's period, or what came since they were billed last. */
export const billOverages = (
  account: CreditAccount,
  { orderId, subscriptionId, period, now }: Billing,
): Decision =>
  decide(account, { cause: `bill:${orderId}`, now }, (draft) =>
    draft.overages
      .filter(({ usage }) => usage.subscriptionId === subscriptionId && usage.period === period)
      .reduce(
        (next, { usage, units }) => changeOverage(next, { kind: 'bill', usage, units }),
        draft,
      ),
  )
