import { type getCheckoutLink, listCheckoutLinks } from '@guildhall/contract/checkout/links'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListView, listAsked } from '../../lib/list-view.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type CheckoutLink = AnswerOf<typeof getCheckoutLink>

export const linkSorts = ['label', 'created_at'] as const

export type LinksView = ListView<(typeof linkSorts)[number]>

export const newestFirst = '-created_at'

export const linksQuery = (organizationId: OrganizationId, view: LinksView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'checkout-links', 'page', view],
    queryFn: ({ signal }) => {
      const { sorting = [newestFirst], ...asked } = listAsked(view)
      const query = { ...asked, sorting, organizationId: [organizationId] }
      return api.call(listCheckoutLinks, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
