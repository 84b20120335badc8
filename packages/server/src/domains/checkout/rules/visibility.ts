import type { productVisibilities } from '@guildhall/contract/catalog/product-shapes'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Visibility = (typeof productVisibilities)[number]

/**
 * Who names the products of a checkout: the seller, a link that the seller shares with many, or a
 * buyer.
 */
export type Offerer = 'seller' | 'link' | 'buyer'

const offered: Readonly<Record<Offerer, readonly Visibility[]>> = {
  seller: ['public', 'unlisted', 'private'],
  link: ['public', 'unlisted'],
  buyer: ['public'],
}

interface Product {
  readonly visibility: Visibility
}

export const isOfferedBy = ({ visibility }: Product, offerer: Offerer): boolean =>
  offered[offerer].includes(visibility)

export function visibilityRefusal(
  product: Product,
  offerer: Offerer,
  loc: readonly (string | number)[],
): Refusal<'checkout_product_not_public' | 'checkout_product_private'> | null {
  if (isOfferedBy(product, offerer)) return null
  return refuse(offerer === 'buyer' ? 'checkout_product_not_public' : 'checkout_product_private', {
    loc,
  })
}
