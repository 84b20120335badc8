import type { Id } from '@guildhall/contract/primitives'

interface Charged {
  readonly acceptedAt: Date | null
  readonly checkoutId: Id<'checkout'> | null
}

/** The purchase whose card alone may be charged; null once the customer has accepted it. */
export const purchaseCharged = ({ acceptedAt, checkoutId }: Charged): Id<'checkout'> | null =>
  acceptedAt === null ? checkoutId : null
