import { productId } from '@guildhall/contract/catalog/prices'
import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-statuses'
import * as z from 'zod/mini'
import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'status'] as const

export const newestFirst = '-created_at'

/** The state of the list in the URL; omitted values are defaults. */
export interface CheckoutsView extends ListView<(typeof sortable)[number]> {
  status?: (typeof checkoutStatuses)[number]
  product?: z.output<typeof productId>
}

/** Parses the URL and ignores invalid values. */
export function readCheckoutsView(search: SearchParameters): CheckoutsView {
  const status = checkoutStatuses.find((one) => one === search['status'])
  const product = z.safeParse(productId, search['product'])
  return {
    ...readListView(search, sortable),
    ...(status && { status }),
    ...(product.success && { product: product.data }),
  }
}
