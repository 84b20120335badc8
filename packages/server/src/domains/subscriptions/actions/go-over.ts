import type { Work } from '../../../platform/work.ts'
import type { LeavingMethod } from '../../payments/index.ts'
import { replaceMethod, willBeCharged } from '../store/payment-methods.ts'

/**
 * Subscriptions are charged with the method that takes the place of one that goes. Where there is
 * none, false as long as something is still to be charged.
 */
export async function goOverToSuccessor(
  { tx }: Work,
  { successorId, ...leaving }: LeavingMethod,
): Promise<boolean> {
  if (successorId === null) return !(await willBeCharged(tx, leaving))
  await replaceMethod(tx, { ...leaving, successorId })
  return true
}
