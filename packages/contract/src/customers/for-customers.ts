import type { RateLimitRule } from '../endpoint.ts'

/** All calls of one customer together, whichever of their sessions they use. */
const customerLimit = [
  { requestsMax: 300, windowSeconds: 10, by: 'caller', bucket: 'customer' },
] as const satisfies readonly RateLimitRule[]

/** What every call of a customer has in common: they show their session. */
export const forCustomers = { wire: 'billing', for: 'customer', rateLimit: customerLimit } as const

/** How such a call refuses whoever may not make it. */
export const sessionRefusals = ['unauthorized', 'invalid_customer_session'] as const
