import { readPage, type SearchParameters } from '#/lib/search-parameters.ts'

/** The state of the table in the URL; omitted values are defaults. */
export interface HoldersView {
  /** Also those who lost it; only those who hold it by default. */
  holders?: 'all'
  /** Counted from 1. */
  page?: number
}

export function readHoldersView(search: SearchParameters): HoldersView {
  const page = readPage(search['page'])
  return { ...(search['holders'] === 'all' && { holders: 'all' as const }), ...(page && { page }) }
}
