import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { discountRefusal } from './change-refusal.ts'
import { isApplicable, taken } from './discount.ts'
import type {
  DiscountInForce,
  DiscountWanted,
  PendingChange,
  Plan,
  SubscriptionFacts,
} from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { planned, unchanged } from './outcome.ts'

type DiscountChangeRefusal =
  | 'subscription_canceled'
  | 'subscription_incomplete'
  | 'subscription_discount_unknown'
  | 'subscription_discount_not_applicable'

/**
 * From the next period on: what was billed stays as it is. The one that is there already is no
 * change, so its time doesn’t begin again.
 */
export function planDiscountChange(
  facts: SubscriptionFacts,
  discount: DiscountWanted | null,
): Plan | Refusal<DiscountChangeRefusal> {
  if (hasEnded(facts.status)) return refuse('subscription_canceled')
  if (facts.status === 'incomplete') return refuse('subscription_incomplete')
  if ((discount?.id ?? null) === (facts.discount?.id ?? null)) return unchanged(facts)
  const product = { id: facts.product.id, prices: facts.prices }
  const refusal = discount && discountRefusal(facts.currency, discount, product)
  if (refusal !== null) return refusal
  const next = discount && taken(discount)
  return planned(facts, { ...facts, discount: next, pending: withDiscount(facts.pending, next) })
}

const withDiscount = (
  pending: PendingChange | null,
  discount: DiscountInForce | null,
): PendingChange | null =>
  pending && {
    ...pending,
    discount:
      discount !== null &&
      isApplicable(discount, { id: pending.product.id, prices: pending.prices })
        ? discount
        : null,
  }
