import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'
import { forOperators } from './for-operators.ts'
import { givenId } from './given-id.ts'
import { instantCursor } from './instant-cursor.ts'
import { callerLimit } from './limits.ts'

interface ActivityTitles {
  /** The title that users read. */
  readonly done: string
  /** For actions whose failures are recorded. */
  readonly failed?: string
}

/** All recorded account activity, shown to the user and to operators. */
export const activityTitles = {
  'sign-up': { done: 'Account created' },
  'sign-in': { done: 'Signed in', failed: 'Failed sign-in attempt' },
  'sign-out': { done: 'Signed out' },
  'session.revoke': { done: 'Session ended' },
  'sessions.revoke': { done: 'All sessions ended' },
  'sessions.revoke-others': { done: 'All other sessions ended' },
  'profile.update': { done: 'Profile changed' },
  'username.change': { done: 'Username changed' },
  'password.change': { done: 'Password changed', failed: 'Failed attempt to change the password' },
  'password.set': { done: 'Password set' },
  'password.reset-request': { done: 'Password reset link requested' },
  'password.reset': { done: 'Password reset with a mailed link' },
  'email.verification-request': { done: 'Email verification link requested' },
  'email.verify': {
    done: 'Email address verified',
    failed: 'Failed attempt to verify the email address',
  },
  'email.change-request': { done: 'Email address change requested' },
  'email.change-cancel': { done: 'Email address change canceled' },
  'email.change': { done: 'Email address changed' },
  'account.link': { done: 'Account linked' },
  'account.unlink': { done: 'Account unlinked' },
  'operator.appoint': { done: 'Became an operator of this server' },
  'deletion.request': { done: 'Account deletion link requested' },
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
  'admin.stop-impersonating': { done: 'The operator stopped acting as this user' },
  'admin.set-organization-limit': { done: 'Organization limit set by an operator' },
  'admin.retry-job': { done: 'Job retried' },
  'admin.retry-dead-jobs': { done: 'Dead jobs retried' },
  'admin.retry-mail': { done: 'Mail retried' },
  'admin.remove-user': { done: 'Account deleted by an operator' },
} as const satisfies Readonly<Record<string, ActivityTitles>>

export type ActivityAction = keyof typeof activityTitles

const titles: Readonly<Record<string, ActivityTitles>> = activityTitles

/** The title of an action. Actions unknown to this version are shown by name. */
export function activityTitle(action: string, succeeded: boolean): string {
  const known = Object.hasOwn(titles, action) ? titles[action] : undefined
  if (known === undefined) return action
  return succeeded ? known.done : (known.failed ?? `Failed: ${known.done}`)
}

/**
 * The details of an entry: a closed list, because entries outlive the user and so must not contain
 * names, addresses or other input.
 */
export const ActivityDetails = z.object({
  /** How the user signed in: `password`, `username`, `social`, `email-link`. */
  method: z.exactOptional(z.string()),
  /** The provider of the account: `github`, `credential`. */
  providerId: z.exactOptional(z.string()),
  sessionId: z.exactOptional(id('session')),
  /** The code of the refusal, for a failure. */
  reason: z.exactOptional(z.string()),
  /** The changed fields of the user. */
  fields: z.exactOptional(z.array(z.string())),
  role: z.exactOptional(z.string()),
  roleBefore: z.exactOptional(z.string()),
  /** When the ban ends; null if never. */
  bannedUntil: z.exactOptional(z.nullable(z.iso.datetime())),
  /** The number of sessions that ended. */
  sessionsEnded: z.exactOptional(z.int()),
  /** The user's organization limit; null for the default. */
  organizationsMax: z.exactOptional(z.nullable(z.int())),
  /** The task whose jobs were retried, and how many. */
  task: z.exactOptional(z.string()),
  jobCount: z.exactOptional(z.int()),
  jobId: z.exactOptional(z.string()),
  mailId: z.exactOptional(id('mail')),
})
export type ActivityDetails = z.output<typeof ActivityDetails>

export const ActivityEntry = z.object({
  id: id('auditEntry'),
  at: instant,
  action: z.string(),
  /** The title of the action. */
  title: z.string(),
  succeeded: z.boolean(),
  /** The operator who did it; null if it was the user. */
  operatorId: z.nullable(id('user')),
  /** The IP address of the request; empty if unknown, and for operators. */
  ipAddress: z.string(),
  userAgent: z.string(),
  details: ActivityDetails,
})
export type ActivityEntry = z.output<typeof ActivityEntry>

export const activityPageDefault = 50
const activityPageMax = 200

const activityPage = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(activityPageMax))),
  /** The `nextCursor` of the previous page. */
  cursor: z.optional(instantCursor),
}

const ActivityPage = z.object({
  /** Newest first. */
  activity: z.array(ActivityEntry),
  /** For the next, older page; null on the last page. */
  nextCursor: z.nullable(z.string()),
})

export const listActivity = operation({
  name: 'listActivity',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/list-activity',
  summary: 'List the activity of your account',
  description:
    'Includes sign-ins, failed attempts, changes of credentials and actions of operators. ' +
    'Entries are kept for 400 days.',
  tag: 'Sessions',
  for: 'session',
  query: z.object(activityPage),
  returns: ActivityPage,
  status: 200,
  refuses: ['unauthorized'],
  rateLimit: callerLimit,
})

export const listUserActivity = operation({
  ...forOperators,
  name: 'listUserActivity',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/list-user-activity',
  summary: 'List the activity of a user',
  description: 'Includes deleted users, whose entries hold no name and no address.',
  may: 'user:get',
  query: z.object({ userId: givenId(id('user')), ...activityPage }),
  returns: ActivityPage,
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user'],
})
