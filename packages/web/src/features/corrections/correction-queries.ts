import { getCorrectionTotals, listCorrections } from '@guildhall/contract/metrics/corrections'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { metricsKey } from '#/entities/metric/metric-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { type CorrectionsView, figureKinds } from './corrections-view.ts'

export type Correction = ResponseOf<typeof listCorrections>['items'][number]
export type CorrectionTotal = ResponseOf<typeof getCorrectionTotals>['items'][number]

const correctionsPerPage = 50

const correctionsKey = (organizationId: OrganizationId) =>
  [...metricsKey(organizationId), 'corrections'] as const

export const correctionsQuery = (organizationId: OrganizationId, view: CorrectionsView) =>
  infiniteQueryOptions({
    queryKey: [...correctionsKey(organizationId), 'list', view],
    queryFn: ({ signal, pageParam }) =>
      api.call(listCorrections, {
        query: {
          ...correctionFilters(organizationId, view),
          limit: correctionsPerPage,
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

/** What the matching refunds and disputes on all pages add up to. */
export const correctionTotalsQuery = (organizationId: OrganizationId, view: CorrectionsView) =>
  queryOptions({
    queryKey: [...correctionsKey(organizationId), 'totals', view],
    queryFn: async ({ signal }) => {
      const query = correctionFilters(organizationId, view)
      return (await api.call(getCorrectionTotals, { query, signal })).items
    },
  })

const correctionFilters = (
  organizationId: OrganizationId,
  { kind, product, customer, currency, from, to }: CorrectionsView,
) => ({
  organizationId: [organizationId],
  ...(kind && { kind: [...figureKinds[kind]] }),
  ...(product && { productId: [product] }),
  ...(customer && { customerId: [customer] }),
  ...(currency && { currency: [currency] }),
  ...(from && { startDate: from }),
  ...(to && { endDate: to }),
})
