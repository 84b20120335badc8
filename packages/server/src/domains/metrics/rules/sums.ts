/** What explains how the run-rate moved. */
export const movements = [
  'newAmount',
  'expansionAmount',
  'contractionAmount',
  'churnAmount',
  'reactivationAmount',
  'priceMigrationAmount',
  'pauseAmount',
  'resumptionAmount',
] as const

/** What is added up of each part of time. Amounts are in minor units of one currency. */
export const summed = [
  'orders',
  'revenue',
  'oneTimeOrders',
  'oneTimeRevenue',
  'recurringRevenue',
  'listAmount',
  'billingAmount',
  'trialAmount',
  'committedAmount',
  ...movements,
  'started',
  'ended',
  'switched',
  'gained',
  'lost',
  'checkouts',
  'succeeded',
  'payments',
  'refunds',
  'refundedAmount',
  'disputes',
  'lostDisputes',
  'lostAmount',
  'usageRevenue',
  'failedPayments',
  'failedAmount',
  'recoveredPayments',
  'recoveredAmount',
  'cancellationsCustomerService',
  'cancellationsLowQuality',
  'cancellationsMissingFeatures',
  'cancellationsSwitchedService',
  'cancellationsTooComplex',
  'cancellationsTooExpensive',
  'cancellationsUnused',
  'cancellationsOther',
] as const

/** What counts beyond the part of time in which it happened, in figures of a state. */
export const carried = [
  'revenue',
  'listAmount',
  'billingAmount',
  'trialAmount',
  'committedAmount',
  'started',
  'ended',
  'switched',
  'gained',
  'lost',
] as const satisfies readonly (typeof summed)[number][]

/** What depends on the interval: orders in the bucket in which their subscription started, or not. */
export const summedByInterval = ['newRevenue', 'renewed'] as const

/** What is known only where currencies are converted: what other rates made of what recurs. */
type SummedByConversion = 'revaluedAmount'

export type Summed =
  | (typeof summed)[number]
  | (typeof summedByInterval)[number]
  | SummedByConversion
export type Sums = Readonly<Record<Summed, number>>
export type Carried = Pick<Sums, (typeof carried)[number]>

export const sumsOf = (valueOf: (name: Summed) => number): Sums => ({
  orders: valueOf('orders'),
  revenue: valueOf('revenue'),
  oneTimeOrders: valueOf('oneTimeOrders'),
  oneTimeRevenue: valueOf('oneTimeRevenue'),
  recurringRevenue: valueOf('recurringRevenue'),
  listAmount: valueOf('listAmount'),
  billingAmount: valueOf('billingAmount'),
  trialAmount: valueOf('trialAmount'),
  committedAmount: valueOf('committedAmount'),
  newAmount: valueOf('newAmount'),
  expansionAmount: valueOf('expansionAmount'),
  contractionAmount: valueOf('contractionAmount'),
  churnAmount: valueOf('churnAmount'),
  reactivationAmount: valueOf('reactivationAmount'),
  priceMigrationAmount: valueOf('priceMigrationAmount'),
  pauseAmount: valueOf('pauseAmount'),
  resumptionAmount: valueOf('resumptionAmount'),
  started: valueOf('started'),
  ended: valueOf('ended'),
  switched: valueOf('switched'),
  gained: valueOf('gained'),
  lost: valueOf('lost'),
  checkouts: valueOf('checkouts'),
  succeeded: valueOf('succeeded'),
  payments: valueOf('payments'),
  refunds: valueOf('refunds'),
  refundedAmount: valueOf('refundedAmount'),
  disputes: valueOf('disputes'),
  lostDisputes: valueOf('lostDisputes'),
  lostAmount: valueOf('lostAmount'),
  usageRevenue: valueOf('usageRevenue'),
  failedPayments: valueOf('failedPayments'),
  failedAmount: valueOf('failedAmount'),
  recoveredPayments: valueOf('recoveredPayments'),
  recoveredAmount: valueOf('recoveredAmount'),
  cancellationsCustomerService: valueOf('cancellationsCustomerService'),
  cancellationsLowQuality: valueOf('cancellationsLowQuality'),
  cancellationsMissingFeatures: valueOf('cancellationsMissingFeatures'),
  cancellationsSwitchedService: valueOf('cancellationsSwitchedService'),
  cancellationsTooComplex: valueOf('cancellationsTooComplex'),
  cancellationsTooExpensive: valueOf('cancellationsTooExpensive'),
  cancellationsUnused: valueOf('cancellationsUnused'),
  cancellationsOther: valueOf('cancellationsOther'),
  newRevenue: valueOf('newRevenue'),
  renewed: valueOf('renewed'),
  revaluedAmount: valueOf('revaluedAmount'),
})

export const nothing: Sums = sumsOf(() => 0)

/** Written out, because it is run for each day of years: names that vary cost ten times as much. */
export const added = (one: Sums, other: Sums): Sums => ({
  orders: one.orders + other.orders,
  revenue: one.revenue + other.revenue,
  oneTimeOrders: one.oneTimeOrders + other.oneTimeOrders,
  oneTimeRevenue: one.oneTimeRevenue + other.oneTimeRevenue,
  recurringRevenue: one.recurringRevenue + other.recurringRevenue,
  listAmount: one.listAmount + other.listAmount,
  billingAmount: one.billingAmount + other.billingAmount,
  trialAmount: one.trialAmount + other.trialAmount,
  committedAmount: one.committedAmount + other.committedAmount,
  newAmount: one.newAmount + other.newAmount,
  expansionAmount: one.expansionAmount + other.expansionAmount,
  contractionAmount: one.contractionAmount + other.contractionAmount,
  churnAmount: one.churnAmount + other.churnAmount,
  reactivationAmount: one.reactivationAmount + other.reactivationAmount,
  priceMigrationAmount: one.priceMigrationAmount + other.priceMigrationAmount,
  pauseAmount: one.pauseAmount + other.pauseAmount,
  resumptionAmount: one.resumptionAmount + other.resumptionAmount,
  started: one.started + other.started,
  ended: one.ended + other.ended,
  switched: one.switched + other.switched,
  gained: one.gained + other.gained,
  lost: one.lost + other.lost,
  checkouts: one.checkouts + other.checkouts,
  succeeded: one.succeeded + other.succeeded,
  payments: one.payments + other.payments,
  refunds: one.refunds + other.refunds,
  refundedAmount: one.refundedAmount + other.refundedAmount,
  disputes: one.disputes + other.disputes,
  lostDisputes: one.lostDisputes + other.lostDisputes,
  lostAmount: one.lostAmount + other.lostAmount,
  usageRevenue: one.usageRevenue + other.usageRevenue,
  failedPayments: one.failedPayments + other.failedPayments,
  failedAmount: one.failedAmount + other.failedAmount,
  recoveredPayments: one.recoveredPayments + other.recoveredPayments,
  recoveredAmount: one.recoveredAmount + other.recoveredAmount,
  cancellationsCustomerService:
    one.cancellationsCustomerService + other.cancellationsCustomerService,
  cancellationsLowQuality: one.cancellationsLowQuality + other.cancellationsLowQuality,
  cancellationsMissingFeatures:
    one.cancellationsMissingFeatures + other.cancellationsMissingFeatures,
  cancellationsSwitchedService:
    one.cancellationsSwitchedService + other.cancellationsSwitchedService,
  cancellationsTooComplex: one.cancellationsTooComplex + other.cancellationsTooComplex,
  cancellationsTooExpensive: one.cancellationsTooExpensive + other.cancellationsTooExpensive,
  cancellationsUnused: one.cancellationsUnused + other.cancellationsUnused,
  cancellationsOther: one.cancellationsOther + other.cancellationsOther,
  newRevenue: one.newRevenue + other.newRevenue,
  renewed: one.renewed + other.renewed,
  revaluedAmount: one.revaluedAmount + other.revaluedAmount,
})

export const carriedOn = (one: Carried, other: Carried): Carried => ({
  revenue: one.revenue + other.revenue,
  listAmount: one.listAmount + other.listAmount,
  billingAmount: one.billingAmount + other.billingAmount,
  trialAmount: one.trialAmount + other.trialAmount,
  committedAmount: one.committedAmount + other.committedAmount,
  started: one.started + other.started,
  ended: one.ended + other.ended,
  switched: one.switched + other.switched,
  gained: one.gained + other.gained,
  lost: one.lost + other.lost,
})
