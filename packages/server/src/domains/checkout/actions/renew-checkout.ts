import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { renewalRefusal } from '../rules/renewal.ts'
import type { FoundCheckout } from '../store/checkouts.ts'
import { type Begun, beginFromOffer } from './begin-again.ts'
import { contentOf } from './checkout-facts.ts'
import { gatherProducts } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'

/**
 * Another checkout in place of one that is over. The old one let its buyer in for an hour, so
 * nothing that was said of the buyer comes along.
 */
export async function renewCheckout<T>(
  parts: CheckoutParts,
  { row, productIds: ids, frozenAt }: FoundCheckout,
  answer: (unit: Work, begun: Begun) => Promise<T>,
): Promise<T> {
  accept(renewalRefusal(row, frozenAt ?? parts.clock.now()))
  const { reads: db } = parts.workshop.database
  const { organizationId } = row
  const products = await gatherProducts(db, parts, organizationId, ids)
  const productIds = ids.filter((id) => products.get(id)?.isArchived === false)
  if (productIds.length === 0) throw new Problem('checkout_nothing_for_sale')
  const { discountId, allowDiscountCodes, requireBillingAddress, ...content } = contentOf(row)
  const { successUrl, embedOrigin, metadata } = content
  const wish = { allowDiscountCodes, requireBillingAddress, successUrl, embedOrigin, metadata }
  return beginFromOffer(parts, { organizationId, productIds, discountId, wish }, answer)
}
