import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const customFieldRefusals = {
  custom_field_slug_taken: unprocessable('A custom field with this slug already exists'),
  custom_field_type_fixed: unprocessable(
    'The type of this custom field is {type} and cannot change. Create another custom field instead.',
  ),
} as const satisfies Record<string, RefusalEntry>
