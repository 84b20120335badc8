import type { ResponseOf } from '@guildhall/contract/operation'
import { listOrganizationAccessTokens } from '@guildhall/contract/organizations/access-tokens'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { type AccessTokensView, newestFirst } from './access-tokens-view.ts'

export type AccessToken = ResponseOf<typeof listOrganizationAccessTokens>['items'][number]

const tokensKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'access-tokens'] as const

export const accessTokensQuery = (organizationId: OrganizationId, view: AccessTokensView) =>
  queryOptions({
    queryKey: [...tokensKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listOrganizationAccessTokens, {
        query: { sorting: [newestFirst], ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

const tokensAtOnce = 100

/** Only the list returns tokens; null if it has none with this id. */
export const accessTokenQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...tokensKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<AccessToken | null> => {
      for (let page = 1; ; page += 1) {
        const query = { organizationId: [organizationId], page, limit: tokensAtOnce }
        const { items, pagination } = await api.call(listOrganizationAccessTokens, {
          query,
          signal,
        })
        const found = items.find((token) => token.id === id)
        if (found !== undefined) return found
        if (page >= pagination.maxPage) return null
      }
    },
  })
