import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import {
  type CancellationReason,
  reasonText,
} from '#/entities/subscription/cancellation-reasons.ts'
import type { Option } from '#/ui/option-list.ts'

export const noReason = 'none'

/** The reason is optional. */
export const reasonOptions: readonly Option<CancellationReason | typeof noReason>[] = [
  { value: noReason, label: 'Not specified' },
  ...cancellationReasons.map((value) => ({ value, label: reasonText[value] })),
]
