import * as z from 'zod/mini'
import type { TimelineTypes } from '../../customers/index.ts'

const told = z.object({ product: z.object({ name: z.string() }), status: z.string() })

const about =
  (words: (product: string, status: string) => string) =>
  (subscription: unknown): string => {
    const { product, status } = z.parse(told, subscription)
    return words(product.name, status)
  }

/** How subscriptions read in the timeline of a customer. */
export const subscriptionTimeline: TimelineTypes = {
  'subscription.created': { title: about((product) => `Subscribed to ${product}`) },
  'subscription.updated': {
    title: about((product, status) =>
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
  'subscription.uncanceled': { title: about((product) => `${product} goes on after all`) },
  'subscription.canceled': { title: about((product) => `Canceled ${product}`) },
  'subscription.revoked': { title: about((product) => `${product} ended`) },
}
