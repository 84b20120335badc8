import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import { added, type Carried, carriedOn, nothing, type Sums } from './sums.ts'

/** What happened in a bucket or a part of it. */
export interface Part {
  readonly startsAt: Date
  readonly sums: Sums
}

export type Figures = Readonly<Record<MetricName, number>>

interface Period<F> {
  readonly timestamp: Date
  readonly figures: F
}

export interface Series<F = Figures> {
  readonly periods: readonly Period<F>[]
  readonly totals: F
}

interface Range {
  /** When each bucket begins. */
  readonly starts: readonly Date[]
  /** All that happened before the range. */
  readonly opening: Carried
  readonly parts: readonly Part[]
  /** Of each bucket: the share of customers who left in the days until its end. */
  readonly churnRates: readonly number[]
}

/** The figures of each bucket, those without events included, and of all of them together. */
export function seriesOf({ starts, opening, parts, churnRates }: Range): Series {
  const buckets = sumsOfBuckets(starts, parts)
  let before = opening
  const periods = starts.map((timestamp, at): Period<Figures> => {
    const sums = buckets[at] ?? nothing
    const after = carriedOn(before, sums)
    const figures = figuresOf({ before, after, sums }, churnRates[at])
    before = after
    return { timestamp, figures }
  })
  const total = buckets.reduce((sum, sums) => added(sum, sums), nothing)
  const last = periods.at(-1)?.figures ?? figuresOf(momentOf(opening, nothing))
  return { periods, totals: { ...figuresOf(momentOf(opening, total)), ...lasting(last) } }
}

/** Without those that weren’t asked for. */
export const onlyThese = (figures: Figures, names: readonly MetricName[]): Partial<Figures> =>
  Object.fromEntries(names.map((name) => [name, figures[name]]))

/** What happened in each bucket. */
export function sumsOfBuckets(starts: readonly Date[], parts: readonly Part[]): Sums[] {
  const buckets = starts.map(() => nothing)
  for (const { startsAt, sums } of parts) {
    const at = bucketOf(starts, startsAt)
    buckets[at] = added(buckets[at] ?? nothing, sums)
  }
  return buckets
}

/** The last bucket that has begun by then. */
function bucketOf(starts: readonly Date[], instant: Date): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? instant) <= instant) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** Figures of a state, whose total is the last one, not a sum. */
const lasting = (last: Figures): Partial<Figures> => ({
  cumulativeRevenue: last.cumulativeRevenue,
  activeSubscriptions: last.activeSubscriptions,
  monthlyRecurringRevenue: last.monthlyRecurringRevenue,
  lifetimeValue: last.lifetimeValue,
})

interface Moment {
  readonly before: Carried
  readonly after: Carried
  readonly sums: Sums
}

const momentOf = (before: Carried, sums: Sums): Moment => ({
  before,
  sums,
  after: carriedOn(before, sums),
})

/** One literal, because objects that are put together from several cost ten times as much. */
function figuresOf({ before, after, sums }: Moment, churnRate = 0): Figures {
  const lost = 0 - (sums.churnAmount + sums.contractionAmount)
  const grown = sums.expansionAmount + sums.priceMigrationAmount
  return {
    orders: sums.orders,
    revenue: sums.revenue,
    cumulativeRevenue: after.revenue,
    averageOrderValue: Math.ceil(ratio(sums.revenue, sums.orders)),
    oneTimeProducts: sums.oneTimeOrders,
    oneTimeProductsRevenue: sums.oneTimeRevenue,
    newSubscriptionsRevenue: sums.newRevenue,
    renewedSubscriptions: sums.renewed,
    renewedSubscriptionsRevenue: sums.recurringRevenue - sums.newRevenue,
    checkouts: sums.checkouts,
    succeededCheckouts: sums.succeeded,
    checkoutsConversion: ratio(sums.succeeded, sums.checkouts),
    newSubscriptions: sums.started,
    activeSubscriptions: after.started + after.switched - before.ended,
    monthlyRecurringRevenue: after.listAmount - sums.churnAmount,
    listRunRate: after.listAmount,
    billingRunRate: after.billingAmount,
    trialRunRate: after.trialAmount,
    committedRunRate: after.committedAmount,
    annualRunRate: 12 * after.listAmount,
    payingCustomers: after.gained - after.lost,
    averageRevenuePerUser: Math.round(revenuePerUser(after)),
    newRunRate: sums.newAmount,
    expansionRunRate: sums.expansionAmount,
    contractionRunRate: sums.contractionAmount,
    churnedRunRate: sums.churnAmount,
    reactivatedRunRate: sums.reactivationAmount,
    migratedRunRate: sums.priceMigrationAmount,
    pausedRunRate: sums.pauseAmount,
    resumedRunRate: sums.resumptionAmount,
    revaluedRunRate: sums.revaluedAmount,
    churnedSubscriptions: sums.ended,
    churnedCustomers: sums.lost,
    customerChurnRate: ratio(sums.lost, before.gained - before.lost),
    grossRevenueChurnRate: ratio(lost, before.listAmount),
    netRevenueChurnRate: ratio(lost - grown, before.listAmount),
    netRevenue: sums.revenue - sums.refundedAmount - sums.lostAmount,
    payments: sums.payments,
    refunds: sums.refunds,
    refundedAmount: sums.refundedAmount,
    refundRate: ratio(sums.refundedAmount, sums.revenue),
    disputes: sums.disputes,
    lostDisputes: sums.lostDisputes,
    lostAmount: sums.lostAmount,
    disputeRate: ratio(sums.disputes, sums.payments),
    usageRevenue: sums.usageRevenue,
    failedPayments: sums.failedPayments,
    failedPaymentsAmount: sums.failedAmount,
    recoveredPayments: sums.recoveredPayments,
    recoveredPaymentsAmount: sums.recoveredAmount,
    cancellationsCustomerService: sums.cancellationsCustomerService,
    cancellationsLowQuality: sums.cancellationsLowQuality,
    cancellationsMissingFeatures: sums.cancellationsMissingFeatures,
    cancellationsSwitchedService: sums.cancellationsSwitchedService,
    cancellationsTooComplex: sums.cancellationsTooComplex,
    cancellationsTooExpensive: sums.cancellationsTooExpensive,
    cancellationsUnused: sums.cancellationsUnused,
    cancellationsOther: sums.cancellationsOther,
    lifetimeValue: Math.round(ratio(revenuePerUser(after), churnRate)),
  }
}

const revenuePerUser = ({ listAmount, gained, lost }: Carried): number =>
  ratio(listAmount, gained - lost)

export const noFigures: Figures = figuresOf(momentOf(nothing, nothing))

/** Nothing of nothing is nothing. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
