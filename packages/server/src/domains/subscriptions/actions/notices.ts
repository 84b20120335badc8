import { currency, id, minorUnits } from '@guildhall/contract/primitives'
import {
  subscriptionId,
  subscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'

/** What customers are told of their subscriptions, each state once. */
const instantText = z.string()

const Plan = z.object({
  product: z.string(),
  amount: minorUnits,
  currency,
  interval: z.enum(['month', 'year']),
})

const Charge = z.object({
  items: z.array(z.object({ label: z.string(), amount: minorUnits })),
  discountAmount: minorUnits,
  taxAmount: minorUnits,
  totalAmount: minorUnits,
})

const every = {
  subscriptionId,
  customerId: id('customer'),
  /** What makes it the same news when it is told again. */
  about: z.string(),
  plan: Plan,
}

const until = { periodEnd: z.nullable(instantText) }

export const Notice = z.discriminatedUnion('kind', [
  z.object({ ...every, ...until, kind: z.literal('begun'), charge: Charge, isTrial: z.boolean() }),
  z.object({ ...every, ...until, kind: z.literal('renewed'), charge: Charge }),
  z.object({ ...every, ...until, kind: z.literal('changed'), charge: z.nullable(Charge) }),
  z.object({
    ...every,
    ...until,
    kind: z.literal('planned'),
    productId: id('product'),
    version: z.int(),
  }),
  z.object({ ...every, kind: z.literal('overdue'), nextAttemptAt: z.nullable(instantText) }),
  z.object({ ...every, kind: z.literal('unpaid') }),
  z.object({ ...every, kind: z.literal('canceled'), endsAt: instantText }),
  z.object({ ...every, kind: z.literal('ended') }),
])
export type Notice = z.output<typeof Notice>

/** An event as far as it matters. */
export interface News {
  readonly name: string
  readonly version: number
  readonly payload: unknown
  /** By the organization’s clock. */
  readonly at: Date
}

/** As the wire has them. */
const bare = z.object({
  id: subscriptionId,
  status: z.enum(subscriptionStatuses),
  amount: minorUnits,
  currency,
  recurring_interval: z.enum(['month', 'year']),
  current_period_end: z.nullable(instantText),
  canceled_at: z.nullable(instantText),
  ends_at: z.nullable(instantText),
  ended_at: z.nullable(instantText),
  customer_id: id('customer'),
  product_id: id('product'),
})

const whole = z.extend(bare, {
  past_due_at: z.nullable(instantText),
  next_payment_attempt_at: z.nullable(instantText),
  product: z.object({ name: z.string() }),
})
type Whole = z.output<typeof whole>

const paidOrder = z.object({
  id: id('order'),
  billing_reason: z.string(),
  discount_amount: minorUnits,
  tax_amount: minorUnits,
  total_amount: minorUnits,
  product: z.object({ name: z.string() }),
  items: z.array(z.object({ label: z.string(), amount: minorUnits })),
  subscription: z.nullable(bare),
})
type PaidOrder = z.output<typeof paidOrder>

/** What a customer is told of it; null where nothing is news to them. */
export function noticeOf({ name, version, payload, at }: News): Notice | null {
  switch (name) {
    case 'order.paid':
      return ofOrder(z.parse(paidOrder, payload))
    case 'subscription.updated':
      return ofUpdate(z.parse(whole, payload), { version, at })
    case 'subscription.canceled':
    case 'subscription.revoked':
      return ofEnd(z.parse(whole, payload))
    default:
      return null
  }
}

/** What was paid is told once it is, and never before. */
function ofOrder(order: PaidOrder): Notice | null {
  const { subscription } = order
  if (subscription === null) return null
  const told = {
    ...everyOf(subscription, order.product.name),
    about: `order:${order.id}`,
    periodEnd: subscription.current_period_end,
    charge: {
      items: order.items,
      discountAmount: order.discount_amount,
      taxAmount: order.tax_amount,
      totalAmount: order.total_amount,
    },
  }
  switch (order.billing_reason) {
    case 'subscription_create':
      return { ...told, kind: 'begun', isTrial: subscription.status === 'trialing' }
    case 'subscription_cycle':
      // What costs nothing goes on without a word.
      return order.items.every(({ amount }) => amount === 0) ? null : { ...told, kind: 'renewed' }
    case 'subscription_update':
      return { ...told, kind: 'changed' }
    default:
      return null
  }
}

function ofUpdate(
  subscription: Whole,
  { version, at }: Pick<News, 'version' | 'at'>,
): Notice | null {
  const every = everyOf(subscription, subscription.product.name)
  const since = subscription.past_due_at
  switch (subscription.status) {
    case 'past_due': {
      // What is tried later is no news. It might even come first: events of one batch are told at once.
      if (since === null || new Date(since).getTime() !== at.getTime()) return null
      const nextAttemptAt = subscription.next_payment_attempt_at
      return { ...every, kind: 'overdue', about: `overdue:${since}`, nextAttemptAt }
    }
    case 'unpaid':
      return { ...every, kind: 'unpaid', about: `unpaid:${since}` }
    case 'active':
    case 'trialing':
      return {
        ...every,
        kind: 'planned',
        about: `plan:${version}`,
        periodEnd: subscription.current_period_end,
        productId: subscription.product_id,
        version,
      }
    default:
      return null
  }
}

/** Ended in fact, or going to end: never both for one wish. */
function ofEnd(subscription: Whole): Notice | null {
  const every = everyOf(subscription, subscription.product.name)
  const { ended_at: endedAt, ends_at: endsAt, canceled_at: canceledAt } = subscription
  if (endedAt !== null) return { ...every, kind: 'ended', about: 'ended' }
  if (endsAt === null) return null
  return { ...every, kind: 'canceled', about: `canceled:${canceledAt}`, endsAt }
}

const everyOf = (subscription: z.output<typeof bare>, product: string) => ({
  subscriptionId: subscription.id,
  customerId: subscription.customer_id,
  plan: {
    product,
    amount: subscription.amount,
    currency: subscription.currency,
    interval: subscription.recurring_interval,
  },
})
