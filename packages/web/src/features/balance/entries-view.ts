import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export type EntriesView = ListView<(typeof sortable)[number]>

/** Parses the URL and ignores invalid values. */
export const readEntriesView = (search: SearchParameters): EntriesView => {
  const { q: _, ...view } = readListView(search, sortable)
  return view
}
