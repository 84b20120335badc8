import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import type { FigureName } from '#/entities/metric/figures.ts'
import type { BoardName } from './board-names.ts'
import { reasonNames } from './reasons.ts'
import { waterfallNames } from './waterfall.ts'

/** Several figures in one chart; the first is compared. */
export interface LinesChart {
  readonly kind: 'lines'
  readonly id: string
  readonly title: string
  readonly names: readonly [FigureName, ...FigureName[]]
}

type ChartOfBoard =
  | { readonly kind: 'figure'; readonly name: FigureName }
  | LinesChart
  | { readonly kind: 'waterfall' }
  | { readonly kind: 'funnel' }
  | { readonly kind: 'reasons' }
  | { readonly kind: 'cohorts' }
  | { readonly kind: 'conversion' }

const figure = (name: FigureName): ChartOfBoard => ({ kind: 'figure', name })

/** The charts of each page, in their order. Charts of several figures take the whole width. */
export const boards: Readonly<Record<BoardName, readonly ChartOfBoard[]>> = {
  revenue: [
    figure('revenue'),
    figure('orders'),
    figure('averageOrderValue'),
    figure('cumulativeRevenue'),
    {
      kind: 'lines',
      id: 'revenueByKind',
      title: 'Where revenue comes from',
      names: ['renewedSubscriptionsRevenue', 'newSubscriptionsRevenue', 'oneTimeProductsRevenue'],
    },
    figure('netRevenue'),
    figure('usageRevenue'),
    figure('refundedAmount'),
    figure('refundRate'),
    figure('disputes'),
    figure('disputeRate'),
    figure('failedPaymentsAmount'),
    figure('recoveredPaymentsAmount'),
  ],
  subscriptions: [
    {
      kind: 'lines',
      id: 'runRate',
      title: 'Recurring revenue per month',
      names: ['listRunRate', 'billingRunRate', 'committedRunRate', 'trialRunRate'],
    },
    { kind: 'waterfall' },
    figure('annualRunRate'),
    figure('activeSubscriptions'),
    figure('newSubscriptions'),
    figure('churnedSubscriptions'),
    figure('grossRevenueChurnRate'),
    figure('netRevenueChurnRate'),
    { kind: 'reasons' },
  ],
  customers: [
    figure('payingCustomers'),
    figure('averageRevenuePerUser'),
    figure('churnedCustomers'),
    figure('customerChurnRate'),
    figure('lifetimeValue'),
    { kind: 'cohorts' },
  ],
  checkouts: [
    { kind: 'funnel' },
    figure('checkouts'),
    figure('succeededCheckouts'),
    figure('checkoutsConversion'),
    { kind: 'conversion' },
  ],
}

/** The figures of a page. */
export const namesOf = (board: BoardName): readonly MetricName[] => boards[board].flatMap(namesIn)

function namesIn(chart: ChartOfBoard): readonly MetricName[] {
  switch (chart.kind) {
    case 'figure':
      return [chart.name]
    case 'lines':
      return chart.names
    case 'waterfall':
      return waterfallNames
    case 'funnel':
      return ['checkouts', 'succeededCheckouts', 'checkoutsConversion']
    case 'reasons':
      return reasonNames
    case 'cohorts':
    case 'conversion':
      return []
  }
}
