import { listDiscounts } from '@guildhall/contract/catalog/discounts'
import { listProducts } from '@guildhall/contract/catalog/products'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import { listMeters } from '@guildhall/contract/metering/meters'
import { queryOptions } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { api } from './api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type Meter = AnswerOf<typeof listMeters>['items'][number]

/** All meters there are to choose from. */
export const metersToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'meters', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listMeters, { query: { ...page, organizationId: [organizationId] }, signal }),
      ),
  })

/** All products that are still sold. */
export const productsToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'products', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listProducts, {
          query: { ...page, organizationId: [organizationId], isArchived: false },
          signal,
        }),
      ),
  })

/** Also those that are archived: they were sold before. */
export const productsToFilter = (
  organizationId: OrganizationId,
  wish: { readonly isRecurring?: true } = {},
) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'products', 'to-filter', wish],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listProducts, {
          query: { ...page, ...wish, organizationId: [organizationId], sorting: ['name'] },
          signal,
        }),
      ),
  })

export const discountsToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'discounts', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listDiscounts, {
          query: { ...page, organizationId: [organizationId], sorting: ['name'] },
          signal,
        }),
      ),
  })
