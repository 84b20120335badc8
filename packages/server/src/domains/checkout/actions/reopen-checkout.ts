import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { giveBackRedemption, lockDiscount } from '../../catalog/index.ts'
import { isOver } from '../rules/lifecycle.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import { deleteRedemption, findRedeemed } from '../store/redemptions.ts'
import { gatherCheckout } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout } from './present-checkout.ts'

interface FailedAttempt extends CheckoutKey {
  /** Only the attempt that counts opens the checkout again: late news of another one doesn’t. */
  readonly attemptId: Attempt
}

/** To be paid, or to keep a card for later. */
type Attempt = Id<'payment'> | Id<'methodSetUp'>

/**
 * A payment failed: the checkout is open for another card, and its slot of the discount is free.
 * After its hour there is no other try, and it has failed. Twice is once.
 */
export async function reopenCheckout(
  parts: CheckoutParts,
  { organizationId, id, attemptId }: FailedAttempt,
): Promise<void> {
  const { reads: db } = parts.workshop.database
  const found = await findCheckoutIn(db, [organizationId], id)
  if (found === undefined || !waitsFor(found.row, attemptId)) return
  const makings = await gatherCheckout(db, parts, found)
  await work(parts.workshop, { organizationId }, async (unit) => {
    const { tx, now } = unit
    const discountId = await lockRedeemed(unit, { organizationId, id })
    const row = await lockCheckout(tx, { organizationId, id })
    if (row === undefined || !waitsFor(row, attemptId)) return
    if (discountId !== null && (await deleteRedemption(tx, row))) {
      await giveBackRedemption(tx, { organizationId, id: discountId })
    }
    const changes = {
      status: isOver(row, now) ? 'failed' : 'open',
      paymentId: null,
      setUpId: null,
      ...(!row.isCustomerGiven && { customerId: null }),
    }
    const saved = await saveCheckout(tx, row, changes, now)
    assert(saved !== undefined, 'what is locked stays')
    unit.record(checkoutEvent('updated', saved, presentCheckout(saved, makings, parts)))
  })
}

const waitsFor = ({ status, paymentId, setUpId }: CheckoutRow, attemptId: Attempt): boolean =>
  status === 'confirmed' && (paymentId ?? setUpId) === attemptId

/** Before the checkout, in the order in which everybody locks. */
async function lockRedeemed({ tx }: Work, key: CheckoutKey): Promise<Id<'discount'> | null> {
  const id = await findRedeemed(tx, key)
  if (id !== null) await lockDiscount(tx, { organizationId: key.organizationId, id })
  return id
}
