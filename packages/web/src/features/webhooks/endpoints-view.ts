import { type ListView, readListView } from '#/lib/list-view.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['url', 'created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export type EndpointsView = ListView<(typeof sortable)[number]>

export const newestFirst = '-created_at'

/** Short lists have no search. */
export const readEndpointsView = ({ sort, page }: SearchParameters): EndpointsView =>
  readListView({ sort, page }, sortable)
