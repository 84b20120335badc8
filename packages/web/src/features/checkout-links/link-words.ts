import type { CheckoutLink } from './link-queries.ts'

/** What to call it: as its seller does, else by what it sells. */
export const linkName = ({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string =>
  label ?? productNames(products)

export const productNames = (products: CheckoutLink['products']): string =>
  products.map(({ name }) => name).join(', ')

/** Whether nobody can buy anything by it. */
export const isSoldOut = ({ products }: Pick<CheckoutLink, 'products'>): boolean =>
  products.every(({ isArchived }) => isArchived)
