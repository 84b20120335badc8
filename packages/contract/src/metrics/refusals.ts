import type { RefusalEntry } from '../refusal-entry.ts'

export const metricRefusals = {
  reporting_currency_missing: {
    status: 409,
    message: 'The organization has no reporting currency. Set one in its billing settings first.',
    error: 'ReportingCurrencyMissing',
  },
  exchange_rate_of_reporting_currency: {
    status: 422,
    message: 'This is the reporting currency itself, which needs no rate',
    error: 'RequestValidationError',
  },
  exchange_rate_line_invalid: {
    status: 422,
    message: 'Line {line}, {field}: {fault}',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
