import { productId as productIdShape } from '@guildhall/contract/catalog/prices'
import {
  getMetrics,
  getMetricsLimits,
  type MetricInterval,
} from '@guildhall/contract/metrics/metrics'
import type { ResponseOf } from '@guildhall/contract/operation'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import type { DayRange } from '#/ui/calendar-days.ts'

export type Metrics = ResponseOf<typeof getMetrics>
export type MetricsLimits = ResponseOf<typeof getMetricsLimits>

export interface MetricsRequest {
  readonly range: DayRange
  readonly interval: MetricInterval
  readonly productId?: string | undefined
  readonly currency?: string | undefined
  /** All currencies together, in the reporting currency. */
  readonly convert?: boolean | undefined
}

export const metricsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'metrics'] as const

/** Figures of a range, by the days of the organization’s time zone. */
export const metricsQuery = (organizationId: OrganizationId, request: MetricsRequest) =>
  queryOptions({
    queryKey: [...metricsKey(organizationId), 'figures', request],
    queryFn: ({ signal }) => readMetrics(organizationId, request, signal),
  })

export function readMetrics(
  organizationId: OrganizationId,
  { range, interval, productId, currency, convert }: MetricsRequest,
  signal: AbortSignal,
): Promise<Metrics> {
  return api.call(getMetrics, {
    query: {
      organizationId: [organizationId],
      startDate: range.from,
      endDate: range.to,
      interval,
      ...(productId !== undefined && { productId: [z.parse(productIdShape, productId)] }),
      ...(currency !== undefined && { currency: z.parse(currencyShape, currency) }),
      ...(convert === true && { convert }),
    },
    signal,
  })
}

/** The first day with figures, and how many days a range can span. */
export const metricsLimitsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...metricsKey(organizationId), 'limits'],
    queryFn: ({ signal }) =>
      api.call(getMetricsLimits, { query: { organizationId: [organizationId] }, signal }),
  })
