import type { MetricName } from '@guildhall/contract/metrics/metric-names'

export interface Figure {
  readonly title: string
  /** The formula in words. */
  readonly counted: string
  /** Bars for what happened in a period, lines for how things stood at its end. */
  readonly kind: 'line' | 'bars'
  readonly isLessBetter?: true
}

const orders = 'An order counts in the period in which it was created, whatever became of it.'

const monthly =
  'A yearly price counts with a twelfth. Trials, usage, and subscriptions that are paused because ' +
  'payments failed or a dispute holds them bring in nothing.'

/** What each figure is called on screens, and how it is counted. */
const figures = {
  revenue: {
    title: 'Revenue',
    counted: `The net amounts of all orders, without tax and before refunds. ${orders}`,
    kind: 'bars',
  },
  orders: { title: 'Orders', counted: `The number of orders. ${orders}`, kind: 'bars' },
  averageOrderValue: {
    title: 'Average order value',
    counted: 'Revenue divided by the number of orders, rounded up.',
    kind: 'bars',
  },
  cumulativeRevenue: {
    title: 'Cumulative revenue',
    counted: 'All revenue from the first order until the end of the period.',
    kind: 'line',
  },
  netRevenue: {
    title: 'Net revenue',
    counted:
      'Revenue less what was refunded and lost to disputes in the period, whenever it was paid.',
    kind: 'bars',
  },
  usageRevenue: {
    title: 'Revenue from usage',
    counted: 'Items of metered prices, after discounts and without tax. Part of revenue.',
    kind: 'bars',
  },
  refundedAmount: {
    title: 'Refunded',
    counted: 'What was refunded in the period, without tax, whenever it was paid.',
    kind: 'bars',
    isLessBetter: true,
  },
  refundRate: {
    title: 'Refund rate',
    counted: 'What was refunded in the period, divided by the revenue of the period.',
    kind: 'bars',
    isLessBetter: true,
  },
  disputes: {
    title: 'Disputes',
    counted: 'Disputes that took money back in the period, also those that are won later.',
    kind: 'bars',
    isLessBetter: true,
  },
  disputeRate: {
    title: 'Dispute rate',
    counted: 'Disputes opened in the period, divided by payments in the period.',
    kind: 'bars',
    isLessBetter: true,
  },
  failedPaymentsAmount: {
    title: 'Failed payments',
    counted:
      'Orders of which an attempt to charge them failed, with tax, on the day of the first one. ' +
      'Declined cards at a checkout aren’t counted, because there is no order yet.',
    kind: 'bars',
    isLessBetter: true,
  },
  recoveredPaymentsAmount: {
    title: 'Recovered payments',
    counted: 'Orders that were paid in the period after an attempt had failed, with tax.',
    kind: 'bars',
  },
  oneTimeProductsRevenue: {
    title: 'One-time',
    counted: 'Revenue of orders without a subscription.',
    kind: 'line',
  },
  newSubscriptionsRevenue: {
    title: 'New subscriptions',
    counted: 'Revenue of orders in the period in which their subscription started.',
    kind: 'line',
  },
  renewedSubscriptionsRevenue: {
    title: 'Renewed subscriptions',
    counted: 'Revenue of orders of subscriptions that started in an earlier period.',
    kind: 'line',
  },
  listRunRate: {
    title: 'Recurring revenue',
    counted:
      'What subscriptions bring in per month at the end of the period, less discounts for ever. ' +
      monthly,
    kind: 'line',
  },
  billingRunRate: {
    title: 'After discounts',
    counted: 'Recurring revenue, less discounts that will end.',
    kind: 'line',
  },
  committedRunRate: {
    title: 'Committed',
    counted: 'Recurring revenue without subscriptions that are canceled and still run.',
    kind: 'line',
  },
  trialRunRate: {
    title: 'Trial revenue',
    counted: 'What subscriptions in trials will bring in per month if they are kept.',
    kind: 'line',
  },
  annualRunRate: {
    title: 'Annual recurring revenue',
    counted: 'Twelve times the recurring revenue per month at the end of the period.',
    kind: 'line',
  },
  newSubscriptions: {
    title: 'Started subscriptions',
    counted: 'Subscriptions that started in the period, trials and free ones included.',
    kind: 'bars',
  },
  activeSubscriptions: {
    title: 'Active subscriptions',
    counted: 'Subscriptions that ran at some time of the period, trials included.',
    kind: 'line',
  },
  churnedSubscriptions: {
    title: 'Churned subscriptions',
    counted: 'Subscriptions that ended in the period, whether or not they were paid.',
    kind: 'bars',
    isLessBetter: true,
  },
  grossRevenueChurnRate: {
    title: 'Gross revenue churn',
    counted:
      'Recurring revenue that was lost to churn and contraction in the period, divided by the ' +
      'recurring revenue at its beginning.',
    kind: 'bars',
    isLessBetter: true,
  },
  netRevenueChurnRate: {
    title: 'Net revenue churn',
    counted:
      'Recurring revenue lost to churn and contraction, less expansion and price migrations, ' +
      'divided by the recurring revenue at the beginning of the period. Below zero, those who ' +
      'stay make up for those who leave.',
    kind: 'bars',
    isLessBetter: true,
  },
  payingCustomers: {
    title: 'Paying customers',
    counted: 'Customers whose subscriptions bring in something at the end of the period.',
    kind: 'line',
  },
  averageRevenuePerUser: {
    title: 'Average revenue per customer',
    counted: 'Recurring revenue per month divided by paying customers, at the end of the period.',
    kind: 'line',
  },
  lifetimeValue: {
    title: 'Lifetime value',
    counted:
      'Average revenue per customer divided by the share of customers who left in the thirty days ' +
      'before the period ends. Zero where nobody left.',
    kind: 'line',
  },
  churnedCustomers: {
    title: 'Churned customers',
    counted: 'Customers who paid for a subscription and stopped paying for any in the period.',
    kind: 'bars',
    isLessBetter: true,
  },
  customerChurnRate: {
    title: 'Customer churn',
    counted:
      'Customers who stopped paying altogether in the period, divided by paying customers at its ' +
      'beginning.',
    kind: 'bars',
    isLessBetter: true,
  },
  checkouts: {
    title: 'Checkouts',
    counted: 'Checkouts that were created in the period.',
    kind: 'bars',
  },
  succeededCheckouts: {
    title: 'Succeeded checkouts',
    counted: 'How many of the checkouts created in the period have succeeded.',
    kind: 'bars',
  },
  checkoutsConversion: {
    title: 'Checkout conversion',
    counted: 'Succeeded checkouts divided by checkouts created in the period.',
    kind: 'bars',
  },
} as const satisfies Partial<Readonly<Record<MetricName, Figure>>>

export type FigureName = keyof typeof figures

export const figureOf = (name: FigureName): Figure => figures[name]
