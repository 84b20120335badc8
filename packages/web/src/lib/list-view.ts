import { readPage, readText, type SearchParameters } from './search-parameters.ts'

export const listPerPage = 25

/** The state of a billing list in the URL; omitted values are defaults. */
export interface ListView<K extends string = string> {
  q?: string
  /** The sorting in the API’s syntax: a column, with a leading hyphen for descending. */
  sort?: K | `-${K}`
  /** Counted from 1. */
  page?: number
  /** The id of the saved view that was opened. */
  view?: string
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Parses the URL and ignores invalid values. */
export function readListView<const K extends string>(
  search: SearchParameters,
  sortable: readonly K[],
): ListView<K> {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  const view = readText(search['view'])
  const sort = sortable
    .flatMap((key): (K | `-${K}`)[] => [key, `-${key}`])
    .find((one) => one === search['sort'])
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(page && { page }),
    ...(view && uuid.test(view) && { view }),
  }
}

/** The query parameters of the request for the whole list. */
export function exportRequest<K extends string>({ q, sort }: ListView<K>) {
  const query = q?.trim()
  return { ...(query && { query }), ...(sort && { sorting: [sort] }) }
}

/** The query parameters of the request for a page. */
export const listRequest = <K extends string>(view: ListView<K>) => ({
  ...exportRequest(view),
  page: view.page ?? 1,
  limit: listPerPage,
})
