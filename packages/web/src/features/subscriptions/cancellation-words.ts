import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Option } from '../../ui/option-list.ts'

export type CancellationReason = (typeof cancellationReasons)[number]

/** Why somebody leaves, in a few words. */
export const reasonWords: Readonly<Record<CancellationReason, string>> = {
  customer_service: 'Support wasn’t good enough',
  low_quality: 'The quality wasn’t good enough',
  missing_features: 'Something was missing',
  switched_service: 'Went to somebody else',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'Wasn’t used',
  other: 'Another reason',
}

export const noReason = 'none'

/** Nobody has to know why. */
export const reasonOptions: readonly Option<CancellationReason | typeof noReason>[] = [
  { value: noReason, label: 'Nobody said' },
  ...cancellationReasons.map((value) => ({ value, label: reasonWords[value] })),
]
