import type { Stripe } from 'stripe'
import type { CardSeen, IntentOutcome, MethodSeen } from '../../rules/processor.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** What Stripe says of an intent that was asked for with its payment method. */
export function outcomeOf(intent: Intent): IntentOutcome | 'open' {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', method: methodOf(intent.payment_method) }
    case 'requires_action':
      return asking(intent)
    case 'canceled':
      return errorOf(intent) === null ? { status: 'canceled' } : declined(intent)
    case 'processing':
    case 'requires_capture':
      return { status: 'processing' }
    default:
      // Declined, and open for another card, which ours aren't.
      return 'open'
  }
}

const asking = ({ client_secret: clientSecret }: Intent): IntentOutcome =>
  clientSecret === null ? { status: 'processing' } : { status: 'needs_action', clientSecret }

/** Why it came to nothing. */
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

interface Why {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly param?: string | undefined
}

/** Stripe's own words where it has nothing better than ours. */
const ours: Readonly<Record<string, string>> = {
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
}

const reasonLengthMax = 100

export function reasonOf({ code, decline_code: declineCode }: Why): string {
  const reason = declineCode ?? code ?? 'invalid_request'
  return (ours[reason] ?? reason).slice(0, reasonLengthMax)
}

/** What was turned away has nothing to do with the card, unless Stripe says so. */
export function refusalReason(why: Why): string {
  if (why.param === 'confirmation_token') return 'token_unknown'
  const reason = reasonOf(why)
  return why.decline_code !== undefined || buyersReasons.includes(reason) ? reason : 'not_accepted'
}

const buyersReasons: readonly string[] = ['amount_too_small', 'card_declined', 'expired_card']

function methodOf(method: string | Stripe.PaymentMethod | null | undefined): MethodSeen | null {
  if (typeof method !== 'object' || method === null) return null
  const { type, card, customer } = method
  return {
    type,
    card: card === undefined ? null : cardSeen(card),
    kept: customer === null ? null : method.id,
    keptFor: typeof customer === 'string' ? customer : (customer?.id ?? null),
  }
}

const cardSeen = (card: Stripe.PaymentMethod.Card): CardSeen => ({
  brand: card.brand,
  last4: card.last4,
  country: card.country,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  wallet: card.wallet?.type ?? null,
})
