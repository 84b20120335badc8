import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

export const teamsPerPage = 25

/** The state of the team list in the URL; omitted values are defaults. */
export interface TeamsView {
  q?: string
  /** Counted from 1. */
  page?: number
  /** The id of the team open next to the list. */
  team?: string
}

/** Parses the URL and ignores invalid values. */
export function readTeamsView(search: SearchParameters): TeamsView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  const team = readText(search['team'])
  return { ...(q && { q }), ...(page && { page }), ...(team && { team }) }
}
