import type { ResponseOf } from '@guildhall/contract/operation'
import type { advanceClock } from '@guildhall/contract/organizations/clock'
import { listSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import { queryOptions } from '@tanstack/react-query'
import { clockKey } from '#/entities/organization/clock.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

export type Happened = ResponseOf<typeof advanceClock>['happened'][number]

/** As many as one page of a list has. */
export const periodEndsMax = 100

/** When the current periods of active subscriptions end, the first ones. */
export const periodEndsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...clockKey(organizationId), 'period ends'],
    queryFn: async ({ signal }) => {
      const query = {
        organizationId: [organizationId],
        active: true,
        sorting: ['current_period_end' as const],
        limit: periodEndsMax,
      }
      const { items } = await api.call(listSubscriptions, { query, signal })
      return items.flatMap(({ currentPeriodEnd }) => currentPeriodEnd ?? [])
    },
  })
