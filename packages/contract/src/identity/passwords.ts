import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { givenId } from './given-id.ts'
import { callerGuessLimit } from './limits.ts'
import { newPasswordRefusals } from './password-refusals.ts'
import { Done, UserLite } from './shapes.ts'

const ofPasswords = {
  wire: 'account',
  tag: 'Passwords',
  method: 'POST',
  status: 200,
  bodyLimitBytes: 16_384,
} as const

export const changePassword = operation({
  ...ofPasswords,
  name: 'changePassword',
  path: '/api/auth/change-password',
  summary: 'Change your password',
  for: 'session',
  body: z.object({
    newPassword: z.string(),
    currentPassword: z.string(),
    /** Unless false, ends every session, including this one, and starts a new one. */
    revokeOtherSessions: z.optional(z.boolean()),
  }),
  returns: z.object({ token: z.nullable(z.string()), user: UserLite }),
  refuses: [
    'unauthorized',
    'not_while_impersonating',
    ...newPasswordRefusals,
    'credential_account_not_found',
    'invalid_password',
    'too_busy',
  ],
  rateLimit: callerGuessLimit,
})

export const verifyPassword = operation({
  ...ofPasswords,
  name: 'verifyPassword',
  path: '/api/auth/verify-password',
  summary: 'Check your password',
  description: 'Changes nothing. A session that must be fresh is reauthenticated instead.',
  for: 'session',
  body: z.object({ password: z.string() }),
  returns: Done,
  refuses: [
    'unauthorized',
    'not_while_impersonating',
    'credential_account_not_found',
    'invalid_password',
    'too_busy',
  ],
  rateLimit: callerGuessLimit,
})

export const setPassword = operation({
  ...ofPasswords,
  name: 'setPassword',
  path: '/api/auth/set-password',
  summary: 'Set a password for a user who has none',
  description: 'For the application’s own backend. Requires a server key.',
  for: 'serverKey',
  body: z.object({ userId: givenId(id('user')), newPassword: z.string() }),
  returns: Done,
  refuses: [
    'not_found',
    'unauthorized',
    'user_not_found',
    ...newPasswordRefusals,
    'user_already_has_a_password',
    'too_busy',
  ],
})
