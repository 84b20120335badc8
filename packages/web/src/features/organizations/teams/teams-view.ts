import { readPage, readText, type SearchParameters } from '../../../lib/search-parameters.ts'

export const teamsPerPage = 25

/** What the page of teams shows, as it stands in the URL; what is left out is the default. */
export interface TeamsView {
  q?: string
  /** From 1. */
  page?: number
  /** The id of the one that is looked at beside the list. */
  team?: string
}

/** Takes from an address what it understands, so that no address is an error. */
export function readTeamsView(search: SearchParameters): TeamsView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  const team = readText(search['team'])
  return { ...(q && { q }), ...(page && { page }), ...(team && { team }) }
}
