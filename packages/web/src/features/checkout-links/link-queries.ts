import { type getCheckoutLink, listCheckoutLinks } from '@guildhall/contract/checkout/links'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { type LinkFilters, type LinksView, newestFirst } from './links-view.ts'

export type CheckoutLink = ResponseOf<typeof getCheckoutLink>
export type ProductId = NonNullable<LinkFilters['product']>

const linksKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'checkout-links'] as const

export const linksQuery = (organizationId: OrganizationId, view: LinksView) =>
  queryOptions({
    queryKey: [...linksKey(organizationId), 'page', view],
    queryFn: ({ signal }) => {
      const { product, ...list } = view
      const { sorting = [newestFirst], ...asked } = listRequest(list)
      const query = {
        ...asked,
        sorting,
        organizationId: [organizationId],
        ...(product && { productId: [product] }),
      }
      return api.call(listCheckoutLinks, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** The links that offer a product, the newest first. */
export const productLinksQuery = (organizationId: OrganizationId, productId: ProductId) =>
  queryOptions({
    queryKey: [...linksKey(organizationId), 'of-product', productId],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listCheckoutLinks, {
          query: {
            ...page,
            sorting: [newestFirst],
            organizationId: [organizationId],
            productId: [productId],
          },
          signal,
        }),
      ),
  })
