import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { restartRefusal } from '../rules/restart.ts'
import type { FoundCheckout } from '../store/checkouts.ts'
import { contentOf } from './checkout-facts.ts'
import { type CreatedCheckout, createFromOffer } from './create-from-offer.ts'
import type { CheckoutDeps } from './deps.ts'
import { gatherProducts } from './gather-checkouts.ts'

/**
 * Creates a new checkout in place of one that has ended. The buyer's details are not copied: an old
 * URL may have fallen into other hands.
 */
export async function restartCheckout<T>(
  deps: CheckoutDeps,
  { row, productIds: ids, frozenAt }: FoundCheckout,
  answer: (uow: UnitOfWork, created: CreatedCheckout) => Promise<T>,
): Promise<T> {
  accept(restartRefusal(row, frozenAt ?? deps.clock.now()))
  const { reads: db } = deps.uowFactory.database
  const { organizationId } = row
  const products = await gatherProducts(db, deps, organizationId, ids)
  const productIds = ids.filter((id) => products.get(id)?.isArchived === false)
  if (productIds.length === 0) throw new Problem('checkout_nothing_for_sale')
  const { discountId, allowDiscountCodes, requireBillingAddress, ...content } = contentOf(row)
  const { successUrl, embedOrigin, metadata } = content
  const input = { allowDiscountCodes, requireBillingAddress, successUrl, embedOrigin, metadata }
  return createFromOffer(deps, { organizationId, productIds, discountId, input }, answer)
}
