import type { RefusalEntry } from '../refusal-entry.ts'

export const usageRefusals = {
  usage_read_too_slow: {
    status: 422,
    message:
      'These are more events than can be measured within {seconds} seconds. Ask for a shorter time, for single customers, or filter by name.',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
