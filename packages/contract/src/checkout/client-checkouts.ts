import * as z from 'zod/mini'
import { operation, type RateLimitRule } from '../operation.ts'
import { CheckoutPublic, CheckoutPublicConfirmed } from './checkout-shapes.ts'
import { choiceRefusals, contentRefusals } from './checkouts.ts'
import { buyerChanges, clientCheckoutInput, confirmation } from './inputs.ts'

/** Generous for a page that updates while the buyer types, too low for guessing secrets. */
const pageLimit = [
  { requestsMax: 300, windowSeconds: 60, by: 'address', bucket: 'checkoutPages' },
] as const satisfies readonly RateLimitRule[]

/** Limits card testing. */
const confirmLimit = [
  { requestsMax: 10, windowSeconds: 60, by: 'address' },
  { requestsMax: 60, windowSeconds: 3600, by: 'address' },
] as const satisfies readonly RateLimitRule[]

const createLimit = [
  { requestsMax: 20, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** The secret in the path identifies the buyer; other credentials are ignored. */
const forBuyers = {
  wire: 'billing',
  for: 'clientSecret',
  tag: 'Checkouts',
  params: z.object({ clientSecret: z.string() }),
  rateLimit: pageLimit,
} as const

export const createClientCheckout = operation({
  wire: 'billing',
  for: 'anyone',
  tag: 'Checkouts',
  name: 'createClientCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/',
  summary: 'Create a checkout as a buyer',
  description:
    'Requires no credentials: anyone who knows a public product can buy it. `embed_origin` is ignored ' +
    'unless `embed_origins` of the organization allows the site.',
  rateLimit: createLimit,
  body: clientCheckoutInput,
  returns: CheckoutPublic,
  status: 201,
  refuses: [
    'checkout_product_unknown',
    'checkout_product_archived',
    'checkout_product_not_public',
    'already_active_subscription',
  ],
})

export const getClientCheckout = operation({
  ...forBuyers,
  name: 'getClientCheckout',
  method: 'GET',
  path: '/v1/checkouts/client/:clientSecret',
  summary: 'Get a checkout as its buyer',
  returns: CheckoutPublic,
  status: 200,
  refuses: ['not_found', 'checkout_expired'],
})

export const updateClientCheckout = operation({
  ...forBuyers,
  name: 'updateClientCheckout',
  method: 'PATCH',
  path: '/v1/checkouts/client/:clientSecret',
  summary: 'Update a checkout as its buyer',
  description:
    'A network enters at most 60 discount codes of a seller in ten minutes, by this or a confirmation.',
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

export const confirmClientCheckout = operation({
  ...forBuyers,
  name: 'confirmClientCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/:clientSecret/confirm',
  summary: 'Confirm and pay a checkout',
  description:
    'Returns the status “confirmed”; the stream reports the purchase. If the buyer must ' +
    'authenticate first, `payment_processor_metadata` contains `intent_client_secret`. With ' +
    '`due_amount`, the amount that was shown, a buyer is refused instead of charged more.',
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
    'checkout_total_low',
    'checkout_due_changed',
    'checkout_prices_changed',
    'checkout_token_invalid',
    'already_active_subscription',
    'subscription_under_way',
    ...choiceRefusals,
    ...contentRefusals,
  ],
})

export const streamClientCheckout = operation({
  ...forBuyers,
  name: 'streamClientCheckout',
  method: 'GET',
  path: '/v1/checkouts/client/:clientSecret/stream',
  summary: 'Stream the progress of a checkout',
  description:
    'Server-sent events, each a line of JSON `{"key": …, "payload": {…}}`: `checkout.updated` with ' +
    'the status, now and whenever it changes, then `checkout.subscription_created` and ' +
    '`checkout.order_created` with the ids. After the payment, `checkout.webhook_event_delivered` ' +
    'follows when the seller’s endpoints have accepted the events, or immediately if none ' +
    'listens. The stream ends with the checkout, at the latest a minute after the payment. At most ' +
    '10 streams of a checkout and 20 of a client network are open at a server process.',
  returns: null,
  status: 200,
  refuses: ['not_found', 'checkout_stream_full'],
})

export const restartCheckout = operation({
  wire: 'billing',
  for: 'clientSecret',
  tag: 'Checkouts',
  name: 'restartCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/:clientSecret/renew',
  summary: 'Restart a checkout that has expired or failed',
  description:
    'Creates a new checkout with the products that are still for sale, and the metadata and URLs of ' +
    'the old one. The discount stays only if a checkout link offers it to everyone. Details of the ' +
    'buyer are not copied, so an old URL reveals nothing about them.',
  rateLimit: createLimit,
  params: z.object({ clientSecret: z.string() }),
  returns: CheckoutPublic,
  status: 201,
  refuses: ['not_found', 'checkout_not_over', 'checkout_nothing_for_sale'],
})
