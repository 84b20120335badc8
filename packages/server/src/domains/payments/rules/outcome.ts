import type { PaymentStatus } from '@guildhall/contract/payments/shapes'
import { declineWords } from './decline-words.ts'
import type { IntentOutcome, MethodSeen } from './processor.ts'

interface Ended {
  readonly status: 'succeeded' | 'failed'
  readonly declineReason: string | null
  readonly declineMessage: string | null
  readonly method: MethodSeen | null
}

/** What a payment that is pending becomes by what was seen at the processor. */
export type Noting = Ended | { readonly asks: string } | 'goes on'

export function decideNoting(outcome: IntentOutcome): Noting {
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
      return { asks: outcome.clientSecret }
    case 'processing':
      return 'goes on'
  }
}

const failed = (reason: string, method: MethodSeen | null): Ended => ({
  status: 'failed',
  declineReason: reason,
  declineMessage: declineWords(reason),
  method,
})

/** Money that came after the payment was given up: nothing was sold for it, so it goes back. */
export const isOvertaken = (status: PaymentStatus, outcome: IntentOutcome): boolean =>
  status === 'failed' && outcome.status === 'succeeded'

/** Processors keep idempotency keys for a day at least. */
const keyMilliseconds = 20 * 3_600_000

/** Whether the processor still knows the key, so that charging again charges once. */
export const mayCharge = (begunAt: Date, now: Date): boolean =>
  now.getTime() - begunAt.getTime() < keyMilliseconds

/** Where the money will never come from, however often it is asked for. */
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

/** Whether trying again with the same card is of no use. */
export const isHardDecline = (reason: string): boolean => hardReasons.includes(reason)
