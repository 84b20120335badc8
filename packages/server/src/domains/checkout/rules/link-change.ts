import type { getCheckoutLink, updateCheckoutLink } from '@guildhall/contract/checkout/links'
import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/sameness.ts'

type Known = AnswerOf<typeof getCheckoutLink>

export type LinkWish = BodyOf<typeof updateCheckoutLink>

export type LinkChange = Partial<
  Pick<
    Known,
    | 'label'
    | 'discountId'
    | 'allowDiscountCodes'
    | 'requireBillingAddress'
    | 'successUrl'
    | 'metadata'
  >
> & { readonly productIds?: readonly Id<'product'>[] }

/**
 * What of a wish makes a difference. Absent keeps, null clears what can be empty and keeps the rest;
 * what is said as it is changes nothing, for clients send whole forms back.
 */
export function changeOfLink(link: Known, wish: LinkWish): LinkChange {
  const { label, discountId, successUrl, allowDiscountCodes, requireBillingAddress } = wish
  const metadata = wish.metadata === null ? {} : wish.metadata
  const known = link.products.map(({ id }) => id)
  return {
    ...(label !== undefined && label !== link.label && { label }),
    ...(discountId !== undefined && discountId !== link.discountId && { discountId }),
    ...(successUrl !== undefined && successUrl !== link.successUrl && { successUrl }),
    ...(allowDiscountCodes != null &&
      allowDiscountCodes !== link.allowDiscountCodes && { allowDiscountCodes }),
    ...(requireBillingAddress != null &&
      requireBillingAddress !== link.requireBillingAddress && { requireBillingAddress }),
    ...(metadata !== undefined && !isSame(metadata, link.metadata) && { metadata }),
    ...(wish.products != null && !isSame(wish.products, known) && { productIds: wish.products }),
  }
}
