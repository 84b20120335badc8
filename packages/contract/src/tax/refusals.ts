import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const taxRefusals = {
  tax_registration_exists: unprocessable('A registration for this place already exists'),
  tax_scheme_taken: unprocessable(
    'Another registration stands for the whole European Union already',
  ),
  tax_scheme_elsewhere: unprocessable(
    'Only a country of the European Union stands for the whole Union',
  ),
} as const satisfies Record<string, RefusalEntry>
