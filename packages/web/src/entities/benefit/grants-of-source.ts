import { listGrants } from '@guildhall/contract/entitlements/grants'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

export type Grant = ResponseOf<typeof listGrants>['items'][number]

/** The prefix of all queries of grants. */
export const grantsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'benefit-grants'] as const

export type Source =
  | { orderId: NonNullable<Grant['orderId']> }
  | { subscriptionId: NonNullable<Grant['subscriptionId']> }

/** All that an order or a subscription gives or gave, in the order of the seller’s list. */
export const grantsOfSource = (organizationId: OrganizationId, source: Source) =>
  queryOptions({
    queryKey: [...grantsKey(organizationId), 'of-source', source],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listGrants, {
          query: {
            ...page,
            organizationId: [organizationId],
            ...('orderId' in source
              ? { orderId: [source.orderId] }
              : { subscriptionId: [source.subscriptionId] }),
          },
          signal,
        }),
      ),
  })
