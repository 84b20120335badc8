import type { ResponseOf } from '@guildhall/contract/operation'
import { type advanceClock, getClock } from '@guildhall/contract/organizations/clock'
import { listSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

export type Clock = ResponseOf<typeof getClock>
export type Happened = ResponseOf<typeof advanceClock>['happened'][number]

export const clockKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'clock'] as const

/** The clock of an organization. */
export const clockQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: clockKey(organizationId),
    queryFn: ({ signal }) =>
      api.call(getClock, { query: { organizationId: [organizationId] }, signal }),
  })

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
