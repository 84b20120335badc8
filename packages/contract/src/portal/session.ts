import * as z from 'zod/mini'
import { callerRefusals, forCustomersAndBuyers } from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'

export const introspectPortalSession = operation({
  ...forCustomersAndBuyers,
  tag: 'Customer portal',
  name: 'introspectPortalSession',
  method: 'GET',
  path: '/v1/customer-portal/customer-session/introspect',
  summary: 'Get what a customer session shows',
  returns: z.object({
    expiresAt: instant,
    /** The only purchase that the session shows; null if it shows everything of the customer. */
    checkoutId: z.nullable(id('checkout')),
    /** The customer’s, or as it is typed at the checkout, which a declined card opens again. */
    email: z.nullable(z.string()),
    /** The time of the seller’s clock while that is frozen, which only a sandbox’s can be. */
    frozenAt: z.nullable(instant),
  }),
  status: 200,
  refuses: callerRefusals,
})

export const endPortalSession = operation({
  ...forCustomersAndBuyers,
  tag: 'Customer portal',
  name: 'endPortalSession',
  method: 'DELETE',
  path: '/v1/customer-portal/customer-session',
  summary: 'End the customer session of this call',
  returns: null,
  status: 204,
  refuses: callerRefusals,
})
