import { getOverview } from '@guildhall/contract/overview/overview'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

/** Polled, because it shows what happens at other places. */
const pollMilliseconds = 5000

export const overviewQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'overview'],
    queryFn: ({ signal }) => api.call(getOverview, { params: { id: organizationId }, signal }),
    refetchInterval: pollMilliseconds,
  })
