import type { RefusalEntry } from '../refusal-entry.ts'

export const linkRefusals = {
  link_discount_for_others: {
    status: 422,
    message: 'This discount applies to none of these products',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
