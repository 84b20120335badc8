import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { Buyer } from '../../customers/actions/find-or-create-customer.ts'
import { type CheckoutKey, lockCheckout } from '../store/checkouts.ts'
import { buyerDetailsOf, contentOf } from './checkout-facts.ts'

/** What the buyer entered; undefined if the purchase is not finished. */
export async function lockPaidPurchase(
  { tx }: UnitOfWork,
  key: CheckoutKey,
): Promise<Buyer['details'] | undefined> {
  const checkout = await lockCheckout(tx, key)
  return checkout?.status === 'succeeded' ? buyerDetailsOf(contentOf(checkout)) : undefined
}
