import { recurringIntervals } from '@guildhall/contract/catalog/prices'
import { customerId } from '@guildhall/contract/customers/shapes'
import type { EventPayload } from '@guildhall/contract/events'
import { orderId } from '@guildhall/contract/orders/order-shapes'
import { currency, id, instant, minorUnits } from '@guildhall/contract/primitives'
import {
  type BareSubscription,
  subscriptionId,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'

// Which mail follows an event. A notice holds everything that its mail says, as of the event.

const pricedProduct = z.object({
  product: z.string(),
  amount: minorUnits,
  currency,
  interval: z.enum(recurringIntervals),
})

const chargedItem = z.object({ label: z.string(), amount: minorUnits })

const charge = z.object({
  items: z.array(chargedItem),
  discountAmount: minorUnits,
  taxAmount: minorUnits,
  totalAmount: minorUnits,
})

const base = {
  subscriptionId,
  customerId,
  /** Equal for events that lead to the same mail, which is sent once. It is stored. */
  noticeKey: z.string(),
  priced: pricedProduct,
}

const renewing = { ...base, periodEnd: z.nullable(instant) }

export const Notice = z.discriminatedUnion('kind', [
  z.object({
    ...renewing,
    kind: z.literal('started'),
    charge,
    isTrial: z.boolean(),
    /** Null in jobs from before it was noted. */
    orderId: z._default(z.nullable(orderId), null),
  }),
  z.object({ ...renewing, kind: z.literal('renewed'), charge }),
  /** A change that an order was paid for, or usage that was billed early. */
  z.object({
    ...renewing,
    kind: z.literal('changed'),
    charge,
    /** Null in jobs from before it was noted. */
    orderId: z._default(z.nullable(orderId), null),
  }),
  /** Any update: mailed if the product is another one and no order was placed with it. */
  z.object({
    ...renewing,
    kind: z.literal('updated'),
    productId: id('product'),
    version: z.number(),
  }),
  z.object({ ...base, kind: z.literal('payment_failed'), nextAttemptAt: z.nullable(instant) }),
  z.object({ ...base, kind: z.literal('last_payment_failed'), nextAttemptAt: z.nullable(instant) }),
  z.object({
    ...base,
    kind: z.literal('on_hold'),
    /** False in jobs from before it was noted. */
    isDisputed: z._default(z.boolean(), false),
  }),
  z.object({ ...base, kind: z.literal('canceled'), endsAt: instant }),
  z.object({ ...base, kind: z.literal('ended') }),
])
export type Notice = z.output<typeof Notice>

/** The fields of an order’s events that a notice is made from. */
export const orderFields = [
  'id',
  'billingReason',
  'discountAmount',
  'taxAmount',
  'totalAmount',
  'product',
  'items',
  'subscription',
] as const

type OrderAmounts = 'id' | 'billingReason' | 'discountAmount' | 'taxAmount' | 'totalAmount'

interface NoticedOrder extends Pick<EventPayload<'order.paid'>, OrderAmounts> {
  readonly product: Named
  readonly items: readonly z.output<typeof chargedItem>[]
  readonly subscription: (Priced & Pick<BareSubscription, 'status' | 'currentPeriodEnd'>) | null
}

interface Named {
  readonly name: string
}

/** Null for an order without a mail. */
export function noticeOfOrder(order: NoticedOrder): Notice | null {
  const { subscription, discountAmount, taxAmount, totalAmount } = order
  if (subscription === null) return null
  const items = order.items.map(({ label, amount }) => ({ label, amount }))
  const notice = {
    ...baseOf(subscription, order.product.name),
    noticeKey: `order:${order.id}`,
    periodEnd: subscription.currentPeriodEnd,
    charge: { items, discountAmount, taxAmount, totalAmount },
  }
  switch (order.billingReason) {
    case 'subscription_create':
      return {
        ...notice,
        kind: 'started',
        isTrial: subscription.status === 'trialing',
        orderId: order.id,
      }
    case 'subscription_cycle': {
      const isFree = items.every(({ amount }) => amount === 0)
      return isFree ? null : { ...notice, kind: 'renewed' }
    }
    case 'subscription_update':
      return { ...notice, kind: 'changed', orderId: order.id }
    default:
      return null
  }
}

/** The fields of a subscription’s events that a notice is made from. */
export const subscriptionFields = [
  'id',
  'status',
  'amount',
  'currency',
  'recurringInterval',
  'currentPeriodEnd',
  'canceledAt',
  'endsAt',
  'endedAt',
  'customerId',
  'productId',
  'pastDueAt',
  'nextPaymentAttemptAt',
  'renewalsPausedAt',
  'product',
] as const

interface NoticedSubscription
  extends Pick<
    EventPayload<'subscription.updated'>,
    Exclude<(typeof subscriptionFields)[number], 'product'>
  > {
  readonly product: Named
}

interface Moment {
  readonly version: number
  /** By the organization’s clock. */
  readonly at: Date
}

/** Null for an update without a mail. */
export function noticeOfUpdate(
  subscription: NoticedSubscription,
  { version, at }: Moment,
): Notice | null {
  const notice = baseOf(subscription, subscription.product.name)
  const { pastDueAt } = subscription
  switch (subscription.status) {
    case 'past_due':
    case 'canceled': {
      // Later retries are not mailed. The time decides, because events of one batch run in any
      // order.
      if (pastDueAt === null || pastDueAt.getTime() !== at.getTime()) return null
      const noticeKey = `overdue:${pastDueAt.toISOString()}`
      const { nextPaymentAttemptAt: nextAttemptAt } = subscription
      const kind = subscription.status === 'canceled' ? 'last_payment_failed' : 'payment_failed'
      return { ...notice, kind, noticeKey, nextAttemptAt }
    }
    case 'unpaid': {
      const since = pastDueAt ?? subscription.renewalsPausedAt
      if (since === null) return null
      const noticeKey = `unpaid:${since.toISOString()}`
      return { ...notice, kind: 'on_hold', noticeKey, isDisputed: pastDueAt === null }
    }
    case 'active':
    case 'trialing':
      return {
        ...notice,
        kind: 'updated',
        noticeKey: `plan:${version}`,
        periodEnd: subscription.currentPeriodEnd,
        productId: subscription.productId,
        version,
      }
    default:
      return null
  }
}

/** Null while nothing ends. Otherwise it has ended, or it will: one cancellation has one mail. */
export function noticeOfEnd(subscription: NoticedSubscription): Notice | null {
  const notice = baseOf(subscription, subscription.product.name)
  const { endedAt, endsAt, canceledAt } = subscription
  if (endedAt !== null) return { ...notice, kind: 'ended', noticeKey: 'ended' }
  if (endsAt === null) return null
  return { ...notice, kind: 'canceled', noticeKey: `canceled:${canceledAt?.toISOString()}`, endsAt }
}

type Priced = Pick<
  BareSubscription,
  'id' | 'customerId' | 'amount' | 'currency' | 'recurringInterval'
>

const baseOf = (subscription: Priced, product: string) => ({
  subscriptionId: subscription.id,
  customerId: subscription.customerId,
  priced: {
    product,
    amount: subscription.amount,
    currency: z.parse(currency, subscription.currency),
    interval: subscription.recurringInterval,
  },
})
