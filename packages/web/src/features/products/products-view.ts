import type { listProducts } from '@guildhall/contract/catalog/products'
import type { QueryInput } from '@guildhall/contract/endpoint'
import { type ListView, listAsked, readListView } from '../../lib/list-view.ts'
import type { SearchParameters } from '../../lib/search-parameters.ts'

const sortable = ['name', 'price_amount', 'created_at'] as const
type Sortable = (typeof sortable)[number]

export const newestFirst = '-created_at'

export type Standing = 'all' | 'active' | 'archived'

/** What the list of products shows, as it stands in the URL; what is left out is the default. */
export interface ProductsView extends ListView<Sortable> {
  /** Those that are for sale, where nothing is said. */
  show?: 'all' | 'archived'
}

/** Takes from an address what it understands, so that no address is an error. */
export function readProductsView(search: SearchParameters): ProductsView {
  const show = search['show']
  return {
    ...readListView(search, sortable),
    ...((show === 'all' || show === 'archived') && { show }),
  }
}

export const standingOf = ({ show }: ProductsView): Standing => show ?? 'active'

/** The same list from its first page, with others let through. */
export function withStanding(view: ProductsView, standing: Standing): ProductsView {
  const { q, sort } = view
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(standing !== 'active' && { show: standing }),
  }
}

/** What the server is asked for. */
export function productsAsked(view: ProductsView): QueryInput<typeof listProducts> {
  const standing = standingOf(view)
  return {
    ...listAsked<Sortable>(view),
    ...(standing !== 'all' && { isArchived: standing === 'archived' }),
  }
}
