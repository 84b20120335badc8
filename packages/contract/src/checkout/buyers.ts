import * as z from 'zod/mini'
import { endpoint, type RateLimitRule } from '../endpoint.ts'
import { CheckoutPublic, CheckoutPublicConfirmed } from './checkout-shapes.ts'
import { choiceRefusals, contentRefusals } from './checkouts.ts'
import { buyerChanges, buyersCheckoutInput, confirmation } from './inputs.ts'

/** A page that is typed into asks often; whoever tries out secrets asks more often. */
const pageLimit = [
  { requestsMax: 300, windowSeconds: 60, by: 'address', bucket: 'checkoutPages' },
] as const satisfies readonly RateLimitRule[]

/** Whoever tries out stolen cards needs many tries. */
const confirmLimit = [
  { requestsMax: 10, windowSeconds: 60, by: 'address' },
  { requestsMax: 60, windowSeconds: 3600, by: 'address' },
] as const satisfies readonly RateLimitRule[]

const beginLimit = [
  { requestsMax: 20, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** The secret in the path is all that a buyer’s browser shows; other credentials are not read. */
const forBuyers = {
  wire: 'billing',
  for: 'clientSecret',
  tag: 'Checkouts',
  params: z.object({ clientSecret: z.string() }),
  rateLimit: pageLimit,
} as const

export const beginCheckout = endpoint({
  wire: 'billing',
  for: 'anyone',
  tag: 'Checkouts',
  name: 'beginCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/',
  summary: 'Begin a checkout as a buyer',
  description: 'Needs no credentials: whoever knows a product can buy it.',
  rateLimit: beginLimit,
  body: buyersCheckoutInput,
  returns: CheckoutPublic,
  status: 201,
  refuses: ['checkout_product_unknown', 'checkout_product_archived', 'already_active_subscription'],
})

export const getBuyersCheckout = endpoint({
  ...forBuyers,
  name: 'getBuyersCheckout',
  method: 'GET',
  path: '/v1/checkouts/client/:clientSecret',
  summary: 'Get a checkout as its buyer',
  returns: CheckoutPublic,
  status: 200,
  refuses: ['not_found', 'checkout_expired'],
})

export const updateBuyersCheckout = endpoint({
  ...forBuyers,
  name: 'updateBuyersCheckout',
  method: 'PATCH',
  path: '/v1/checkouts/client/:clientSecret',
  summary: 'Change a checkout as its buyer',
  body: buyerChanges,
  returns: CheckoutPublic,
  status: 200,
  refuses: [
    'not_found',
    'checkout_not_open',
    'checkout_expired',
    'checkout_discount_unknown',
    'checkout_discount_codes_off',
    'already_active_subscription',
    ...choiceRefusals,
    ...contentRefusals,
  ],
})

export const confirmBuyersCheckout = endpoint({
  ...forBuyers,
  name: 'confirmBuyersCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/:clientSecret/confirm',
  summary: 'Pay a checkout',
  description:
    'Answers “confirmed”; what was bought follows, and the stream tells it. Where the buyer must ' +
    'authenticate first, `payment_processor_metadata` holds `intent_client_secret`.',
  rateLimit: confirmLimit,
  body: confirmation,
  returns: CheckoutPublicConfirmed,
  status: 200,
  refuses: [
    'not_found',
    'payment_failed',
    'checkout_not_open',
    'checkout_expired',
    'checkout_discount_unknown',
    'checkout_discount_codes_off',
    'checkout_discount_taken',
    'checkout_field_missing',
    'checkout_token_invalid',
    'checkout_metered_unavailable',
    'already_active_subscription',
    'subscription_under_way',
    ...choiceRefusals,
    ...contentRefusals,
  ],
})

export const streamBuyersCheckout = endpoint({
  ...forBuyers,
  name: 'streamBuyersCheckout',
  method: 'GET',
  path: '/v1/checkouts/client/:clientSecret/stream',
  summary: 'Hear what becomes of a checkout',
  description:
    'Server-sent events, each a line of JSON `{"key": …, "payload": {…}}`: `checkout.updated` with the ' +
    'status, now and whenever it changes, `checkout.subscription_created` and ' +
    '`checkout.order_created` with the ids of what came of it. Once it is paid, ' +
    '`checkout.webhook_event_delivered` as soon as the seller’s endpoints have taken it, or at once ' +
    'where none asks for it. Ends with the checkout, and after a minute for its endpoints.',
  returns: null,
  status: 200,
  refuses: ['not_found', 'checkout_stream_full'],
})
