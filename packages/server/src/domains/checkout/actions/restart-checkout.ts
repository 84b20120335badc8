import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { restartRefusal } from '../rules/restart.ts'
import { isOfferedBy } from '../rules/visibility.ts'
import type { FoundCheckout } from '../store/checkouts.ts'
import { isOfferedByLink } from '../store/links.ts'
import { contentOf } from './checkout-facts.ts'
import { type CreatedCheckout, createFromOffer } from './create-from-offer.ts'
import type { CheckoutDeps } from './deps.ts'
import { embedderOfCheckout } from './embedding-sites.ts'
import { gatherProducts } from './gather-checkouts.ts'

interface EndedCheckout extends FoundCheckout {
  readonly organization: OrganizationRow
}

/**
 * Creates a new checkout in place of one that has ended, as often as its URL is opened. The URL may
 * have fallen into other hands, so neither the buyer's details are copied nor a discount or a
 * private product that the seller gave to this buyer alone.
 */
export async function restartCheckout<T>(
  deps: CheckoutDeps,
  { row, productIds: ids, frozenAt, organization }: EndedCheckout,
  answer: (uow: UnitOfWork, created: CreatedCheckout) => Promise<T>,
): Promise<T> {
  accept(restartRefusal(row, frozenAt ?? deps.clock.now()))
  const { reads: db } = deps.uowFactory.database
  const { organizationId } = row
  const products = await gatherProducts(db, deps, organizationId, ids)
  const productIds = ids.filter((id) => {
    const product = products.get(id)
    if (product === undefined || product.isArchived) return false
    return isOfferedBy(product, 'link')
  })
  if (productIds.length === 0) throw new Problem('checkout_nothing_for_sale')
  const { discountId: old, allowDiscountCodes, requireBillingAddress, ...content } = contentOf(row)
  const isPublic = old !== null && (await isOfferedByLink(db, { organizationId, discountId: old }))
  const discountId = isPublic ? old : null
  const { successUrl, isEmbedOriginGiven, metadata } = content
  const settings = { allowDiscountCodes, requireBillingAddress, successUrl, metadata }
  const embedOrigin = embedderOfCheckout(row, deps, organization)
  const input = { ...settings, embedOrigin, isEmbedOriginGiven }
  const offer = { organizationId, productIds, discountId, input }
  return createFromOffer(deps, { ...offer, checkoutLinkId: row.checkoutLinkId }, answer)
}
