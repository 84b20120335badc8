import type { Id } from '@guildhall/contract/primitives'
import { type MinorUnits, minorUnits, negate } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Actor } from '../../../platform/outbox/record.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { payableOf, planBalancePayout } from '../rules/balance-payout.ts'
import {
  addBalanceEntries,
  findAdjusted,
  type NewBalanceEntry,
} from '../store/customer-balances.ts'
import { findOrdersByIds } from '../store/orders.ts'
import { findCreditedOrders } from '../store/payable-orders.ts'
import { lockOrders } from '../store/settlements.ts'
import { type BalanceKey, lockUsable, requireCustomer } from './adjust-balance.ts'
import { startPayout } from './create-refund.ts'
import { entryOfOrder } from './postings.ts'

interface Payout {
  readonly amount: MinorUnits
  readonly actor: Actor
}

/**
 * Pays credit out as refunds of the payments that it came from. It is taken from the balance before
 * the processor is called, so nothing else can use it meanwhile. Returns the refunds to submit.
 */
export async function payOutBalance(
  uow: UnitOfWork,
  key: BalanceKey,
  { amount, actor }: Payout,
): Promise<Id<'refund'>[]> {
  const { organizationId, currency } = key
  await requireCustomer(uow, key)
  const found = await findCreditedOrders(uow.tx, key)
  // Orders are locked before balances, as everywhere.
  await lockOrders(
    uow.tx,
    organizationId,
    found.map(({ id }) => id),
  )
  const usableAmount = await lockUsable(uow, key, amount)
  const credited = await findCreditedOrders(uow.tx, key)
  const locked = credited.filter(({ id }) => found.some((order) => order.id === id))
  const adjusted = await findAdjusted(uow.tx, key)
  const adjustedAmount = adjusted.find((one) => one.currency === currency)?.amount ?? minorUnits(0)
  const payable = payableOf(locked, { currency, usableAmount, adjustedAmount })
  if (amount > payable) {
    const most = moneyText({ amount: payable, currency })
    throw new Problem('balance_not_payable', { loc: ['body', 'amount'], amount: most })
  }
  const parts = planBalancePayout(locked, { amount, currency })
  const orders = await findOrdersByIds(
    uow.tx,
    organizationId,
    parts.map(({ orderId }) => orderId),
  )
  const refundIds: Id<'refund'>[] = []
  const entries: NewBalanceEntry[] = []
  for (const order of orders) {
    const part = parts.find(({ orderId }) => orderId === order.id)?.amount ?? minorUnits(0)
    const refundId = await startPayout(uow, order, part)
    const entry = entryOfOrder(uow, order, { kind: 'paid_out', amount: negate(part), refundId })
    refundIds.push(refundId)
    entries.push({ ...entry, actorType: actor.type, actorId: actor.id })
  }
  await addBalanceEntries(uow.tx, entries)
  return refundIds
}
