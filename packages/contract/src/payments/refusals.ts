import type { RefusalEntry } from '../refusal-entry.ts'

export const paymentRefusals = {
  sandbox_authentication_over: {
    status: 409,
    message: 'This payment doesn’t wait for an answer any more',
    error: 'AuthenticationOver',
  },
} as const satisfies Record<string, RefusalEntry>
