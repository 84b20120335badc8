import type { Product } from './product-queries.ts'

/** The first picture, if there is one. */
export const pictureOf = ({ medias }: Pick<Product, 'medias'>): string | null =>
  medias[0]?.publicUrl ?? null
