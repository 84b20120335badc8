import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface Upgrade {
  /** Null where there is no such subscription. */
  readonly subscription: {
    readonly customerId: Id<'customer'>
    readonly isOpen: boolean
    readonly isFree: boolean
  } | null
  /** Whom the seller named as the buyer beside; null where nobody. */
  readonly customerId: Id<'customer'> | null
  readonly offered: readonly Recurring[]
}

interface Recurring {
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
 * Why a subscription can’t become what is bought. Only one that costs nothing can: where something
 * was paid, a change of its plan says what becomes of that.
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
