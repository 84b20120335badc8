import type { Refusal } from '../../../kernel/refusal.ts'
import {
  type CancellationFeedback,
  decideCancellation,
  decideFeedback,
  decideRevocation,
  decideUncancellation,
} from './cancellation.ts'
import type { Decision } from './decision.ts'
import { decideDiscountChange } from './discount-change.ts'
import type { CatalogDiscount, ProrationMode, SubscriptionFacts } from './facts.ts'
import {
  decidePendingChangeRemoval,
  decideProductChange,
  type ProductChange,
} from './product-change.ts'
import { decideTrialEnd } from './trial.ts'

/** A requested change, with everything that its decision needs in addition to the subscription. */
export type ChangeRequest =
  | ({ readonly kind: 'product' } & ProductChange)
  | { readonly kind: 'discount'; readonly discount: CatalogDiscount | null }
  | { readonly kind: 'cancel' | 'feedback' | 'revoke'; readonly feedback: CancellationFeedback }
  | { readonly kind: 'uncancel' | 'remove_pending' }
  /** Null ends the trial immediately. */
  | { readonly kind: 'trial_end'; readonly trialEnd: Date | null }

/** With the mode in which a change of the product is billed. */
export type ChangeDecision = Decision & { readonly mode?: ProrationMode }

export function decideChange(
  facts: SubscriptionFacts,
  request: ChangeRequest,
  now: Date,
): ChangeDecision | Refusal {
  switch (request.kind) {
    case 'product':
      return decideProductChange(facts, request, now)
    case 'discount':
      return decideDiscountChange(facts, request.discount)
    case 'cancel':
      return decideCancellation(facts, request.feedback, now)
    case 'feedback':
      return decideFeedback(facts, request.feedback)
    case 'uncancel':
      return decideUncancellation(facts)
    case 'revoke':
      return decideRevocation(facts, request.feedback, now)
    case 'trial_end':
      return decideTrialEnd(facts, { trialEnd: request.trialEnd ?? now }, now)
    case 'remove_pending':
      return decidePendingChangeRemoval(facts)
  }
}

/** Whether it is paid before it happens, so that a failed charge leaves everything unchanged. */
export const isPaidFirst = ({ kind }: ChangeRequest): boolean =>
  kind === 'product' || kind === 'trial_end'
