import type { AnswerOf } from '@guildhall/contract/endpoint'
import { type advanceClock, getClock } from '@guildhall/contract/organizations/clock'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type Clock = AnswerOf<typeof getClock>
export type Happened = AnswerOf<typeof advanceClock>['happened'][number]

export const clockKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'clock'] as const

/** What time it is for an organization. */
export const clockQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: clockKey(organizationId),
    queryFn: ({ signal }) =>
      api.call(getClock, { query: { organizationId: [organizationId] }, signal }),
  })
