import { Stripe } from 'stripe'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'

const timeoutMilliseconds = 20_000
/** With the idempotency key of the first attempt, so that a repetition has no further effect. */
const retriesMax = 2

/** Null when Stripe is not configured. */
export function openStripe({ stripe: { secretKey, apiUrl } }: Config): Stripe | null {
  if (secretKey === null) return null
  return new Stripe(secretKey, {
    ...(apiUrl !== null && addressOf(new URL(apiUrl))),
    timeout: timeoutMilliseconds,
    maxNetworkRetries: retriesMax,
    telemetry: false,
  })
}

const addressOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
})

/** Stripe refused without any effect: repeating the same call is pointless. */
export const isStripeRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && isRefusal(error)

/** A failure that is not a refusal, in one line for the log; null when Stripe wasn't involved. */
export const stripeFailure = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeError && !isRefusal(error)
    ? `${error.type}: ${error.message}`
    : null

const refusals: readonly string[] = ['StripeInvalidRequestError', 'StripeCardError']
const conflictStatus = 409

/** Conflicts between concurrent calls are not refusals. */
const isRefusal = ({ type, statusCode }: Stripe.errors.StripeError): boolean =>
  refusals.includes(type) && statusCode !== conflictStatus

interface Sent {
  readonly body: Buffer
  readonly signature: string
}

/** How far a call's timestamp may be off in either direction: limits replays. */
const toleranceSeconds = 300

/** The verified event; null when it isn't from Stripe or not current. */
export function readStripeCall(
  { config: { stripe }, clock }: { readonly config: Config; readonly clock: Clock },
  { body, signature }: Sent,
): Stripe.Event | null {
  if (stripe.webhookSecret === null) return null
  const { webhookSecret: secret } = stripe
  const now = clock.now().getTime()
  // The library only rejects timestamps that are too old.
  if (secondOf(signature) - Math.floor(now / 1000) > toleranceSeconds) return null
  try {
    const { webhooks } = Stripe
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

const secondOf = (signature: string): number => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
