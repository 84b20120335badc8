import { currency, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { formatDate } from '../../../kernel/date-text.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { TimelineTypes } from '../../../kernel/timeline.ts'
import { hasEnded } from '../rules/lifecycle.ts'

const named = z.object({ product: z.object({ name: z.string() }) })
const payload = z.extend(named, { status: z.string() })

const titleFrom =
  (title: (product: string, status: string) => string) =>
  (subscription: unknown): string => {
    const { product, status } = z.parse(payload, subscription)
    return title(product.name, status)
  }

const priced = z.object({ amount: minorUnits, currency })
const ending = z.object({ current_period_end: z.nullable(z.string()) })
const discounted = z.object({ discount: z.nullish(z.object({ name: z.string() })) })

const amountText = (subscription: unknown): string => moneyText(z.parse(priced, subscription))

function periodEndText(subscription: unknown): string | null {
  const end = z.parse(ending, subscription).current_period_end
  return end === null ? null : formatDate(new Date(end))
}

const discountText = (subscription: unknown): string | null =>
  z.parse(discounted, subscription).discount?.name ?? null

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
      amount: { name: 'Amount', text: amountText },
      recurring_interval: 'Interval',
      current_period_end: { name: 'End of the period', text: periodEndText },
      cancel_at_period_end: 'Ends with the period',
      discount_id: { name: 'Discount', text: discountText },
      product_id: {
        name: 'Product',
        text: (subscription) => z.parse(named, subscription).product.name,
      },
    },
  },
  'subscription.uncanceled': { title: titleFrom((product) => `Resumed ${product}`) },
  'subscription.canceled': { title: titleFrom((product) => `Canceled ${product}`) },
  'subscription.revoked': {
    title: titleFrom((product, status) =>
      hasEnded(status) ? `${product} ended` : `Benefits of ${product} ended`,
    ),
  },
}
