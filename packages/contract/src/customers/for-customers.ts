import type { RateLimitRule } from '../operation.ts'

/** Shared by all sessions of a customer. */
const customerLimit = [
  { requestsMax: 300, windowSeconds: 10, by: 'caller', bucket: 'customer' },
] as const satisfies readonly RateLimitRule[]

/** Common to all operations of customers, who authenticate with a customer session. */
export const forCustomers = { wire: 'billing', for: 'customer', rateLimit: customerLimit } as const

/** For operations that sessions of a single purchase may call, too. They read, or end the session. */
export const forCustomersAndBuyers = { ...forCustomers, for: 'customerOrBuyer' } as const

/** The refusals of unauthenticated callers. */
export const callerRefusals = ['unauthorized', 'invalid_customer_session'] as const

/** These, and that of a buyer who only typed the email address. */
export const sessionRefusals = [...callerRefusals, 'customer_email_unproved'] as const
