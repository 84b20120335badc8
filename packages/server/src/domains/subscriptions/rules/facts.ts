import type { discountDurations, discountTypes } from '@guildhall/contract/catalog/discount-shapes'
import type { recurringIntervals } from '@guildhall/contract/catalog/prices'
import type {
  dunningFinalActions,
  prorationModes,
} from '@guildhall/contract/organizations/billing-settings'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { SubscriptionStatus } from '@guildhall/contract/subscriptions/subscription-statuses'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { MeteredPrice } from '../../../kernel/metered-price.ts'
import type { Period } from '../../../kernel/period.ts'

export type CancellationReason = (typeof cancellationReasons)[number]
export type ProrationMode = (typeof prorationModes)[number]
export type RecurringInterval = (typeof recurringIntervals)[number]

/** Everything that a decision about a subscription may depend on. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus
  readonly currency: Currency
  readonly interval: RecurringInterval
  /** The day of the month on which its periods start, in months that have it. */
  readonly anchorDay: number
  /** The latest period that was billed; a trial counts as one. */
  readonly period: Period
  readonly trialEnd: Date | null
  /** The deadline of the first payment, while that is open. */
  readonly incompleteUntil: Date | null
  /** When it first became active; never changes. */
  readonly startedAt: Date | null

  readonly cancelAtPeriodEnd: boolean
  /** When the cancellation was requested. */
  readonly canceledAt: Date | null
  /** When it will end. */
  readonly endsAt: Date | null
  /** When it actually ended. */
  readonly endedAt: Date | null
  readonly cancellationReason: CancellationReason | null
  readonly cancellationComment: string | null

  readonly pastDueAt: Date | null
  /** Failed payments since it is past due, without the one that made it past due. */
  readonly attempts: number
  /** When the payment is retried. */
  readonly nextAttemptAt: Date | null
  /** Until when benefits stay although a payment is overdue; null once grace is over. */
  readonly graceEndsAt: Date | null
  /** When the final action of dunning is due; null once it was taken. */
  readonly finalActionAt: Date | null
  /** When its benefits were revoked: at its end, or when grace was over. */
  readonly revokedAt: Date | null
  /** Since when a dispute keeps it from being renewed. */
  readonly heldAt: Date | null
  /** The end of the period after which it was not renewed therefore. */
  readonly suspendedAt: Date | null

  readonly product: SubscriptionProduct
  /** In the order in which they are shown. */
  readonly prices: readonly SubscriptionPrice[]
  /** Applies to the next period too, unless it is over by then. */
  readonly discount: SubscriptionDiscount | null
  /** Usage is billed at once when it costs so much; null where it is at the end of periods only. */
  readonly billingThreshold: MinorUnits | null
  /** Whether usage was billed, which may have changed since. */
  readonly hasSettledUsage: boolean
  readonly pending: PendingChange | null
  /** Entries without an order yet, the oldest first: the next order bills them. */
  readonly waiting: readonly BillingEntry[]
  /** What was paid for the current period, the latest first; read only for changes of the plan. */
  readonly settlements: readonly Settlement[]
  /** Whether an order of it is still to be paid; read together with them. */
  readonly hasOpenOrders: boolean
}

export interface SubscriptionProduct {
  readonly id: Id<'product'>
  readonly name: string
}

/** A snapshot: later changes of the product don’t affect it. */
export interface SubscriptionPrice {
  readonly productPriceId: Id<'productPrice'>
  readonly kind: 'free' | 'fixed' | 'custom' | 'metered_unit'
  /** Of one unit, each period; zero for free and metered prices. */
  readonly amount: MinorUnits
  /** What the discount takes off all units in the current period. */
  readonly discountAmount: MinorUnits
  /** What usage costs in a whole period; null for a price that isn’t metered. */
  readonly metered: MeteredPrice | null
  readonly meterId: Id<'meter'> | null
  readonly meterName: string | null
  readonly quantity: number
  /** Of a metered price, since it was last billed. */
  readonly usage: OpenUsage | null
}

export interface OpenUsage extends Usage {
  /** Since when it is counted; null since the period’s start. */
  readonly since: Date | null
  /** Units that were charged in the same billing period before that. */
  readonly chargedBefore: Decimal
  /** What was billed of it before the period is over; null where nothing was. */
  readonly billed: BilledEarly | null
}

interface BilledEarly extends Usage {
  /** Before discounts. */
  readonly amount: MinorUnits
}

export interface Usage {
  readonly consumed: Decimal
  readonly credited: Decimal
}

export interface SubscriptionDiscount {
  readonly id: Id<'discount'>
  readonly type: (typeof discountTypes)[number]
  readonly amount: MinorUnits | null
  readonly currency: Currency | null
  readonly basisPoints: number | null
  readonly duration: (typeof discountDurations)[number]
  readonly durationInMonths: number | null
  /** Empty for all products. */
  readonly productIds: readonly Id<'product'>[]
  /** Start of the first period that it reduced; null until then. */
  readonly appliedAt: Date | null
}

/** A change that the next period starts with. */
export interface PendingChange {
  readonly product: SubscriptionProduct
  readonly interval: RecurringInterval
  readonly prices: readonly SubscriptionPrice[]
  readonly discount: SubscriptionDiscount | null
  readonly appliesAt: Date
}

/**
 * An item that was paid for a price and a period, and what of it has come back. Credits are bounded
 * by it and carry its tax.
 */
export interface Settlement {
  readonly orderId: Id<'order'>
  readonly orderItemId: Id<'orderItem'>
  readonly productPriceId: Id<'productPrice'>
  /** As it was charged, after the discount. */
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly creditedAmount: MinorUnits
  readonly creditedTaxAmount: MinorUnits
  /** What is left of its whole order after credits, refunds and disputes. */
  readonly orderLeft: TaxedAmount
}

export interface TaxedAmount {
  /** Without tax. */
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
}

/** What a credit gives back. */
export interface Reversal {
  readonly orderItemId: Id<'orderItem'>
  /** The tax that was paid on it, below zero. */
  readonly taxAmount: MinorUnits
}

/** One future item of an order: a charge, or a credit where it is below zero. */
export interface BillingEntry {
  readonly kind: 'cycle' | 'proration' | 'metered'
  readonly label: string
  /** How many times its price is charged; one where it is not given. */
  readonly quantity?: number
  /** Before the discount of the order. */
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  /** Whether the order’s discount applies; a proration already has its discount deducted. */
  readonly isDiscounted: boolean
  readonly period: Period
  readonly productPriceId: Id<'productPrice'> | null
  /** Null for charges, and for credits of charges that wait for the same order. */
  readonly reverses: Reversal | null
  /** The usage that it bills or credits; null where that is none, or is not stored yet. */
  readonly usageSettlementId: Id<'usageSettlement'> | null
}

/** How a seller treats overdue payments. */
export interface DunningPolicy {
  /** Days after the first failure on which the payment is retried. */
  readonly attemptDays: readonly number[]
  /** How many days benefits stay. */
  readonly graceDays: number
  readonly finalAction: (typeof dunningFinalActions)[number]
}

/** A product as the catalog offers it now. */
export interface CatalogProduct extends SubscriptionProduct {
  readonly isArchived: boolean
  /** Null for a one-time product. */
  readonly interval: RecurringInterval | null
  readonly prices: readonly CatalogPrice[]
}

export interface CatalogPrice
  extends Omit<SubscriptionPrice, 'discountAmount' | 'quantity' | 'usage'> {
  /** Null for a free price. */
  readonly currency: Currency | null
}

/** A discount as the catalog offers it now. */
export interface CatalogDiscount extends Omit<SubscriptionDiscount, 'appliedAt'> {
  readonly isRedeemable: boolean
}
