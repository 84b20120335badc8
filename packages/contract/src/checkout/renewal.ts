import * as z from 'zod/mini'
import { endpoint, type RateLimitRule } from '../endpoint.ts'
import { CheckoutPublic } from './checkout-shapes.ts'

const renewalLimit = [
  { requestsMax: 20, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

export const renewCheckout = endpoint({
  wire: 'billing',
  for: 'clientSecret',
  tag: 'Checkouts',
  name: 'renewCheckout',
  method: 'POST',
  path: '/v1/checkouts/client/:clientSecret/renew',
  summary: 'Begin a checkout again that has expired',
  description:
    'Makes another checkout, with the products that are still for sale, the discount where it can ' +
    'still be used, the metadata and the pages of the old one. What the buyer or the seller said of ' +
    'the buyer isn’t taken over: whoever finds an old address learns nothing by it.',
  rateLimit: renewalLimit,
  params: z.object({ clientSecret: z.string() }),
  returns: CheckoutPublic,
  status: 201,
  refuses: ['not_found', 'checkout_not_over', 'checkout_nothing_for_sale'],
})
