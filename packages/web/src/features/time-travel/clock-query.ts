import type { ResponseOf } from '@guildhall/contract/operation'
import { type advanceClock, getClock } from '@guildhall/contract/organizations/clock'
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
