import * as contract from '@guildhall/contract/metrics/metrics'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findOrganization, resolveOrganizationFilter } from '../../organizations/index.ts'
import { timeZoneOf } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { readMetrics } from '../actions/read-metrics.ts'
import { definitions } from '../present/definitions.ts'
import { noFigures } from '../rules/series.ts'

export const metricsRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  getRoute(deps),
  limitsRoute(deps),
]

const getRoute = (deps: MetricsDeps) =>
  serve(contract.getMetrics, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { timezone = null, currency } = query
    if (organizationId === null) return { ...nothing, currency, timezone: timezone ?? 'UTC' }
    const timeZone = timezone ?? (await timeZoneOf(deps, organizationId))
    const { periods, totals, currencies } = await readMetrics(deps, {
      ...query,
      organizationId,
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
      timezone: timeZone,
    }
  })

/** For who isn’t in the organization that the query names. */
const nothing = { periods: [], totals: noFigures, metrics: definitions, currencies: [] }

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
