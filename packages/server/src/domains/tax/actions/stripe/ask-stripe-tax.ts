import { Stripe } from 'stripe'
import { Problem } from '../../../../kernel/refusal.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { openStripe, stripeFailure } from '../../../../platform/stripe/open-stripe.ts'
import type { TaxAnswer } from '../../rules/tax-answer.ts'
import type { TaxQuestion } from '../tax-question.ts'
import { calculationAsked, type KnownPlace, keyOf } from './calculation-asked.ts'
import { calculationRead } from './calculation-read.ts'

const awaySeconds = 5

/** One connection for all that a server asks and tells. */
const opened = new WeakMap<Config, Stripe | null>()

/** Null where the operator hasn't set it up. */
export function stripeOf(config: Config): Stripe | null {
  const known = opened.get(config)
  if (known !== undefined) return known
  const stripe = openStripe(config)
  opened.set(config, stripe)
  return stripe
}

/** Null where tax is calculated without Stripe. */
export const stripeTax = (config: Config): Stripe | null =>
  config.stripe.tax ? stripeOf(config) : null

/** Whoever can’t be asked may answer in a moment; what Stripe refuses is for the operator to see. */
export async function askStripeTax(
  stripe: Stripe,
  question: TaxQuestion,
  address: KnownPlace,
): Promise<TaxAnswer> {
  const asked = calculationAsked(question, address)
  const idempotencyKey = keyOf(question.organizationId, asked)
  try {
    return calculationRead(await stripe.tax.calculations.create(asked, { idempotencyKey }))
  } catch (error) {
    if (isPlaceUnclear(error)) return { incomplete: true }
    if (stripeFailure(error) === null) throw error
    throw new Problem('unavailable', { retryAfterSeconds: awaySeconds })
  }
}

/** The address is known, but not well enough: in the United States it takes a postal code. */
const isPlaceUnclear = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'customer_tax_location_invalid'
