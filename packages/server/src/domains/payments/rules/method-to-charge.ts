import type { Id } from '@guildhall/contract/primitives'

export interface ToCharge {
  readonly customerId: Id<'customer'>
  /** Null for the customer’s default. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  /** The purchase whose own card alone may be charged; null for the customer’s own methods. */
  readonly purchaseId: Id<'checkout'> | null
}

interface Method {
  readonly customerId: Id<'customer'>
  readonly checkoutId: Id<'checkout'> | null
}

interface Candidates<M extends Method> {
  readonly named: M | undefined
  readonly default: M | undefined
}

/**
 * The named method, or the default where none is named or it was deleted. A purchase with a typed
 * address is charged to the card that was entered for it and to no other, and that card pays for
 * nothing else.
 */
export function methodToCharge<M extends Method>(
  { customerId, purchaseId }: ToCharge,
  candidates: Candidates<M>,
): M | null {
  const { named } = candidates
  if (named?.customerId === customerId && named.checkoutId === purchaseId) return named
  return purchaseId === null ? (candidates.default ?? null) : null
}
