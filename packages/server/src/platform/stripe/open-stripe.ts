import { Stripe } from 'stripe'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'

const timeoutMilliseconds = 20_000
/** With the idempotency key of the first try, so that a repetition does nothing twice. */
const retriesMax = 2

/** Null where the operator hasn't set it up. */
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

/** Stripe said no, and nothing came of it: it's of no use to ask the same again. */
export const isStripeRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && isRefusal(error)

/** Nobody's "no", in a line for the log; null for what Stripe has nothing to do with. */
export const stripeFailure = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeError && !isRefusal(error)
    ? `${error.type}: ${error.message}`
    : null

const refusals: readonly string[] = ['StripeInvalidRequestError', 'StripeCardError']
const inTheWay = 409

/** Two calls that were in each other's way are no refusal of either. */
const isRefusal = ({ type, statusCode }: Stripe.errors.StripeError): boolean =>
  refusals.includes(type) && statusCode !== inTheWay

interface Sent {
  readonly body: Buffer
  readonly signature: string
}

/** How far a call may be from now, before or after: who kept one for later can't play it again. */
const toleranceSeconds = 300

/** What Stripe called about; null for what isn't from Stripe, or isn't from now. */
export function readStripeCall(
  { config: { stripe }, clock }: { readonly config: Config; readonly clock: Clock },
  { body, signature }: Sent,
): Stripe.Event | null {
  if (stripe.webhookSecret === null) return null
  const { webhookSecret: secret } = stripe
  const now = clock.now().getTime()
  // The library minds only what is too old.
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
