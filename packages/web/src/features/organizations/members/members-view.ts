import type { QueryInput } from '@guildhall/contract/endpoint'
import type { listMembers } from '@guildhall/contract/organizations/members'
import { readPage, readText, type SearchParameters } from '../../../lib/search-parameters.ts'

export const membersPerPage = 25

/** What the list of members shows, as it stands in the URL; what is left out is the default. */
export interface MembersView {
  q?: string
  /** From 1. */
  page?: number
}

/** Takes from an address what it understands, so that no address is an error. */
export function readMembersView(search: SearchParameters): MembersView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  return { ...(q && { q }), ...(page && { page }) }
}

/** What the server is asked for. */
export function membersAsked({ q, page = 1 }: MembersView): QueryInput<typeof listMembers> {
  const search = q?.trim()
  return {
    ...(search && { search }),
    limit: membersPerPage,
    offset: (page - 1) * membersPerPage,
  }
}
