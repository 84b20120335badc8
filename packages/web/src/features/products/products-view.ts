import type { listProducts } from '@guildhall/contract/catalog/products'
import type { QueryInput } from '@guildhall/contract/operation'
import { type ListView, listRequest, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['name', 'price_amount', 'created_at'] as const
type Sortable = (typeof sortable)[number]

export const newestFirst = '-created_at'

export type StatusFilter = 'all' | 'active' | 'archived'

/** The state of the product list in the URL; omitted values are defaults. */
export interface ProductsView extends ListView<Sortable> {
  /** Active products by default. */
  show?: 'all' | 'archived'
}

/** Parses the URL and ignores invalid values. */
export function readProductsView(search: SearchParameters): ProductsView {
  const show = search['show']
  return {
    ...readListView(search, sortable),
    ...((show === 'all' || show === 'archived') && { show }),
  }
}

export const statusFilterOf = ({ show }: ProductsView): StatusFilter => show ?? 'active'

/** The first page of the list with other filters. */
export function withStatusFilter(view: ProductsView, status: StatusFilter): ProductsView {
  const { q, sort, view: saved } = view
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(saved && { view: saved }),
    ...(status !== 'active' && { show: status }),
  }
}

/** The query parameters of the request. */
export function productsRequest(view: ProductsView): QueryInput<typeof listProducts> {
  const status = statusFilterOf(view)
  return {
    ...listRequest<Sortable>(view),
    ...(status !== 'all' && { isArchived: status === 'archived' }),
  }
}
