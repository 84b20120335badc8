import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
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

export const getSession = endpoint({
  ...ofSessions,
  name: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Who is signed in',
  description:
    'Null for nobody. A session that is used a day after it was last prolonged is prolonged. At ' +
    'most 100 calls per session in 10 seconds.',
  for: 'anyone',
  query: z.object({
    /** Asks the database even where a cache cookie would do. */
    disableCookieCache: flag,
    /** Leaves the session's end where it is. */
    disableRefresh: flag,
  }),
  returns: z.nullable(z.object({ session: Session, user: User })),
  refuses: ['too_many_requests', 'failed_to_get_session'],
  failsAs: 'failed_to_get_session',
})

export const signOut = endpoint({
  ...ofSessions,
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description:
    'Ends the session and clears its cookies. Whoever is signed out already is so still.',
  for: 'anyone',
  returns: z.object({ success: z.boolean() }),
  refuses: [],
})

export const listSessions = endpoint({
  ...ofSessions,
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'Where one is signed in',
  for: 'session',
  returns: z.array(Session),
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const revokeSession = endpoint({
  ...ofSessions,
  name: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'End one session of one’s own',
  for: 'session',
  body: z.object({
    /** The session's token, or its id. */
    token: z.string(),
  }),
  returns: Done,
  refuses: ['unauthorized', 'session_not_found'],
  rateLimit: callerLimit,
})

export const revokeSessions = endpoint({
  ...ofSessions,
  name: 'revokeSessions',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  summary: 'End all sessions of one’s own, this one too',
  for: 'session',
  returns: Done,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const revokeOtherSessions = endpoint({
  ...ofSessions,
  name: 'revokeOtherSessions',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End all sessions of one’s own but this one',
  for: 'session',
  returns: Done,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const reauthenticate = endpoint({
  ...ofSessions,
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  summary: 'Show your password again, for what needs a fresh session',
  description:
    'This session begins anew, with another token, and goes on where it was. Whoever has no password ' +
    'signs in again instead. An operator who acts as somebody else is refused.',
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
