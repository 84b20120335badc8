import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { callerGuessLimit, callerLimit } from './limits.ts'
import { Done, Session, User } from './shapes.ts'

const ofSessions = { wire: 'account', tag: 'Sessions', status: 200 } as const

/** Anything but `true` counts as false. */
const flag = z.optional(
  z.pipe(
    z.union([z.boolean(), z.string()]),
    z.transform((given) => given === true || given === 'true'),
  ),
)

export const getSession = operation({
  ...ofSessions,
  name: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Get the current session',
  description:
    'Null if nobody is signed in. Extends the session if it was last extended more than a day ago. ' +
    'Limited to 100 calls per session in 10 seconds.',
  for: 'anyone',
  query: z.object({
    /** Read the database even if a valid cache cookie is sent. */
    disableCookieCache: flag,
    /** Don't extend the session. */
    disableRefresh: flag,
  }),
  returns: z.nullable(z.object({ session: Session, user: User })),
  refuses: ['too_many_requests', 'failed_to_get_session'],
  failsAs: 'failed_to_get_session',
})

export const signOut = operation({
  ...ofSessions,
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookies. Succeeds if nobody is signed in.',
  for: 'anyone',
  returns: z.object({ success: z.boolean() }),
  refuses: [],
})

export const listSessions = operation({
  ...ofSessions,
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'List your sessions',
  for: 'session',
  returns: z.array(Session),
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const revokeSession = operation({
  ...ofSessions,
  name: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'Revoke one of your sessions',
  for: 'session',
  body: z.object({
    /** The session's token, or its id. */
    token: z.string(),
  }),
  returns: Done,
  refuses: ['unauthorized', 'session_not_found'],
  rateLimit: callerLimit,
})

export const revokeSessions = operation({
  ...ofSessions,
  name: 'revokeSessions',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  summary: 'Revoke all your sessions, including the current one',
  for: 'session',
  returns: Done,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const revokeOtherSessions = operation({
  ...ofSessions,
  name: 'revokeOtherSessions',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'Revoke all your sessions except the current one',
  for: 'session',
  returns: Done,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const reauthenticate = operation({
  ...ofSessions,
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  summary: 'Reauthenticate with your password',
  description:
    'Makes the session fresh, as some operations require. It gets a new token and keeps its ' +
    'active organization. Users without a password sign in again. Refused while impersonating.',
  for: 'session',
  body: z.object({ password: z.string() }),
  bodyLimitBytes: 16_384,
  returns: z.object({ token: z.string() }),
  refuses: [
    'unauthorized',
    'session_is_not_fresh',
    'credential_account_not_found',
    'invalid_password',
    'too_busy',
  ],
  rateLimit: callerGuessLimit,
})
