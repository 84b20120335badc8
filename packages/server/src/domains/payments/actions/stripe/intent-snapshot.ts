import type { Stripe } from 'stripe'
import type { CardSnapshot, IntentOutcome, MethodSnapshot } from '../../rules/processor.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The outcome of an intent, which was fetched with its payment method expanded. */
export function outcomeOf(intent: Intent): IntentOutcome | 'open' {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', method: methodOf(intent.payment_method) }
    case 'requires_action':
      return needsAction(intent)
    case 'canceled':
      return errorOf(intent) === null ? { status: 'canceled' } : declined(intent)
    case 'processing':
    case 'requires_capture':
      return { status: 'processing' }
    default:
      // Declined, and open for another card, which we never submit.
      return 'open'
  }
}

const needsAction = ({ client_secret: clientSecret }: Intent): IntentOutcome =>
  clientSecret === null ? { status: 'processing' } : { status: 'needs_action', clientSecret }

/** Declined with the intent’s last error. */
export const declined = (intent: Intent): IntentOutcome => {
  const error = errorOf(intent)
  return {
    status: 'declined',
    reason: error === null ? 'canceled' : reasonOf(error),
    method: methodOf(error?.payment_method),
  }
}

const errorOf = (intent: Intent) =>
  intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error

interface StripeReason {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly param?: string | undefined
}

/** Stripe’s codes that we have a plainer reason for. */
const plainReasons: Readonly<Record<string, string>> = {
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
}

const reasonLengthMax = 100

export function reasonOf({ code, decline_code: declineCode }: StripeReason): string {
  const reason = declineCode ?? code ?? 'invalid_request'
  return (plainReasons[reason] ?? reason).slice(0, reasonLengthMax)
}

/** A rejected request has nothing to do with the card, unless Stripe says so. */
export function refusalReason(error: StripeReason): string {
  if (error.param === 'confirmation_token') return 'token_unknown'
  const reason = reasonOf(error)
  return error.decline_code !== undefined || cardReasons.includes(reason) ? reason : 'not_accepted'
}

const cardReasons: readonly string[] = ['amount_too_small', 'card_declined', 'expired_card']

function methodOf(method: string | Stripe.PaymentMethod | null | undefined): MethodSnapshot | null {
  if (typeof method !== 'object' || method === null) return null
  const { type, card, customer } = method
  return {
    type,
    card: card === undefined ? null : cardSnapshot(card),
    storedId: customer === null ? null : method.id,
    ownerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
  }
}

const cardSnapshot = (card: Stripe.PaymentMethod.Card): CardSnapshot => ({
  brand: card.brand,
  last4: card.last4,
  country: card.country,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  wallet: card.wallet?.type ?? null,
})
