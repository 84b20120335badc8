import { getMovementTotals, listMovements } from '@guildhall/contract/metrics/movements'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { metricsKey } from '#/entities/metric/metric-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import type { MovementsView } from './movements-view.ts'

export type Movement = ResponseOf<typeof listMovements>['items'][number]
export type MovementTotal = ResponseOf<typeof getMovementTotals>['items'][number]

const movementsPerPage = 50

const movementsKey = (organizationId: OrganizationId) =>
  [...metricsKey(organizationId), 'movements'] as const

export const movementsQuery = (organizationId: OrganizationId, view: MovementsView) =>
  infiniteQueryOptions({
    queryKey: [...movementsKey(organizationId), 'list', view],
    queryFn: ({ signal, pageParam }) =>
      api.call(listMovements, {
        query: {
          ...movementFilters(organizationId, view),
          limit: movementsPerPage,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousRows,
  })

function firstPage(): string | null {
  return null
}

/** What the matching movements on all pages add up to. */
export const movementTotalsQuery = (organizationId: OrganizationId, view: MovementsView) =>
  queryOptions({
    queryKey: [...movementsKey(organizationId), 'totals', view],
    queryFn: async ({ signal }) => {
      const query = movementFilters(organizationId, view)
      return (await api.call(getMovementTotals, { query, signal })).items
    },
  })

/** The filters of the list, of its totals and of its export. */
export const movementFilters = (
  organizationId: OrganizationId,
  { kind, change, reason, product, customer, currency, from, to }: MovementsView,
) => ({
  organizationId: [organizationId],
  ...(kind && { kind: [kind] }),
  ...(change && { [change]: true }),
  ...(reason && { cancellationReason: [reason] }),
  ...(product && { productId: [product] }),
  ...(customer && { customerId: [customer] }),
  ...(currency && { currency: [currency] }),
  ...(from && { startDate: from }),
  ...(to && { endDate: to }),
})
