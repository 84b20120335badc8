import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add, minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockDiscount, removeRedemption } from '../../catalog/store/discounts.ts'
import { releaseBalance } from '../../orders/actions/checkout-balance.ts'
import { hasExpired } from '../rules/lifecycle.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import { deleteRedemption, findRedeemed } from '../store/redemptions.ts'
import type { CheckoutDeps } from './deps.ts'
import { type CheckoutDetails, gatherCheckout } from './gather-checkouts.ts'
import { recordCheckout } from './record-checkout.ts'

interface FailedAttempt extends CheckoutKey {
  /** A late event about an earlier attempt must not reopen the checkout. */
  readonly attemptId: Attempt
}

/** A payment, or a card to store for later payments. */
type Attempt = Id<'payment'> | Id<'methodSetUp'>

/**
 * After a failed payment the checkout is open for another card, and its redemption is released. An
 * expired checkout fails instead. Does nothing the second time.
 */
export async function reopenCheckout(
  deps: CheckoutDeps,
  { organizationId, id, attemptId }: FailedAttempt,
): Promise<void> {
  const { reads: db } = deps.uowFactory.database
  const found = await findCheckoutIn(db, [organizationId], id)
  if (found === undefined || !waitsFor(found.row, attemptId)) return
  const details = await gatherCheckout(db, deps, found)
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const { tx, now } = uow
    const discountId = await lockRedeemedDiscount(uow, { organizationId, id })
    const row = await lockCheckout(tx, { organizationId, id })
    if (row === undefined || !waitsFor(row, attemptId)) return
    if (discountId !== null && (await deleteRedemption(tx, row))) {
      await removeRedemption(tx, { organizationId, id: discountId })
    }
    const released = await releaseCredit(uow, row)
    const changes = {
      ...released,
      status: hasExpired(row, now) ? 'failed' : 'open',
      paymentId: null,
      setUpId: null,
      ...(!row.isCustomerGiven && { customerId: null }),
    }
    const saved = await saveCheckout(tx, row, changes, now)
    assert(saved !== undefined, 'a locked checkout does not change')
    recordCheckout(uow, deps, 'updated', {
      row: saved,
      details: withReleased(details, row),
    })
  })
}

/** The next attempt may use it, or any other purchase. */
export async function releaseCredit(
  uow: UnitOfWork,
  row: CheckoutRow,
): Promise<Pick<CheckoutRow, 'appliedBalanceAmount' | 'balanceOrderId'>> {
  const { organizationId, id: checkoutId, customerId, currency } = row
  const { appliedBalanceAmount: amount, balanceOrderId: orderId } = row
  if (orderId !== null) {
    assert(customerId !== null, 'a confirmed checkout has a customer')
    const reservation = { organizationId, customerId, currency, checkoutId, orderId, amount }
    await releaseBalance(uow, reservation)
  }
  return { appliedBalanceAmount: minorUnits(0), balanceOrderId: null }
}

function withReleased(
  details: CheckoutDetails,
  { id, appliedBalanceAmount }: CheckoutRow,
): CheckoutDetails {
  const usable = details.credits.get(id)
  if (usable === undefined) return details
  const credits = new Map(details.credits).set(id, add(usable, appliedBalanceAmount))
  return { ...details, credits }
}

const waitsFor = ({ status, paymentId, setUpId }: CheckoutRow, attemptId: Attempt): boolean =>
  status === 'confirmed' && (paymentId ?? setUpId) === attemptId

/** Discounts are locked before checkouts, as everywhere. */
async function lockRedeemedDiscount(
  { tx }: UnitOfWork,
  key: CheckoutKey,
): Promise<Id<'discount'> | null> {
  const id = await findRedeemed(tx, key)
  if (id !== null) await lockDiscount(tx, { organizationId: key.organizationId, id })
  return id
}
