import type { CheckoutLink } from './link-queries.ts'

/** The display name: its label, else its products. */
export const linkName = ({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string =>
  label ?? productNames(products)

export const productNames = (products: CheckoutLink['products']): string =>
  products.map(({ name }) => name).join(', ')

/** Whether it offers nothing that can be bought. */
export const isSoldOut = ({ products }: Pick<CheckoutLink, 'products'>): boolean =>
  products.every(({ isArchived, visibility }) => isArchived || visibility === 'private')
