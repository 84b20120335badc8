import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { currencyFor } from '#/entities/metric/currency.ts'
import {
  type MetricsLimits,
  metricsLimitsQuery,
  metricsQuery,
} from '#/entities/metric/metric-queries.ts'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { type Day, type DayRange, dayInZone } from '#/ui/calendar-days.ts'
import { useNow } from '#/ui/use-now.ts'
import { type AnalyticsView, daysOf, rangeNameOf } from './analytics-view.ts'
import { rangeDefault } from './range-names.ts'
import { intervalFor, namedRange, rangeBefore, within } from './ranges.ts'

export interface AnalyticsFacts {
  /** Of the organization; its days are counted. */
  readonly timeZone: string
  readonly now: Date
  readonly today: Day
  readonly firstDay: Day
  readonly limits: MetricsLimits
  readonly range: DayRange
  readonly interval: MetricInterval
  /** Null where the server has no figures of it. */
  readonly before: DayRange | null
  /** All in which the organization has ever sold; undefined while loading. */
  readonly currencies: readonly string[] | undefined
  readonly currency: string | undefined
  /** In which all can be shown together; null where there is none. */
  readonly reportingCurrency: string | null
  /** Whether they are. */
  readonly convert: boolean
  readonly error: Error | null
}

export const loadAnalytics = (queryClient: QueryClient, id: OrganizationId) =>
  Promise.all([
    queryClient.ensureQueryData(billingSettingsQuery(id)),
    queryClient.ensureQueryData(metricsLimitsQuery(id)),
  ])

/** What the URL means today, in this organization. */
export function useAnalyticsFacts(view: AnalyticsView): AnalyticsFacts {
  const { id } = useOrganization()
  const { data: settings } = useSuspenseQuery(billingSettingsQuery(id))
  const { data: limits } = useSuspenseQuery(metricsLimitsQuery(id))
  const now = useNow()
  const { timeZone, reportingCurrency } = settings
  const today = dayInZone(now, timeZone)
  const bounds = { today, firstDay: limits.minDate, limits }
  const given = daysOf(view)
  const range =
    (given && within(given, bounds)) ?? namedRange(rangeNameOf(view) ?? rangeDefault, bounds)
  const ever = namedRange('all time', bounds)
  const { data: always, error } = useQuery(metricsQuery(id, { range: ever, interval: 'year' }))
  const currencies = always?.currencies
  return {
    ...bounds,
    timeZone,
    now,
    range,
    interval: intervalFor(range, { limits, by: view.by }),
    before: rangeBefore(range),
    currencies,
    currency: currencies && currencyFor(view.currency, currencies),
    reportingCurrency,
    convert: view.convert === true && reportingCurrency !== null,
    error,
  }
}
