import { metricsBySlug } from '@guildhall/contract/metrics/metric-names'
import * as contract from '@guildhall/contract/metrics/metrics'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { timeZoneOf } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { readMetrics } from '../actions/read-metrics.ts'
import { getReportingCurrency } from '../actions/reporting-currency.ts'
import { presentConversion } from '../present/conversion.ts'
import { definitions } from '../present/definitions.ts'
import { noFigures, onlyThese } from '../rules/series.ts'

export const metricsRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  getRoute(deps),
  limitsRoute(deps),
]

const getRoute = (deps: MetricsDeps) =>
  serve(contract.getMetrics, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { timezone = null, convert } = query
    const names = query.metrics?.flatMap((slug) => metricsBySlug.get(slug) ?? [])
    if (organizationId === null) {
      return {
        ...nothing,
        totals: names ? onlyThese(noFigures, names) : noFigures,
        currency: query.currency,
        timezone: timezone ?? 'UTC',
      }
    }
    const { reads } = deps.uowFactory.database
    const timeZone = timezone ?? (await timeZoneOf(deps, organizationId))
    const currency = convert ? await getReportingCurrency(reads, organizationId) : query.currency
    const { periods, totals, currencies, conversion } = await readMetrics(deps, {
      ...query,
      currency,
      organizationId,
      names,
      timeZone,
      productIds: query.productId,
      customerIds: query.customerId,
      billingTypes: query.billingType,
    })
    return {
      periods: periods.map(({ timestamp, figures }) => ({ ...figures, timestamp })),
      totals,
      metrics: definitions,
      currency,
      currencies: [...currencies],
      conversion: conversion && presentConversion(conversion, timeZone),
      timezone: timeZone,
    }
  })

/** For who isn’t in the organization that the query names. */
const nothing = {
  periods: [],
  metrics: definitions,
  currencies: [],
  conversion: null,
}

const earliest = '2023-01-01'

const limitsRoute = (deps: MetricsDeps) =>
  serve(contract.getMetricsLimits, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { reads } = deps.uowFactory.database
    const organization =
      organizationId === null ? undefined : await findOrganization(reads, organizationId)
    const created = organization?.createdAt.toISOString().slice(0, earliest.length) ?? earliest
    const { hour, day, week, month, year } = contract.metricDaysMax
    return {
      minDate: created > earliest ? created : earliest,
      intervals: {
        hour: { maxDays: hour },
        day: { maxDays: day },
        week: { maxDays: week },
        month: { maxDays: month },
        year: { maxDays: year },
      },
    }
  })
