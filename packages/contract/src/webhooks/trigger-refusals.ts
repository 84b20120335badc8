import type { RefusalEntry } from '../refusal-entry.ts'

export const triggerRefusals = {
  trigger_of_sandbox_only: {
    status: 403,
    message: 'This organization takes real money, so nothing is made up here',
    error: 'NotPermitted',
  },
  trigger_unavailable: {
    status: 422,
    message: '{event} can’t be triggered: nobody is granted benefits on this server',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
