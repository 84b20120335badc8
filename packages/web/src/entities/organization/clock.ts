import type { ResponseOf } from '@guildhall/contract/operation'
import { getClock } from '@guildhall/contract/organizations/clock'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type Clock = ResponseOf<typeof getClock>

export const clockKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'clock'] as const

/** The clock of an organization, and whether it is a sandbox. */
export const clockQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: clockKey(organizationId),
    queryFn: ({ signal }) =>
      api.call(getClock, { query: { organizationId: [organizationId] }, signal }),
  })
