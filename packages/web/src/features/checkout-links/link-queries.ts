import { type getCheckoutLink, listCheckoutLinks } from '@guildhall/contract/checkout/links'
import type { ResponseOf } from '@guildhall/contract/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { type ListView, listRequest } from '#/lib/list-view.ts'

export type CheckoutLink = ResponseOf<typeof getCheckoutLink>

export const linkSorts = ['label', 'created_at'] as const

export type LinksView = ListView<(typeof linkSorts)[number]>

export const newestFirst = '-created_at'

export const linksQuery = (organizationId: OrganizationId, view: LinksView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'checkout-links', 'page', view],
    queryFn: ({ signal }) => {
      const { sorting = [newestFirst], ...asked } = listRequest(view)
      const query = { ...asked, sorting, organizationId: [organizationId] }
      return api.call(listCheckoutLinks, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
