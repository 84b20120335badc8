import { productId as productIdShape } from '@guildhall/contract/catalog/prices'
import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import {
  getMetrics,
  getMetricsLimits,
  type MetricInterval,
} from '@guildhall/contract/metrics/metrics'
import type { ResponseOf } from '@guildhall/contract/operation'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import { snakeCase } from '@guildhall/contract/wire'
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
  /** Which figures; by default all. */
  readonly names?: readonly MetricName[] | undefined
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
  { range, interval, names, productId, currency, convert }: MetricsRequest,
  signal: AbortSignal,
): Promise<Metrics> {
  return api.call(getMetrics, {
    query: {
      organizationId: [organizationId],
      startDate: range.from,
      endDate: range.to,
      interval,
      ...(names !== undefined && { metrics: names.map(snakeCase) }),
      ...(productId !== undefined && { productId: [z.parse(productIdShape, productId)] }),
      ...(currency !== undefined && { currency: z.parse(currencyShape, currency) }),
      ...(convert === true && { convert }),
    },
    signal,
  })
}

/** Throws if it wasn’t asked for: that is no 0. */
export function valueIn(figures: Metrics['totals'], name: MetricName): number {
  const value = figures[name]
  if (value === undefined) throw new Error(`the figure ${name} was not asked for`)
  return value
}

/** The first day with figures, and how many days a range can span. */
export const metricsLimitsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...metricsKey(organizationId), 'limits'],
    queryFn: ({ signal }) =>
      api.call(getMetricsLimits, { query: { organizationId: [organizationId] }, signal }),
  })
