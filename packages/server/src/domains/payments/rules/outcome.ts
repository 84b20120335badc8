import type { PaymentStatus } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { declineMessageOf } from './decline-message.ts'
import type { IntentOutcome, MethodSnapshot } from './processor.ts'

interface Ended {
  readonly status: Exclude<PaymentStatus, 'pending'>
  readonly declineReason: string | null
  readonly declineMessage: string | null
  readonly method: MethodSnapshot | null
}

/** The next state of a pending payment: it ends, requires authentication, or stays pending. */
export type OutcomeDecision = Ended | { readonly clientSecret: string } | 'unchanged'

export function decideOutcome(outcome: IntentOutcome): OutcomeDecision {
  switch (outcome.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        declineReason: null,
        declineMessage: null,
        method: outcome.method,
      }
    case 'declined':
      return failed(outcome.reason, outcome.method)
    case 'canceled':
      return failed('canceled', null)
    case 'needs_action':
      return { clientSecret: outcome.clientSecret }
    case 'processing':
      return 'unchanged'
  }
}

const failed = (reason: string, method: MethodSnapshot | null): Ended => ({
  status: 'failed',
  declineReason: reason,
  declineMessage: declineMessageOf(reason),
  method,
})

/** Money arrived after the payment had failed here. Nothing was sold for it, so it is refunded. */
export const isLateSuccess = (status: PaymentStatus, outcome: IntentOutcome): boolean =>
  status === 'failed' && outcome.status === 'succeeded'

/** Processors keep idempotency keys for at least a day. */
const keyMilliseconds = 20 * 3_600_000

/** Whether the processor still knows the idempotency key, so that a repeated charge is safe. */
export const mayCharge = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() < keyMilliseconds

interface Search {
  readonly now: Date
  readonly searchLagMilliseconds: number
}

/** Whether a charge that the processor doesn’t find was never made. */
export const isListed = (
  submittedAt: Date | null,
  { now, searchLagMilliseconds }: Search,
): boolean => submittedAt === null || now.getTime() - submittedAt.getTime() >= searchLagMilliseconds

/** Reasons for which the same card will never be charged successfully. */
const hardReasons: readonly string[] = [
  'card_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_year',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_such_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'token_unknown',
]

/** Whether retrying with the same card is useless. */
export const isHardDecline = (reason: string): boolean => hardReasons.includes(reason)

interface Waiting {
  readonly status: 'pending'
  /** Whether the processor is unavailable. In any case a job or a webhook continues. */
  readonly isProcessorUnavailable: boolean
}

interface NeedsAction {
  readonly status: 'needs_action'
  /** With it the buyer’s browser authenticates at their bank. */
  readonly clientSecret: string
}

interface Failed {
  readonly status: 'failed'
  readonly reason: string
  readonly message: string
}

/** The state of a payment, for the caller that submitted it. */
export type PaymentOutcome =
  | { readonly status: 'succeeded' }
  | (Failed & { readonly isHard: boolean })
  | NeedsAction
  | Waiting

/** The state of a set-up. */
export type SetUpOutcome =
  | { readonly status: 'succeeded'; readonly paymentMethodId: Id<'paymentMethod'> }
  | Failed
  | NeedsAction
  | Waiting

/** The processor’s answer to a payment that was never submitted or is unknown there. */
export const abandoned: IntentOutcome = { status: 'declined', reason: 'abandoned', method: null }
