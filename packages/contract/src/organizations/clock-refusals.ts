import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const clockRefusals = {
  clock_of_sandbox_only: {
    status: 403,
    message: 'This organization accepts real payments, so its clock can’t be advanced',
    error: 'NotPermitted',
  },
  clock_backwards: unprocessable('The clock is already at {now} and can’t go back'),
  clock_too_far: unprocessable('Advance by at most {days} days at a time'),
  clock_is_advancing: {
    status: 409,
    message: 'The clock is being advanced. Wait until it is done.',
    error: 'ClockIsAdvancing',
  },
} as const satisfies Record<string, RefusalEntry>
