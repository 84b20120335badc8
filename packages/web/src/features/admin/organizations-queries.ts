import type { ResponseOf } from '@guildhall/contract/operation'
import {
  getAnyOrganization,
  listAllOrganizations,
} from '@guildhall/contract/organizations/all-organizations'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { adminKey } from './admin-queries.ts'
import type { OrganizationsView } from './organizations-view.ts'

export type ListedOrganization = ResponseOf<typeof listAllOrganizations>['organizations'][number]
export type AnyOrganization = ResponseOf<typeof getAnyOrganization>

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
