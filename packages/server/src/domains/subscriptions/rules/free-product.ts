import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { ProductWanted } from './facts.ts'

const loc = { loc: ['body', 'product_id'] }

/** Why a product can’t be subscribed to without a checkout; null where it can. */
export function freeProductRefusal({
  isArchived,
  interval,
  prices,
}: ProductWanted): Refusal | null {
  const has = (kind: string) => prices.some((price) => price.kind === kind)
  if (isArchived) return refuse('subscription_product_archived', loc)
  if (interval === null) return refuse('subscription_product_one_time', loc)
  if (has('custom')) return refuse('subscription_product_custom_price', loc)
  if (has('metered_unit')) return refuse('subscription_product_metered', loc)
  return has('fixed') ? refuse('subscription_product_not_free', loc) : null
}
