import type { RateLimitRule } from '../operation.ts'

/** Shared by all sessions of a customer. */
const customerLimit = [
  { requestsMax: 300, windowSeconds: 10, by: 'caller', bucket: 'customer' },
] as const satisfies readonly RateLimitRule[]

/** Common to all operations of customers, who authenticate with a customer session. */
export const forCustomers = { wire: 'billing', for: 'customer', rateLimit: customerLimit } as const

/** The refusals of unauthenticated callers. */
export const sessionRefusals = ['unauthorized', 'invalid_customer_session'] as const
