import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../primitives.ts'
import { callerLimit } from './limits.ts'

interface ActivityWords {
  /** As the person concerned reads it. */
  readonly done: string
  /** Where it can fail in a way that is worth a record. */
  readonly failed?: string
}

/** Everything that is recorded of an account, for whoever it concerns and for operators. */
export const activityWords = {
  'sign-up': { done: 'Account created' },
  'sign-in': { done: 'Signed in', failed: 'Failed attempt to sign in' },
  'sign-out': { done: 'Signed out' },
  'session.revoke': { done: 'Session ended' },
  'sessions.revoke': { done: 'All sessions ended' },
  'sessions.revoke-others': { done: 'All other sessions ended' },
  'profile.update': { done: 'Profile changed' },
  'username.change': { done: 'Username changed' },
  'password.change': { done: 'Password changed', failed: 'Failed attempt to change the password' },
  'password.set': { done: 'Password set' },
  'password.reset-request': { done: 'Link to reset the password requested' },
  'password.reset': { done: 'Password reset by a mailed link' },
  'email.verification-request': { done: 'Link to verify the e-mail address requested' },
  'email.verify': { done: 'E-mail address verified' },
  'email.change-request': { done: 'Change of the e-mail address requested' },
  'email.change-cancel': { done: 'Change of the e-mail address called off' },
  'email.change': { done: 'E-mail address changed' },
  'account.link': { done: 'Way to sign in linked' },
  'account.unlink': { done: 'Way to sign in unlinked' },
  'operator.appoint': { done: 'Became an operator of this server' },
  'deletion.request': { done: 'Link to delete the account requested' },
  'user.delete': { done: 'Account deleted', failed: 'Failed attempt to delete the account' },
  'admin.create-user': { done: 'Account created by an operator' },
  'admin.update-user': { done: 'Profile changed by an operator' },
  'admin.set-role': { done: 'Role changed by an operator' },
  'admin.ban-user': { done: 'Banned by an operator' },
  'admin.unban-user': { done: 'Ban lifted by an operator' },
  'admin.set-password': { done: 'Password set by an operator' },
  'admin.revoke-session': { done: 'Session ended by an operator' },
  'admin.revoke-sessions': { done: 'All sessions ended by an operator' },
  'admin.impersonate': { done: 'An operator signed in as this user' },
  'admin.stop-impersonating': { done: 'The operator signed out again' },
  'admin.set-organization-limit': { done: 'Limit of organizations set by an operator' },
  'admin.remove-user': { done: 'Account deleted by an operator' },
} as const satisfies Readonly<Record<string, ActivityWords>>

export type ActivityAction = keyof typeof activityWords

const words: Readonly<Record<string, ActivityWords>> = activityWords

/** What happened, in words. An action that this version no longer knows says its name. */
export function activityTitle(action: string, succeeded: boolean): string {
  const known = Object.hasOwn(words, action) ? words[action] : undefined
  if (known === undefined) return action
  return succeeded ? known.done : (known.failed ?? `Failed: ${known.done}`)
}

/**
 * The particulars of a record: a closed list, because records outlive the user and so hold no
 * name, no address and nothing that somebody typed.
 */
export const ActivityDetails = z.object({
  /** How somebody signed in: `password`, `username`, `social`, `email-link`. */
  method: z.exactOptional(z.string()),
  /** Of which provider an account is: `github`, `credential`. */
  providerId: z.exactOptional(z.string()),
  sessionId: z.exactOptional(id('session')),
  /** The code of the refusal, of what failed. */
  reason: z.exactOptional(z.string()),
  /** Which fields of the user were changed. */
  fields: z.exactOptional(z.array(z.string())),
  role: z.exactOptional(z.string()),
  roleBefore: z.exactOptional(z.string()),
  /** When a ban ends; null for one without an end. */
  bannedUntil: z.exactOptional(z.nullable(z.iso.datetime())),
  /** How many sessions ended with it. */
  sessionsEnded: z.exactOptional(z.int()),
  /** How many organizations the user may be in; null for as many as everybody. */
  organizationsMax: z.exactOptional(z.nullable(z.int())),
})
export type ActivityDetails = z.output<typeof ActivityDetails>

export const ActivityEntry = z.object({
  id: id('auditEntry'),
  at: instant,
  action: z.string(),
  /** The action in words. */
  title: z.string(),
  succeeded: z.boolean(),
  /** The operator who did it; null where none did. */
  operatorId: z.nullable(id('user')),
  /** Where it was done from. Empty where that isn't known, and of operators. */
  ipAddress: z.string(),
  userAgent: z.string(),
  details: ActivityDetails,
})
export type ActivityEntry = z.output<typeof ActivityEntry>

export const activityPageDefault = 50
const activityPageMax = 200

const activityPage = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(activityPageMax))),
  /** The `nextCursor` of the page before. */
  cursor: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          'Is not the cursor of a page',
        ),
      ),
  ),
}

const ActivityPage = z.object({
  /** The newest first. */
  activity: z.array(ActivityEntry),
  /** Leads to what is older; null on the last page. */
  nextCursor: z.nullable(z.string()),
})

export const listActivity = endpoint({
  name: 'listActivity',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/list-activity',
  summary: 'List what happened to your account',
  description:
    'Sign-ins, failed attempts, changes of credentials and what operators did, kept for 400 days.',
  tag: 'Sessions',
  for: 'session',
  query: z.object(activityPage),
  returns: ActivityPage,
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const listUserActivity = endpoint({
  name: 'listUserActivity',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/admin/list-user-activity',
  summary: "List what happened to a user's account",
  description: 'Also of users who are deleted: their records hold no name and no address.',
  tag: 'Admin',
  for: 'operator',
  may: 'user:get',
  query: z.object({ userId: id('user'), ...activityPage }),
  returns: ActivityPage,
  status: 200,
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user'],
  rateLimit: callerLimit,
})
