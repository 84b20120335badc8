import type { RefusalEntry } from '../refusal-entry.ts'

export const meterRefusals = {
  meter_billed: {
    status: 422,
    message:
      'Customers were billed by what this meter counts, so it can’t count something else. Create another meter.',
    error: 'RequestValidationError',
  },
} as const satisfies Readonly<Record<string, RefusalEntry>>
