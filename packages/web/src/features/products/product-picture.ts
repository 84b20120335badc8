import type { Product } from './product-queries.ts'

/** The first of its pictures, where it has any. */
export const pictureOf = ({ medias }: Pick<Product, 'medias'>): string | null =>
  medias[0]?.publicUrl ?? null
