import { CheckoutLink } from '@guildhall/contract/checkout/link-shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { LinkRow } from '../store/links.ts'

export type PresentedLink = z.output<typeof CheckoutLink>

/** What links of one organization refer to. */
export interface LinkDetails {
  /** The products of each link, in the seller's order. */
  readonly offered: ReadonlyMap<Id<'checkoutLink'>, readonly Id<'product'>[]>
  readonly products: ReadonlyMap<Id<'product'>, PresentedLink['products'][number]>
  /** Without deleted ones. */
  readonly discounts: ReadonlyMap<Id<'discount'>, NonNullable<PresentedLink['discount']>>
  readonly publicUrl: string
}

const { metadata } = CheckoutLink.shape

export function presentLink(
  link: LinkRow,
  { offered, products, discounts, publicUrl }: LinkDetails,
): PresentedLink {
  const discount = link.discountId === null ? undefined : discounts.get(link.discountId)
  return {
    id: link.id,
    createdAt: link.createdAt,
    modifiedAt: link.modifiedAt,
    paymentProcessor: 'stripe',
    label: link.label,
    organizationId: link.organizationId,
    products: (offered.get(link.id) ?? []).flatMap((id) => products.get(id) ?? []),
    discountId: discount?.id ?? null,
    discount: discount ?? null,
    allowDiscountCodes: link.allowDiscountCodes,
    requireBillingAddress: link.requireBillingAddress,
    successUrl: link.successUrl,
    metadata: z.parse(metadata, link.metadata),
    clientSecret: link.clientSecret,
    url: `${publicUrl}/v1/checkout-links/${link.clientSecret}/redirect`,
  }
}
