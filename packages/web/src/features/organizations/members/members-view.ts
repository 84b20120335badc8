import type { QueryInput } from '@guildhall/contract/operation'
import type { listMembers } from '@guildhall/contract/organizations/members'
import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

export const membersPerPage = 25

/** The state of the member list in the URL; omitted values are defaults. */
export interface MembersView {
  q?: string
  /** Counted from 1. */
  page?: number
}

/** Parses the URL and ignores invalid values. */
export function readMembersView(search: SearchParameters): MembersView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  return { ...(q && { q }), ...(page && { page }) }
}

/** The query parameters of the request. */
export function membersRequest({ q, page = 1 }: MembersView): QueryInput<typeof listMembers> {
  const search = q?.trim()
  return {
    ...(search && { search }),
    limit: membersPerPage,
    offset: (page - 1) * membersPerPage,
  }
}
