import type { getCheckoutLink, updateCheckoutLink } from '@guildhall/contract/checkout/links'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/json-equality.ts'

type Known = ResponseOf<typeof getCheckoutLink>

export type LinkRequest = BodyOf<typeof updateCheckoutLink>

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
 * The fields that differ. Absent fields stay; null clears optional fields and leaves the others as
 * they are. Equal values change nothing, because clients send whole forms back.
 */
export function changedLink(link: Known, input: LinkRequest): LinkChange {
  const { label, discountId, successUrl, allowDiscountCodes, requireBillingAddress } = input
  const metadata = input.metadata === null ? {} : input.metadata
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
    ...(input.products != null && !isSame(input.products, known) && { productIds: input.products }),
  }
}
