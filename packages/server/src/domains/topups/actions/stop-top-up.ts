import type { Id } from '@guildhall/contract/primitives'
import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { cancelPayments } from '../../payments/actions/cancel-payments.ts'
import { presentTopUp } from '../present/top-ups.ts'
import { findPendingPurchases } from '../store/credit-purchases.ts'
import {
  type CustomerKey,
  deleteTopUp,
  findTopUp,
  lockTopUp,
  lockTopUpsOf,
  saveStopped,
  type TopUpRow,
} from '../store/top-ups.ts'

export const subjectOf = ({ organizationId, customerId, id, version }: TopUpRow) => ({
  organizationId,
  customerId,
  id,
  version,
})

interface Stop {
  readonly reason: TopUpStopReason
  readonly message?: string | null
}

/** For callers that have locked it. Undefined if it was stopped before. */
export async function stopTopUp(
  uow: UnitOfWork,
  topUp: TopUpRow,
  { reason, message = null }: Stop,
): Promise<TopUpRow | undefined> {
  const stopped = await saveStopped(uow.tx, topUp, { reason, message, now: uow.now })
  if (stopped !== undefined) {
    uow.record(eventOf('top_up.stopped', subjectOf(stopped), presentTopUp(stopped)))
  }
  return stopped
}

interface NamedTopUp extends CustomerKey {
  readonly id: Id<'topUp'>
}

/** Only the customer turns it on again. */
export async function stopForSeller(uow: UnitOfWork, named: NamedTopUp): Promise<TopUpRow> {
  const topUp = await lockNamed(uow, named)
  const stopped = await stopTopUp(uow, topUp, { reason: 'seller' })
  if (stopped !== undefined) await giveUpPurchases(uow, [stopped])
  return stopped ?? topUp
}

export async function turnOffTopUp(uow: UnitOfWork, named: NamedTopUp): Promise<void> {
  const topUp = await lockNamed(uow, named)
  await turnOff(uow, [topUp])
}

/** A deleted customer buys nothing more, nor what they were about to buy themselves. */
export async function turnOffAll(uow: UnitOfWork, customer: CustomerKey): Promise<void> {
  const topUps = await lockTopUpsOf(uow.tx, customer)
  await turnOff(uow, topUps)
  const pending = await findPendingPurchases(uow.tx, customer)
  if (pending.length === 0) return
  const paymentIds = pending.map(({ paymentId }) => paymentId)
  await cancelPayments(uow, customer.organizationId, { paymentIds })
}

async function turnOff(uow: UnitOfWork, topUps: readonly TopUpRow[]): Promise<void> {
  await giveUpPurchases(uow, topUps)
  for (const topUp of topUps) {
    await deleteTopUp(uow.tx, topUp)
    const off = { ...topUp, version: topUp.version + 1 }
    uow.record(eventOf('top_up.turned_off', subjectOf(off), presentTopUp(off)))
  }
}

/** What they have begun and not sent yet. What was sent already may still succeed, and is then bought. */
async function giveUpPurchases(uow: UnitOfWork, topUps: readonly TopUpRow[]): Promise<void> {
  for (const topUp of topUps) {
    const pending = await findPendingPurchases(uow.tx, topUp)
    const own = pending.filter((one) => one.meterId === topUp.meterId && one.consentedAt !== null)
    if (own.length === 0) continue
    const paymentIds = own.map(({ paymentId }) => paymentId)
    await cancelPayments(uow, topUp.organizationId, { paymentIds })
  }
}

async function lockNamed(uow: UnitOfWork, { id, ...customer }: NamedTopUp): Promise<TopUpRow> {
  const found = await findTopUp(uow.tx, customer, id)
  const locked = found && (await lockTopUp(uow.tx, found))
  if (locked === undefined) throw new Problem('not_found')
  return locked
}
