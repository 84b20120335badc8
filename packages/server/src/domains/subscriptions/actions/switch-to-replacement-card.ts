import type { DeletedPaymentMethod } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { hasFutureCharges, replacePaymentMethod } from '../store/payment-methods.ts'

/**
 * Charges subscriptions of a deleted payment method to its replacement. Without one, false while
 * anything is still to be charged.
 */
export async function switchToReplacementCard(
  { tx }: UnitOfWork,
  { replacementId, ...deleted }: DeletedPaymentMethod,
): Promise<boolean> {
  if (replacementId === null) return !(await hasFutureCharges(tx, deleted))
  await replacePaymentMethod(tx, { ...deleted, replacementId })
  return true
}
