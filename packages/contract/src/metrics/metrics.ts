import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { laterMetricsLimit } from '../billing/later-clients.ts'
import { anyOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { timeZone } from '../time-zone.ts'
import { date, rangeFault } from './day-range.ts'
import { metricsBySlug, metricTypes } from './metric-names.ts'

export const metricIntervals = ['hour', 'day', 'week', 'month', 'year'] as const
export type MetricInterval = (typeof metricIntervals)[number]

/** How many days a range may span. */
export const metricDaysMax: Readonly<Record<MetricInterval, number>> = {
  hour: 7,
  day: 366,
  week: 365,
  month: 1460,
  year: 3650,
}

const billingTypes = ['one_time', 'recurring'] as const

/** There unless `metrics` asks for others only. */
const figure = z.optional(z.number())

const figures = {
  orders: figure,
  revenue: figure,
  cumulativeRevenue: figure,
  /** Rounded up. */
  averageOrderValue: figure,
  oneTimeProducts: figure,
  oneTimeProductsRevenue: figure,
  newSubscriptions: figure,
  newSubscriptionsRevenue: figure,
  renewedSubscriptions: figure,
  renewedSubscriptionsRevenue: figure,
  /** That ran at some time of the bucket; trials count. */
  activeSubscriptions: figure,
  /** Of these subscriptions, those that ended in the bucket included, per month. */
  monthlyRecurringRevenue: figure,
  checkouts: figure,
  succeededCheckouts: figure,
  checkoutsConversion: figure,
  /** Per month at the end of the bucket, less discounts for ever: the sum of all movements until then. */
  listRunRate: figure,
  /** The same, less all discounts. */
  billingRunRate: figure,
  /** What trials would bring in. */
  trialRunRate: figure,
  /** Of the list run-rate, what isn’t canceled. */
  committedRunRate: figure,
  annualRunRate: figure,
  payingCustomers: figure,
  averageRevenuePerUser: figure,
  newRunRate: figure,
  expansionRunRate: figure,
  /** Below zero, like what churned or was paused. */
  contractionRunRate: figure,
  churnedRunRate: figure,
  reactivatedRunRate: figure,
  migratedRunRate: figure,
  pausedRunRate: figure,
  resumedRunRate: figure,
  /** What other exchange rates made of the list run-rate; 0 unless currencies are converted. */
  revaluedRunRate: figure,
  /** That ended in the bucket. */
  churnedSubscriptions: figure,
  churnedCustomers: figure,
  customerChurnRate: figure,
  grossRevenueChurnRate: figure,
  netRevenueChurnRate: figure,
  /** Revenue less what was refunded and lost in disputes on the days of the bucket. */
  netRevenue: figure,
  /** Orders that were charged. */
  payments: figure,
  /** That succeeded, less those that failed afterwards. */
  refunds: figure,
  /** Without tax. */
  refundedAmount: figure,
  /** The refunded amount / revenue. */
  refundRate: figure,
  /** That took money back; also those that were won later. */
  disputes: figure,
  lostDisputes: figure,
  /** Without tax, on the day on which the dispute was lost. */
  lostAmount: figure,
  /** Disputes / payments. */
  disputeRate: figure,
  /** Of revenue, what metered prices brought in. */
  usageRevenue: figure,
  /** Orders of which an attempt to charge them failed, by the day of the first one. */
  failedPayments: figure,
  /** With tax. */
  failedPaymentsAmount: figure,
  /** Orders that were paid after an attempt had failed. */
  recoveredPayments: figure,
  recoveredPaymentsAmount: figure,
  /** Revenue per user / the share of customers who left in the last 30 days; 0 where nobody left. */
  lifetimeValue: figure,
  /** Subscriptions that ended in the bucket, by the reason that their customer gave. */
  cancellationsCustomerService: figure,
  cancellationsLowQuality: figure,
  cancellationsMissingFeatures: figure,
  cancellationsSwitchedService: figure,
  cancellationsTooComplex: figure,
  cancellationsTooExpensive: figure,
  cancellationsUnused: figure,
  cancellationsOther: figure,
}

const Metric = z.object({ slug: z.string(), displayName: z.string(), type: z.enum(metricTypes) })

export const MetricsResponse = z.object({
  /** One for each interval of the range; the first and the last may be cut by it. */
  periods: z.array(z.object({ timestamp: instant, ...figures })),
  totals: z.object(figures),
  metrics: z.object({
    orders: Metric,
    revenue: Metric,
    cumulativeRevenue: Metric,
    averageOrderValue: Metric,
    oneTimeProducts: Metric,
    oneTimeProductsRevenue: Metric,
    newSubscriptions: Metric,
    newSubscriptionsRevenue: Metric,
    renewedSubscriptions: Metric,
    renewedSubscriptionsRevenue: Metric,
    activeSubscriptions: Metric,
    monthlyRecurringRevenue: Metric,
    checkouts: Metric,
    succeededCheckouts: Metric,
    checkoutsConversion: Metric,
    listRunRate: Metric,
    billingRunRate: Metric,
    trialRunRate: Metric,
    committedRunRate: Metric,
    annualRunRate: Metric,
    payingCustomers: Metric,
    averageRevenuePerUser: Metric,
    newRunRate: Metric,
    expansionRunRate: Metric,
    contractionRunRate: Metric,
    churnedRunRate: Metric,
    reactivatedRunRate: Metric,
    migratedRunRate: Metric,
    pausedRunRate: Metric,
    resumedRunRate: Metric,
    revaluedRunRate: Metric,
    churnedSubscriptions: Metric,
    churnedCustomers: Metric,
    customerChurnRate: Metric,
    grossRevenueChurnRate: Metric,
    netRevenueChurnRate: Metric,
    netRevenue: Metric,
    payments: Metric,
    refunds: Metric,
    refundedAmount: Metric,
    refundRate: Metric,
    disputes: Metric,
    lostDisputes: Metric,
    lostAmount: Metric,
    disputeRate: Metric,
    usageRevenue: Metric,
    failedPayments: Metric,
    failedPaymentsAmount: Metric,
    recoveredPayments: Metric,
    recoveredPaymentsAmount: Metric,
    lifetimeValue: Metric,
    cancellationsCustomerService: Metric,
    cancellationsLowQuality: Metric,
    cancellationsMissingFeatures: Metric,
    cancellationsSwitchedService: Metric,
    cancellationsTooComplex: Metric,
    cancellationsTooExpensive: Metric,
    cancellationsUnused: Metric,
    cancellationsOther: Metric,
  }),
  /** Which all figures are in. */
  currency,
  /** All in which there are figures. */
  currencies: z.array(currency),
  /** Null unless `convert` was asked for. */
  conversion: z.nullable(
    z.object({
      /** The latest rate that was used of each other currency. */
      rates: z.array(z.object({ currency, day: z.string(), rate: z.string() })),
      /** Of which nothing is in the figures, because no rate is as old as their first figures. */
      unconverted: z.array(z.object({ currency, firstDay: z.string() })),
    }),
  ),
  timezone: z.string(),
})
export type MetricsResponse = z.output<typeof MetricsResponse>

export const ofMetrics = {
  ...forSellers,
  tag: 'Metrics',
  may: 'metrics:read',
  status: 200,
} as const

export const getMetrics = operation({
  ...ofMetrics,
  name: 'getMetrics',
  reads: 'replica',
  method: 'GET',
  path: '/v1/metrics/',
  summary: 'Get metrics',
  description:
    'Figures of the days from `start_date` to `end_date` by hour, day, week, month or year of the time zone ' +
    'of the organization, or of `timezone`. They are of one currency, by default US dollars; with ' +
    '`convert` of all together, converted to the reporting currency at the exchange rates of their days. ' +
    'With `metrics`, only those are calculated, which is quicker.',
  query: z
    .object({
      startDate: date,
      endDate: date,
      interval: z.enum(metricIntervals),
      organizationId: anyOf(organizationId),
      productId: anyOf(productId),
      billingType: anyOf(z.enum(billingTypes)),
      customerId: anyOf(customerId),
      timezone: z.optional(timeZone),
      metrics: anyOf(z.enum([...metricsBySlug.keys()])),
      currency: z._default(currency, currency.parse('usd')),
      convert: z._default(z.boolean(), false),
    })
    .check((context) => {
      const { interval } = context.value
      const daysMax = metricDaysMax[interval]
      const longest = `By ${interval}, a range can span at most ${daysMax} days`
      const fault = rangeFault(context.value, { daysMax, longest })
      if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
    }),
  returns: MetricsResponse,
  refuses: [
    ...callRefusals,
    'organization_id_missing',
    'several_organizations',
    'reporting_currency_missing',
  ],
})

const Limit = z.object({ maxDays: z.int(), ...laterMetricsLimit })

export const getMetricsLimits = operation({
  ...ofMetrics,
  name: 'getMetricsLimits',
  method: 'GET',
  path: '/v1/metrics/limits',
  summary: 'Get the limits of metrics',
  description: 'How many days a range can span by each interval, and the first day with figures.',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.object({
    minDate: date,
    intervals: z.object({ hour: Limit, day: Limit, week: Limit, month: Limit, year: Limit }),
  }),
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})
