import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface Upgrade {
  /** Null where it does not exist. */
  readonly subscription: {
    readonly customerId: Id<'customer'>
    readonly isOpen: boolean
    readonly isFree: boolean
  } | null
  /** The customer that the seller named as well, if any. */
  readonly customerId: Id<'customer'> | null
  readonly offered: readonly Offered[]
}

interface Offered {
  readonly isRecurring: boolean
  readonly loc: readonly (string | number)[]
}

type UpgradeRefusal = Refusal<
  | 'checkout_subscription_unknown'
  | 'checkout_subscription_paid'
  | 'checkout_subscription_of_another'
  | 'checkout_product_once'
>

const loc = ['body', 'subscription_id']

/**
 * Only a free subscription can become the bought one. For a paid one a plan change decides what
 * happens to the money that was paid.
 */
export function upgradeRefusal({
  subscription,
  customerId,
  offered,
}: Upgrade): UpgradeRefusal | null {
  if (subscription === null || !subscription.isOpen) {
    return refuse('checkout_subscription_unknown', { loc })
  }
  if (!subscription.isFree) return refuse('checkout_subscription_paid', { loc })
  if (customerId !== null && customerId !== subscription.customerId) {
    return refuse('checkout_subscription_of_another', { loc })
  }
  const once = offered.find(({ isRecurring }) => !isRecurring)
  return once === undefined ? null : refuse('checkout_product_once', { loc: once.loc })
}
