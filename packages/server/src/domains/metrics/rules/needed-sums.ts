import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import { movements, type Summed } from './sums.ts'

/** Converted revenue is that of one-time and of recurring orders together. */
const revenue = ['revenue', 'oneTimeRevenue', 'recurringRevenue'] as const
const paying = ['gained', 'lost'] as const
const revenueChurn = ['listAmount', 'churnAmount', 'contractionAmount'] as const

/** What each figure is calculated from. */
const sumsByFigure: Readonly<Record<MetricName, readonly Summed[]>> = {
  orders: ['orders'],
  revenue,
  cumulativeRevenue: revenue,
  averageOrderValue: [...revenue, 'orders'],
  oneTimeProducts: ['oneTimeOrders'],
  oneTimeProductsRevenue: ['oneTimeRevenue'],
  newSubscriptions: ['started'],
  newSubscriptionsRevenue: ['newRevenue'],
  renewedSubscriptions: ['renewed'],
  renewedSubscriptionsRevenue: ['recurringRevenue', 'newRevenue'],
  activeSubscriptions: ['started', 'switched', 'ended'],
  monthlyRecurringRevenue: ['listAmount', 'churnAmount'],
  checkouts: ['checkouts'],
  succeededCheckouts: ['succeeded'],
  checkoutsConversion: ['checkouts', 'succeeded'],
  listRunRate: ['listAmount'],
  billingRunRate: ['billingAmount'],
  trialRunRate: ['trialAmount'],
  committedRunRate: ['committedAmount'],
  annualRunRate: ['listAmount'],
  payingCustomers: paying,
  averageRevenuePerUser: ['listAmount', ...paying],
  newRunRate: ['newAmount'],
  expansionRunRate: ['expansionAmount'],
  contractionRunRate: ['contractionAmount'],
  churnedRunRate: ['churnAmount'],
  reactivatedRunRate: ['reactivationAmount'],
  migratedRunRate: ['priceMigrationAmount'],
  pausedRunRate: ['pauseAmount'],
  resumedRunRate: ['resumptionAmount'],
  /** What isn’t explained by movements. */
  revaluedRunRate: ['revaluedAmount', 'listAmount', ...movements],
  churnedSubscriptions: ['ended'],
  churnedCustomers: ['lost'],
  customerChurnRate: paying,
  grossRevenueChurnRate: revenueChurn,
  netRevenueChurnRate: [...revenueChurn, 'expansionAmount', 'priceMigrationAmount'],
  netRevenue: [...revenue, 'refundedAmount', 'lostAmount'],
  payments: ['payments'],
  refunds: ['refunds'],
  refundedAmount: ['refundedAmount'],
  refundRate: [...revenue, 'refundedAmount'],
  disputes: ['disputes'],
  lostDisputes: ['lostDisputes'],
  lostAmount: ['lostAmount'],
  disputeRate: ['disputes', 'payments'],
  usageRevenue: ['usageRevenue'],
  failedPayments: ['failedPayments'],
  failedPaymentsAmount: ['failedAmount'],
  recoveredPayments: ['recoveredPayments'],
  recoveredPaymentsAmount: ['recoveredAmount'],
  lifetimeValue: ['listAmount', ...paying],
  cancellationsCustomerService: ['cancellationsCustomerService'],
  cancellationsLowQuality: ['cancellationsLowQuality'],
  cancellationsMissingFeatures: ['cancellationsMissingFeatures'],
  cancellationsSwitchedService: ['cancellationsSwitchedService'],
  cancellationsTooComplex: ['cancellationsTooComplex'],
  cancellationsTooExpensive: ['cancellationsTooExpensive'],
  cancellationsUnused: ['cancellationsUnused'],
  cancellationsOther: ['cancellationsOther'],
}

/** What is read for these figures. */
export const neededSums = (names: readonly MetricName[]): ReadonlySet<Summed> =>
  new Set(names.flatMap((name) => sumsByFigure[name]))
