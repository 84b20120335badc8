import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const payload = z.object({ product: z.object({ name: z.string() }), status: z.string() })

const titleFrom =
  (title: (product: string, status: string) => string) =>
  (subscription: unknown): string => {
    const { product, status } = z.parse(payload, subscription)
    return title(product.name, status)
  }

export const subscriptionTimeline: TimelineTypes = {
  'subscription.created': { title: titleFrom((product) => `Subscribed to ${product}`) },
  'subscription.updated': {
    title: titleFrom((product, status) =>
      status === 'past_due'
        ? `Payment of ${product} is overdue`
        : `${product} subscription changed`,
    ),
    fields: {
      status: 'Status',
      amount: 'Amount',
      recurring_interval: 'Interval',
      current_period_end: 'End of the period',
      cancel_at_period_end: 'Ends with the period',
      discount_id: 'Discount',
      product_id: 'Product',
    },
  },
  'subscription.uncanceled': { title: titleFrom((product) => `Resumed ${product}`) },
  'subscription.canceled': { title: titleFrom((product) => `Canceled ${product}`) },
  'subscription.revoked': { title: titleFrom((product) => `${product} ended`) },
}
