import { listGrants } from '@guildhall/contract/entitlements/grants'
import { queryOptions } from '@tanstack/react-query'
import { type Grant, grantsKey } from '#/entities/benefit/grants-of-source.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import type { Benefit } from './benefit-queries.ts'
import { currentStatuses, type HoldersView, statusesIn } from './holders-view.ts'

export const holdersPerPage = 10

/** How often is asked whether a benefit at another service has arrived. */
const deliveryMilliseconds = 3000

/** The grants of a benefit, the newest first. */
export const holdersQuery = (
  organizationId: OrganizationId,
  benefitId: Benefit['id'],
  view: HoldersView,
) => {
  const { holders, page = 1 } = view
  const status = statusesIn(view)
  return queryOptions({
    queryKey: [...grantsKey(organizationId), 'of-benefit', benefitId, { holders, page }],
    queryFn: ({ signal }) =>
      api.call(listGrants, {
        query: {
          organizationId: [organizationId],
          benefitId: [benefitId],
          ...(status && { status }),
          sorting: ['-created_at'],
          page,
          limit: holdersPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
    refetchInterval: ({ state }) =>
      state.data?.items.some((grant) => grant.status === 'pending') === true &&
      deliveryMilliseconds,
  })
}

/** How many grants of a benefit have failed. */
export const failedCountQuery = (organizationId: OrganizationId, benefitId: Benefit['id']) =>
  queryOptions({
    queryKey: [...grantsKey(organizationId), 'failed', benefitId],
    queryFn: async ({ signal }) => {
      const query = { organizationId: [organizationId], benefitId: [benefitId], limit: 1 }
      const { pagination } = await api.call(listGrants, {
        query: { ...query, status: ['failed'] },
        signal,
      })
      return pagination.totalCount
    },
  })

interface OfCustomer {
  customerId: Grant['customerId']
  page: number
}

/** What a customer holds or is to get, the newest first. */
export const customerGrantsQuery = (
  organizationId: OrganizationId,
  { customerId, page }: OfCustomer,
) =>
  queryOptions({
    queryKey: [...grantsKey(organizationId), 'of-customer', customerId, page],
    queryFn: ({ signal }) =>
      api.call(listGrants, {
        query: {
          organizationId: [organizationId],
          customerId: [customerId],
          status: currentStatuses,
          sorting: ['-created_at'],
          page,
          limit: holdersPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })
