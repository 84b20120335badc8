import { callerLimit } from './limits.ts'

/** Common to all operations of the server's operators. */
export const forOperators = {
  wire: 'account',
  tag: 'Admin',
  for: 'operator',
  status: 200,
  rateLimit: callerLimit,
} as const
