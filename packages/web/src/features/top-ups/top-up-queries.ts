import type { ResponseOf } from '@guildhall/contract/operation'
import { listTopUps } from '@guildhall/contract/topups/top-ups'
import { queryOptions } from '@tanstack/react-query'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

export type TopUp = ResponseOf<typeof listTopUps>['items'][number]

export const topUpsQuery = (organizationId: OrganizationId, customerId: Customer['id']) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'top-ups', customerId],
    queryFn: ({ signal }) =>
      allPages((page) => api.call(listTopUps, { params: { id: customerId }, query: page, signal })),
    staleTime: 0,
  })
