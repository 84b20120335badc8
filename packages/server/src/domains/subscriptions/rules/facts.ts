import type { discountDurations, discountTypes } from '@guildhall/contract/catalog/discount-shapes'
import type { recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { BillingReason } from '@guildhall/contract/orders/order-shapes'
import type { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type {
  cancellationReasons,
  subscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { Period } from '../../../kernel/period.ts'

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export type CancellationReason = (typeof cancellationReasons)[number]
export type ProrationMode = (typeof prorationModes)[number]
export type RecurringInterval = (typeof recurringIntervals)[number]

/** All that a decision about a subscription may depend on. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus
  readonly currency: Currency
  readonly interval: RecurringInterval
  /** The day of the month on which its periods begin, where the month has it. */
  readonly anchorDay: number
  /** The one that was billed last; a trial is one as well. */
  readonly period: Period
  readonly trialEnd: Date | null
  /** Where the first payment isn’t finished: until when it can be. */
  readonly incompleteUntil: Date | null
  /** When it first became active; stays. */
  readonly startedAt: Date | null

  readonly cancelAtPeriodEnd: boolean
  /** When the wish was expressed. */
  readonly canceledAt: Date | null
  /** When it will end. */
  readonly endsAt: Date | null
  /** When it ended in fact. */
  readonly endedAt: Date | null
  readonly cancellationReason: CancellationReason | null
  readonly cancellationComment: string | null

  readonly pastDueAt: Date | null
  /** Payments that failed since it is past due, without the one that made it so. */
  readonly attempts: number
  /** When the card is tried again. */
  readonly nextAttemptAt: Date | null
  /** Until when benefits stay although a payment is overdue; null once that is over. */
  readonly graceEndsAt: Date | null
  /** When the final action of dunning comes; null once it came. */
  readonly lastResortAt: Date | null
  /** When what it gave was taken away: at its end, or when grace was over. */
  readonly revokedAt: Date | null

  readonly product: ProductInForce
  /** Its own snapshot, in the order in which they are shown. */
  readonly prices: readonly PriceInForce[]
  /** What the next period is discounted by, unless it is over by then. */
  readonly discount: DiscountInForce | null
  readonly pending: PendingChange | null
  /** What no order has yet, in the order in which it came. */
  readonly waiting: readonly Entry[]
}

export interface ProductInForce {
  readonly id: Id<'product'>
  readonly name: string
}

export interface PriceInForce {
  readonly productPriceId: Id<'productPrice'>
  readonly kind: 'free' | 'fixed' | 'custom' | 'metered_unit'
  /** Of one, each period; nothing of what is free or metered. */
  readonly amount: MinorUnits
  /** What the discount takes off all of them in the current period; the net is what is in force. */
  readonly discountAmount: MinorUnits
  readonly unitAmount: Decimal | null
  readonly capAmount: MinorUnits | null
  readonly meterId: Id<'meter'> | null
  readonly meterName: string | null
  readonly quantity: number
  /** Of what is metered, since it was billed last. */
  readonly usage: Usage | null
}

export interface Usage {
  readonly consumed: Decimal
  readonly credited: number
}

/** What a discount takes off, for how long and of what. */
export interface DiscountInForce {
  readonly id: Id<'discount'>
  readonly type: (typeof discountTypes)[number]
  readonly amount: MinorUnits | null
  readonly currency: Currency | null
  readonly basisPoints: number | null
  readonly duration: (typeof discountDurations)[number]
  readonly durationInMonths: number | null
  /** None means all. */
  readonly productIds: readonly Id<'product'>[]
  /** Start of the first period that it took something off; null until then. */
  readonly appliedAt: Date | null
}

/** A change that the next period begins with. */
export interface PendingChange {
  readonly product: ProductInForce
  readonly interval: RecurringInterval
  readonly prices: readonly PriceInForce[]
  readonly discount: DiscountInForce | null
  readonly appliesAt: Date
}

/** What is owed, or given back where it is below zero; one item of an order. */
export interface Entry {
  readonly kind: 'cycle' | 'proration' | 'metered'
  readonly label: string
  /** Before the discount of the order. */
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  /** Whether the discount of the order touches it; what is prorated is net of it already. */
  readonly isDiscounted: boolean
  readonly period: Period
  readonly productPriceId: Id<'productPrice'> | null
}

export interface OrderDraft {
  readonly reason: BillingReason
  /** What is billed: what waited first, then what came with this decision. */
  readonly entries: readonly Entry[]
  /** What it is for. No two orders of the reason `subscription_cycle` begin with the same. */
  readonly period: Period
  readonly discountId: Id<'discount'> | null
}

/** In the order in which they are told: see `transitionsBetween`. */
export type Transition = 'created' | 'active' | 'updated' | 'uncanceled' | 'canceled' | 'revoked'

/** What was decided, carried out by nobody yet. */
export interface Plan {
  readonly after: SubscriptionFacts
  /** To be placed and charged. It has everything that waited: all of it is billed by it. */
  readonly order: OrderDraft | null
  /** To be kept for the next order: those of `after.waiting` that are new. */
  readonly entries: readonly Entry[]
  /** None where nothing has changed: then there is nothing to save either. */
  readonly transitions: readonly Transition[]
  /** Whether what was tried to collect for it isn’t any more. */
  readonly givesUpOrders: boolean
}

/** How a seller wants overdue payments treated. */
export interface DunningPolicy {
  /** Days after the first failure on which another payment is tried, in their order. */
  readonly attemptDays: readonly number[]
  /** How many days benefits stay. */
  readonly graceDays: number
  readonly finalAction: 'cancel' | 'keep' | 'unpaid'
}

/** A product that somebody wants, as it is sold now. */
export interface ProductWanted extends ProductInForce {
  readonly isArchived: boolean
  /** Null: it is bought once. */
  readonly interval: RecurringInterval | null
  readonly prices: readonly PriceWanted[]
}

export interface PriceWanted extends Omit<PriceInForce, 'discountAmount' | 'quantity' | 'usage'> {
  /** Null: what is free has none. */
  readonly currency: Currency | null
}

/** A discount that somebody wants, and whether it can be used now. */
export interface DiscountWanted extends Omit<DiscountInForce, 'appliedAt'> {
  readonly isRedeemable: boolean
}
