import { readPage, readText, type SearchParameters } from './search-parameters.ts'

export const listPerPage = 25

/** What a list of the billing API shows, as it stands in the URL; what is left out is the default. */
export interface ListView<K extends string = string> {
  q?: string
  /** As the wire has it: a column's name, with a hyphen before it for descending. */
  sort?: K | `-${K}`
  /** From 1. */
  page?: number
}

/** Takes from an address what it understands, so that no address is an error. */
export function readListView<const K extends string>(
  search: SearchParameters,
  sortable: readonly K[],
): ListView<K> {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  const sort = sortable
    .flatMap((key): (K | `-${K}`)[] => [key, `-${key}`])
    .find((one) => one === search['sort'])
  return { ...(q && { q }), ...(sort && { sort }), ...(page && { page }) }
}

/** What the server is asked for. */
export function listAsked<K extends string>({ q, sort, page = 1 }: ListView<K>) {
  const query = q?.trim()
  return {
    ...(query && { query }),
    ...(sort && { sorting: [sort] }),
    page,
    limit: listPerPage,
  }
}
