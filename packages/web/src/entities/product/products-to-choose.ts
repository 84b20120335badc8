import { listProducts } from '@guildhall/contract/catalog/products'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

/** Active products, for pickers. */
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

/** Includes archived products, for filters. */
export const productsToFilter = (
  organizationId: OrganizationId,
  filter: { readonly isRecurring?: true } = {},
) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'products', 'to-filter', filter],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listProducts, {
          query: { ...page, ...filter, organizationId: [organizationId], sorting: ['name'] },
          signal,
        }),
      ),
  })
