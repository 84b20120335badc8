import type { ResponseOf } from '@guildhall/contract/operation'
import {
  getAnyOrganization,
  listAllOrganizations,
} from '@guildhall/contract/organizations/all-organizations'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import { adminKey } from './admin-queries.ts'

export type ListedOrganization = ResponseOf<typeof listAllOrganizations>['organizations'][number]
export type AnyOrganization = ResponseOf<typeof getAnyOrganization>

/** The state of the list in the URL. */
export interface OrganizationsView {
  q?: string
}

export function readOrganizationsView({ q }: SearchParameters): OrganizationsView {
  const text = readText(q)
  return text === undefined ? {} : { q: text }
}

export const organizationsQuery = ({ q }: OrganizationsView) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'organizations', q ?? ''],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(q && { search: q }), ...(pageParam !== null && { cursor: pageParam }) }
      return api.call(listAllOrganizations, { query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

function firstPage(): string | null {
  return null
}

export const anyOrganizationQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'organization', id],
    queryFn: ({ signal }) => api.call(getAnyOrganization, { query: { id }, signal }),
  })
