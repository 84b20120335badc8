import type { MovementKind } from '@guildhall/contract/metrics/movement-kinds'

/** Kinds of movements as text. */
export const movementNames: Readonly<Record<MovementKind, string>> = {
  new: 'New',
  expansion: 'Expansion',
  reactivation: 'Reactivation',
  resumption: 'Resumed',
  price_migration: 'Price migration',
  contraction: 'Contraction',
  churn: 'Churn',
  pause: 'Paused',
  trial: 'Trial',
  cancellation: 'Cancellation',
  discount: 'Discount',
  free: 'Free',
}
