import { listUsageLimits } from '@guildhall/contract/limits/usage-limits'
import type { ResponseOf } from '@guildhall/contract/operation'
import { listSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import { queryOptions } from '@tanstack/react-query'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

export type UsageLimit = ResponseOf<typeof listUsageLimits>['items'][number]
export type Subscription = ResponseOf<typeof listSubscriptions>['items'][number]

const limitsKey = (organizationId: OrganizationId, customerId: Customer['id']) =>
  [...organizationKey(organizationId), 'usage limits', customerId] as const

export const usageLimitsQuery = (organizationId: OrganizationId, customerId: Customer['id']) =>
  queryOptions({
    queryKey: [...limitsKey(organizationId, customerId), 'list'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listUsageLimits, { params: { id: customerId }, query: page, signal }),
      ),
    staleTime: 0,
  })

/** The customer’s subscriptions that usage is billed by. */
export const meteredSubscriptionsQuery = (
  organizationId: OrganizationId,
  customerId: Customer['id'],
) =>
  queryOptions({
    queryKey: [...limitsKey(organizationId, customerId), 'subscriptions'],
    queryFn: async ({ signal }) => {
      const all = await allPages((page) =>
        api.call(listSubscriptions, {
          query: {
            ...page,
            organizationId: [organizationId],
            customerId: [customerId],
            active: true,
          },
          signal,
        }),
      )
      return all.filter(({ meters }) => meters.length > 0)
    },
  })
