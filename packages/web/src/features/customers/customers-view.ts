import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'email', 'name'] as const

export const newestFirst = '-created_at'

export type CustomersView = ListView<(typeof sortable)[number]>

/** Parses the URL and ignores invalid values. */
export const readCustomersView = (search: SearchParameters): CustomersView =>
  readListView(search, sortable)
