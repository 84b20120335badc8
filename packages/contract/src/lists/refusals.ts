import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const listRefusals = {
  saved_view_name_taken: unprocessable('You already have a view of this list with this name'),
  saved_views_too_many: unprocessable(
    'A person has at most {viewsMax} views of a list. Delete one that is no longer needed.',
  ),
} as const satisfies Record<string, RefusalEntry>
