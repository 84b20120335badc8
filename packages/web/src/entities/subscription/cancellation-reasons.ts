import type { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'

export type CancellationReason = (typeof cancellationReasons)[number]

/** Cancellation reasons as text. */
export const reasonText: Readonly<Record<CancellationReason, string>> = {
  customer_service: 'Customer service',
  low_quality: 'Low quality',
  missing_features: 'Missing features',
  switched_service: 'Switched service',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'Unused',
  other: 'Another reason',
}
