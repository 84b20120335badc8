import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { type Decision, decided, unchanged } from './decision.ts'
import { appliesTo, newDiscount } from './discount.ts'
import type {
  CatalogDiscount,
  PendingChange,
  SubscriptionDiscount,
  SubscriptionFacts,
} from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { discountRefusal } from './refusals.ts'

type DiscountChangeRefusal =
  | 'subscription_canceled'
  | 'subscription_incomplete'
  | 'subscription_discount_unknown'
  | 'subscription_discount_not_applicable'

/**
 * Takes effect with the next period; what was billed stays. Setting the same discount changes
 * nothing, so its duration doesn’t start over.
 */
export function decideDiscountChange(
  facts: SubscriptionFacts,
  discount: CatalogDiscount | null,
): Decision | Refusal<DiscountChangeRefusal> {
  if (hasEnded(facts.status)) return refuse('subscription_canceled')
  if (facts.status === 'incomplete') return refuse('subscription_incomplete')
  if ((discount?.id ?? null) === (facts.discount?.id ?? null)) return unchanged(facts)
  const product = { id: facts.product.id, prices: facts.prices }
  const refusal = discount && discountRefusal(facts.currency, discount, product)
  if (refusal !== null) return refusal
  const next = discount && newDiscount(discount)
  const pending = facts.pending && withDiscount(facts.pending, next)
  return decided(facts, { ...facts, discount: next, pending })
}

const withDiscount = (
  pending: PendingChange,
  discount: SubscriptionDiscount | null,
): PendingChange => {
  const product = { id: pending.product.id, prices: pending.prices }
  const isApplicable = discount !== null && appliesTo(discount, product)
  return { ...pending, discount: isApplicable ? discount : null }
}
