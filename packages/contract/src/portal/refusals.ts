import type { RefusalEntry } from '../refusal-entry.ts'

export const portalRefusals = {
  portal_plan_change_off: {
    status: 403,
    message: 'This seller changes plans itself. Ask it to change yours.',
    error: 'NotPermitted',
  },
  /** The same for a wrong code, a late one, and an address that no customer has. */
  portal_code_invalid: {
    status: 401,
    message: 'This code is not valid: it is mistyped, or too old. Ask for a new one.',
    error: 'Unauthorized',
  },
} as const satisfies Record<string, RefusalEntry>
