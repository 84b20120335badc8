import type { DeletedPaymentMethod } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockTopUpsOf } from '../store/top-ups.ts'
import { stopTopUp } from './stop-top-up.ts'

/** Never refuses it: customers who remove their last card want nothing to be charged any more. */
export async function stopWithoutCard(
  uow: UnitOfWork,
  { replacementId, ...customer }: DeletedPaymentMethod,
): Promise<boolean> {
  if (replacementId !== null) return true
  for (const topUp of await lockTopUpsOf(uow.tx, customer)) {
    await stopTopUp(uow, topUp, { reason: 'payment_method_missing' })
  }
  return true
}
