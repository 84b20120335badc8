import { listDiscounts } from '@guildhall/contract/catalog/discounts'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

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
