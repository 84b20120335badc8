import { productId as productIdShape } from '@guildhall/contract/catalog/prices'
import { getCohorts, getConversion } from '@guildhall/contract/metrics/breakdowns'
import type { ResponseOf } from '@guildhall/contract/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Metrics, metricsKey } from '#/entities/metric/metric-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { addDays, type DayRange } from '#/ui/calendar-days.ts'

interface Asked {
  readonly range: DayRange
  readonly currency: Metrics['currency']
  readonly product: string | undefined
}

const queryOf = (organizationId: OrganizationId, { range, currency, product }: Asked) => ({
  organizationId: [organizationId],
  startDate: range.from,
  endDate: range.to,
  currency,
  ...(product !== undefined && { productId: [z.parse(productIdShape, product)] }),
})

export type Cohort = ResponseOf<typeof getCohorts>['cohorts'][number]

/** As many days as the server takes. */
const cohortDaysMax = 1460

/** Who began to pay in the range; of a longer one, in its last years. */
export function cohortsQuery(organizationId: OrganizationId, asked: Asked) {
  const { from, to } = asked.range
  const earliest = addDays(to, -cohortDaysMax)
  const range = { from: from < earliest ? earliest : from, to }
  return queryOptions({
    queryKey: [...metricsKey(organizationId), 'cohorts', asked],
    queryFn: ({ signal }) =>
      api.call(getCohorts, { query: queryOf(organizationId, { ...asked, range }), signal }),
    placeholderData: keepPreviousData,
  })
}

export type Converted = ResponseOf<typeof getConversion>['items'][number]

export const convertedMax = 100

/** Products or links with their checkouts, those with most of them. */
export const conversionQuery = (
  organizationId: OrganizationId,
  { by, ...asked }: Asked & { readonly by: 'product' | 'checkout_link' },
) =>
  queryOptions({
    queryKey: [...metricsKey(organizationId), 'conversion', by, asked],
    queryFn: ({ signal }) =>
      api.call(getConversion, {
        query: { ...queryOf(organizationId, asked), by, limit: convertedMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
