import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { ProductWanted } from './facts.ts'

const loc = { loc: ['body', 'product_id'] }

interface Beginning {
  /** Null where the first period begins at once. */
  readonly trialEnd: Date | null
  readonly now: Date
}

/** Why a product can’t be subscribed to without a checkout; null where nothing is due at once. */
export function withoutCheckoutRefusal(
  { isArchived, interval, prices }: ProductWanted,
  { trialEnd, now }: Beginning,
): Refusal | null {
  const has = (kind: string) => prices.some((price) => price.kind === kind)
  if (isArchived) return refuse('subscription_product_archived', loc)
  if (interval === null) return refuse('subscription_product_one_time', loc)
  if (has('custom')) return refuse('subscription_product_custom_price', loc)
  if (has('metered_unit')) return refuse('subscription_product_metered', loc)
  if (trialEnd === null && has('fixed')) return refuse('subscription_product_not_free', loc)
  return trialEnd !== null && trialEnd <= now
    ? refuse('subscription_trial_end_past', { loc: ['body', 'trial_end'] })
    : null
}
