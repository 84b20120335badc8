import { productId } from '@guildhall/contract/catalog/prices'
import * as z from 'zod/mini'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['label', 'created_at'] as const

export const newestFirst = '-created_at'

export interface LinkFilters {
  product?: z.output<typeof productId>
}

/** The state of the list in the URL; omitted values are defaults. */
export interface LinksView extends ListView<(typeof sortable)[number]>, LinkFilters {}

/** Parses the URL and ignores invalid values. */
export function readLinksView(search: SearchParameters): LinksView {
  const product = z.safeParse(productId, search['product'])
  return {
    ...readListView(search, sortable),
    ...(product.success && { product: product.data }),
  }
}
