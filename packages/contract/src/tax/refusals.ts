import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const taxRefusals = {
  tax_registration_exists: unprocessable('A registration for this place already exists'),
  tax_scheme_taken: unprocessable('Another registration already covers the whole European Union'),
  tax_scheme_outside_union: unprocessable(
    'Only a registration in the European Union can cover the whole Union',
  ),
} as const satisfies Record<string, RefusalEntry>
