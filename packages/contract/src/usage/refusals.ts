import type { RefusalEntry } from '../refusal-entry.ts'

export const usageRefusals = {
  usage_read_too_slow: {
    status: 422,
    message:
      'These are more events than can be measured within {seconds} seconds. Ask for a shorter time, for single customers, or filter by name.',
    error: 'RequestValidationError',
  },
  credit_meter_unknown: {
    status: 422,
    message: 'The organization has no such meter',
    error: 'RequestValidationError',
  },
  credit_expiry_past: {
    status: 422,
    message: 'Credits can’t expire in the past',
    error: 'RequestValidationError',
  },
  credits_too_few: {
    status: 422,
    message: 'At most {units} can be taken. Credits that were bought are taken by a refund.',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
