import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

/** The state of the table in the URL; omitted values are defaults. */
export interface KeysView {
  /** The page of the table, counted from 1. */
  keys?: number
  /** The id of the key whose dialog is open. */
  key?: string
}

export function readKeysView(search: SearchParameters): KeysView {
  const [keys, key] = [readPage(search['keys']), readText(search['key'])]
  return { ...(keys && { keys }), ...(key && { key }) }
}
