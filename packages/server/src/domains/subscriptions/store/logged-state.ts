import { discountDurations, discountTypes } from '@guildhall/contract/catalog/discount-shapes'
import { priceId, productId, recurringIntervals } from '@guildhall/contract/catalog/prices'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import * as z from 'zod/mini'
import type { Logged } from '../rules/movement-history.ts'

const time = z.nullable(
  z.pipe(
    z.string(),
    z.transform((text: string) => new Date(text)),
  ),
)

/** The fields of an event that say what a subscription brings in. */
const logged = z.object({
  status: z.enum(subscriptionStatuses),
  currency,
  amount: minorUnits,
  recurring_interval: z.enum(recurringIntervals),
  product_id: productId,
  started_at: time,
  ended_at: time,
  cancel_at_period_end: z.boolean(),
  prices: z.array(
    z.object({ id: priceId, amount_type: z.string(), price_amount: z.optional(minorUnits) }),
  ),
  discount: z.nullable(
    z.object({
      type: z.enum(discountTypes),
      duration: z.enum(discountDurations),
      amount: z.optional(minorUnits),
      basis_points: z.optional(z.int()),
    }),
  ),
})

export function readLogged(payload: unknown): Logged {
  const { prices, discount, ...state } = z.parse(logged, payload)
  return {
    status: state.status,
    currency: state.currency,
    amount: state.amount,
    interval: state.recurring_interval,
    productId: state.product_id,
    startedAt: state.started_at,
    endedAt: state.ended_at,
    cancelAtPeriodEnd: state.cancel_at_period_end,
    prices: prices.map(({ id, amount_type: type, price_amount: amount = null }) => ({
      id,
      isChosen: type === 'custom',
      amount,
    })),
    discount: discount && {
      type: discount.type,
      duration: discount.duration,
      amount: discount.amount ?? null,
      basisPoints: discount.basis_points ?? null,
    },
  }
}
