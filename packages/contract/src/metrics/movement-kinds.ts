/** Why the recurring revenue of a subscription moved. */
export const revenueMovementKinds = [
  'new',
  'expansion',
  'contraction',
  'churn',
  'reactivation',
  'price_migration',
  'pause',
  'resumption',
] as const

/**
 * Why the run-rate of a subscription moved. The further kinds move only what stands next to recurring
 * revenue: revenue of trials, a cancellation that hasn’t taken effect, a discount that ends, or a
 * subscription that costs nothing.
 */
export const movementKinds = [
  ...revenueMovementKinds,
  'trial',
  'cancellation',
  'discount',
  'free',
] as const
export type MovementKind = (typeof movementKinds)[number]
