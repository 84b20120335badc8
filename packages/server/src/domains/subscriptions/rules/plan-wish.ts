import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import {
  type LeavingWords,
  planCancel,
  planLeavingWords,
  planRevoke,
  planUncancel,
} from './cancellation.ts'
import { planDiscountChange } from './discount-change.ts'
import type { DiscountWanted, Plan, ProrationMode, SubscriptionFacts } from './facts.ts'
import { type ChangeWish, planChange, planPendingCleared } from './plan-change.ts'
import { planTrialEnd } from './trial.ts'

/** What somebody wants of a subscription, with all that its decision is told. */
export type Wish =
  | ({ readonly kind: 'product' } & ChangeWish)
  | { readonly kind: 'discount'; readonly discount: DiscountWanted | null }
  | { readonly kind: 'cancel' | 'leaving_words' | 'revoke'; readonly words: LeavingWords }
  | { readonly kind: 'uncancel' | 'pending_cleared' }
  /** Null: now. */
  | { readonly kind: 'trial_end'; readonly trialEnd: Date | null }

/** A plan, and how a change of the product is billed in fact. */
export type WishPlan = Plan & { readonly mode?: ProrationMode }

export function planWish(facts: SubscriptionFacts, wish: Wish, now: Date): WishPlan | Refusal {
  switch (wish.kind) {
    case 'product':
      return meteredRefusal(wish) ?? planChange(facts, wish, now)
    case 'discount':
      return planDiscountChange(facts, wish.discount)
    case 'cancel':
      return planCancel(facts, wish.words, now)
    case 'leaving_words':
      return planLeavingWords(facts, wish.words)
    case 'uncancel':
      return planUncancel(facts)
    case 'revoke':
      return planRevoke(facts, wish.words, now)
    case 'trial_end':
      return planTrialEnd(facts, { trialEnd: wish.trialEnd ?? now }, now)
    case 'pending_cleared':
      return planPendingCleared(facts)
  }
}

/** Nothing is counted yet of what would be billed by usage. */
const meteredRefusal = ({ product }: ChangeWish): Refusal | null =>
  product.prices.some(({ kind }) => kind === 'metered_unit')
    ? refuse('subscription_product_metered', { loc: ['body', 'product_id'] })
    : null

/** What is paid before it happens, so that a card that fails leaves everything as it was. */
export const isPaidFirst = ({ kind }: Wish): boolean => kind === 'product' || kind === 'trial_end'
