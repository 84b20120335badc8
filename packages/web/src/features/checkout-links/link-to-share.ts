interface Shareable {
  readonly products: { readonly length: number }
  readonly discountId: string | null
}

/**
 * The link to share for a product, of those that offer it: one that offers nothing else at its full
 * price. Null if there is none, so that one is created.
 */
export const linkToShare = <L extends Shareable>(links: readonly L[]): L | null =>
  links.find(({ products, discountId }) => products.length === 1 && discountId === null) ?? null
