import { createHash } from 'node:crypto'
import { readState } from '@guildhall/contract/tax/places'
import { Stripe } from 'stripe'
import { Problem } from '../../../../kernel/refusal.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { openStripe, stripeFailure } from '../../../../platform/stripe/open-stripe.ts'
import type { TaxRequest, TaxResult } from '../../rules/tax-calculation.ts'
import { calculationResult } from './calculation-result.ts'

const retryAfterSeconds = 5

/** One client per server. */
const clients = new WeakMap<Config, Stripe | null>()

/** Null where the operator has not configured Stripe. */
export function stripeOf(config: Config): Stripe | null {
  const known = clients.get(config)
  if (known !== undefined) return known
  const stripe = openStripe(config)
  clients.set(config, stripe)
  return stripe
}

/** Null where Stripe Tax is not enabled. */
export const stripeTax = (config: Config): Stripe | null =>
  config.stripe.tax ? stripeOf(config) : null

type KnownAddress = NonNullable<TaxRequest['address']>

/**
 * A failing connection is refused as temporary; what Stripe refuses is an error for the operator.
 */
export async function calculateWithStripe(
  stripe: Stripe,
  request: TaxRequest,
  address: KnownAddress,
): Promise<TaxResult> {
  const params = calculationParams(request, address)
  const idempotencyKey = hashOf(request.organizationId, params)
  try {
    return calculationResult(await stripe.tax.calculations.create(params, { idempotencyKey }))
  } catch (error) {
    if (isAddressIncomplete(error)) return { incomplete: true }
    if (stripeFailure(error) === null) throw error
    throw new Problem('unavailable', { retryAfterSeconds })
  }
}

/** In the United States, for example, Stripe needs a postal code. */
const isAddressIncomplete = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'customer_tax_location_invalid'

/** Stripe's code for electronically supplied services, the broadest one that fits. */
const taxCode = 'txcd_10000000'

/** The whole sale is one line item, and the tax is added to its amount. */
const calculationParams = (
  { currency, netAmount, reference, taxId, isBusiness }: TaxRequest,
  address: KnownAddress,
): Stripe.Tax.CalculationCreateParams => ({
  currency,
  line_items: [{ amount: netAmount, reference, tax_behavior: 'exclusive', tax_code: taxCode }],
  customer_details: {
    address: {
      country: address.country,
      line1: address.line1 ?? '',
      line2: address.line2 ?? '',
      postal_code: address.postalCode ?? '',
      city: address.city ?? '',
      state: stateOf(address),
    },
    address_source: 'billing',
    ...(isBusiness && taxId !== null && { tax_ids: [{ type: taxId[1], value: taxId[0] }] }),
  },
})

const stateOf = ({ country, state }: KnownAddress): string =>
  state === null ? '' : (readState(country, state) ?? state)

/** Equal requests have equal keys, so that they are one calculation. */
const hashOf = (organizationId: string, params: object): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, params]))
    .digest('hex')
