import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const clockRefusals = {
  clock_of_sandbox_only: {
    status: 403,
    message: 'This organization takes real money, so its clock can’t be advanced',
    error: 'NotPermitted',
  },
  clock_backwards: unprocessable('The clock stands at {now} already. Time goes forward only.'),
  clock_too_far: unprocessable('Advance by at most {days} days at a time'),
  clock_is_advancing: {
    status: 409,
    message: 'The clock is being advanced at this moment. Wait until it stands still.',
    error: 'ClockIsAdvancing',
  },
} as const satisfies Record<string, RefusalEntry>
