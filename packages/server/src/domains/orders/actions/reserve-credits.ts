import type { Id } from '@guildhall/contract/primitives'
import { negate } from '../../../kernel/money.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { Settlement } from '../rules/settlement.ts'
import {
  addCredits,
  findSettlementsOfItems,
  type ItemCredit,
  lockOrders,
} from '../store/settlements.ts'

interface DecidedCredits {
  readonly credits: readonly ItemCredit[]
  /** What the credits were decided on. */
  readonly settlements: readonly Settlement[]
}

/**
 * Reserves what is credited of paid items, for an order that is placed now or later. The orders
 * are locked, so that credits, refunds and disputes together never exceed what was paid. If any of
 * them changed since, the credits are decided again.
 */
export async function reserveCredits(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { credits, settlements }: DecidedCredits,
): Promise<void> {
  if (credits.length === 0) return
  const credited = new Set(credits.map(({ orderItemId }) => orderItemId))
  const known = settlements.filter(({ orderItemId }) => credited.has(orderItemId))
  await lockOrders(uow.tx, organizationId, [...new Set(known.map(({ orderId }) => orderId))])
  const current = await findSettlementsOfItems(uow.tx, organizationId, [...credited])
  if (textOf(current) !== textOf(known)) throw new Problem('conflicting_change')
  await addCredits(uow.tx, organizationId, credits)
}

const textOf = (settlements: readonly Settlement[]): string =>
  JSON.stringify(
    settlements
      .toSorted((one, other) => (one.orderItemId < other.orderItemId ? -1 : 1))
      .map(({ orderItemId, creditedAmount, creditedTaxAmount, orderLeft }) => [
        orderItemId,
        creditedAmount,
        creditedTaxAmount,
        orderLeft.amount,
        orderLeft.taxAmount,
      ]),
  )

/** The promised credits don’t happen: what they would have returned can be refunded again. */
export async function releaseCredits(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  credits: readonly ItemCredit[],
): Promise<void> {
  await addCredits(
    uow.tx,
    organizationId,
    credits.map(({ orderItemId, amount, taxAmount }) => ({
      orderItemId,
      amount: negate(amount),
      taxAmount: negate(taxAmount),
    })),
  )
}
