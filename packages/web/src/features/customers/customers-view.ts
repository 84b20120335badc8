import { type ListView, readListView } from '../../lib/list-view.ts'
import type { SearchParameters } from '../../lib/search-parameters.ts'

const sortable = ['created_at', 'email', 'name'] as const

export const newestFirst = '-created_at'

export type CustomersView = ListView<(typeof sortable)[number]>

/** Takes from an address what it understands, so that no address is an error. */
export const readCustomersView = (search: SearchParameters): CustomersView =>
  readListView(search, sortable)
