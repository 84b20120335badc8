import { snakeCase } from '../wire.ts'

export const metricTypes = ['scalar', 'currency', 'percentage'] as const
export type MetricType = (typeof metricTypes)[number]

interface MetricTerms {
  readonly displayName: string
  readonly type: MetricType
}

const scalar = (displayName: string): MetricTerms => ({ displayName, type: 'scalar' })
const money = (displayName: string): MetricTerms => ({ displayName, type: 'currency' })
const share = (displayName: string): MetricTerms => ({ displayName, type: 'percentage' })

/** Those of the official client first. */
export const metrics = {
  orders: scalar('Orders'),
  revenue: money('Revenue'),
  cumulativeRevenue: money('Cumulative Revenue'),
  averageOrderValue: money('Average Order Value'),
  oneTimeProducts: scalar('One-Time Products'),
  oneTimeProductsRevenue: money('One-Time Products Revenue'),
  newSubscriptions: scalar('New Subscriptions'),
  newSubscriptionsRevenue: money('New Subscriptions Revenue'),
  renewedSubscriptions: scalar('Renewed Subscriptions'),
  renewedSubscriptionsRevenue: money('Renewed Subscriptions Revenue'),
  activeSubscriptions: scalar('Active Subscriptions'),
  monthlyRecurringRevenue: money('Monthly Recurring Revenue'),
  checkouts: scalar('Checkouts'),
  succeededCheckouts: scalar('Succeeded Checkouts'),
  checkoutsConversion: share('Checkouts Conversion Rate'),
  listRunRate: money('List Run Rate'),
  billingRunRate: money('Billing Run Rate'),
  trialRunRate: money('Trial Run Rate'),
  committedRunRate: money('Committed Run Rate'),
  annualRunRate: money('Annual Run Rate'),
  payingCustomers: scalar('Paying Customers'),
  averageRevenuePerUser: money('Average Revenue per User'),
  newRunRate: money('New Run Rate'),
  expansionRunRate: money('Expansion'),
  contractionRunRate: money('Contraction'),
  churnedRunRate: money('Churned Run Rate'),
  reactivatedRunRate: money('Reactivated Run Rate'),
  migratedRunRate: money('Price Migrations'),
  pausedRunRate: money('Paused Run Rate'),
  resumedRunRate: money('Resumed Run Rate'),
  revaluedRunRate: money('Exchange Rates'),
  churnedSubscriptions: scalar('Churned Subscriptions'),
  churnedCustomers: scalar('Churned Customers'),
  customerChurnRate: share('Customer Churn Rate'),
  grossRevenueChurnRate: share('Gross Revenue Churn Rate'),
  netRevenueChurnRate: share('Net Revenue Churn Rate'),
  netRevenue: money('Net Revenue'),
  payments: scalar('Payments'),
  refunds: scalar('Refunds'),
  refundedAmount: money('Refunded'),
  refundRate: share('Refund Rate'),
  disputes: scalar('Disputes'),
  lostDisputes: scalar('Lost Disputes'),
  lostAmount: money('Lost in Disputes'),
  disputeRate: share('Dispute Rate'),
  usageRevenue: money('Usage Revenue'),
  failedPayments: scalar('Failed Payments'),
  failedPaymentsAmount: money('Failed Payments Amount'),
  recoveredPayments: scalar('Recovered Payments'),
  recoveredPaymentsAmount: money('Recovered Payments Amount'),
  lifetimeValue: money('Lifetime Value'),
  cancellationsCustomerService: scalar('Cancellations: Customer Service'),
  cancellationsLowQuality: scalar('Cancellations: Low Quality'),
  cancellationsMissingFeatures: scalar('Cancellations: Missing Features'),
  cancellationsSwitchedService: scalar('Cancellations: Switched Service'),
  cancellationsTooComplex: scalar('Cancellations: Too Complex'),
  cancellationsTooExpensive: scalar('Cancellations: Too Expensive'),
  cancellationsUnused: scalar('Cancellations: Unused'),
  cancellationsOther: scalar('Cancellations: Other'),
} as const satisfies Readonly<Record<string, MetricTerms>>

export type MetricName = keyof typeof metrics

export const metricNames = Object.keys(metrics) as MetricName[]

/** By what the API calls them. */
export const metricsBySlug: ReadonlyMap<string, MetricName> = new Map(
  metricNames.map((name) => [snakeCase(name), name]),
)
