import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { forOperators } from './for-operators.ts'
import { givenId, givenUserIfRead } from './given-id.ts'
import { image, personName, Session, User } from './shapes.ts'
import { LinkedAccount } from './social.ts'
import { userRoles } from './user-roles.ts'

export const userPageDefault = 100
const userPageMax = 1000
export const impersonationSeconds = 3600
export const banReasonDefault = 'No reason'
const banReasonLengthMax = 500
const banSecondsMax = 3_153_600_000

const userFields = [
  'id',
  'email',
  'emailVerified',
  'name',
  'image',
  'username',
  'displayUsername',
  'role',
  'banned',
  'banReason',
  'banExpires',
  'createdAt',
  'updatedAt',
] as const
export type UserField = (typeof userFields)[number]

/** `any` searches all three. */
const userSearchFields = ['email', 'name', 'username', 'any'] as const

const fieldOf = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.enum(fields, { error: ({ input }) => `There is no field ${JSON.stringify(input)} here` })

const UserListQuery = z.object({
  searchValue: z.optional(z.string().check(z.maxLength(320))),
  searchField: z.optional(fieldOf(userSearchFields)),
  searchOperator: z.optional(z.enum(['contains', 'starts_with', 'ends_with'])),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(userPageMax))),
  offset: z.optional(z.int().check(z.minimum(0))),
  sortBy: z.optional(fieldOf(userFields)),
  sortDirection: z.optional(z.enum(['asc', 'desc'])),
  filterField: z.optional(fieldOf(userFields)),
  filterValue: z.optional(z.string().check(z.maxLength(2048))),
  filterOperator: z.optional(z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains'])),
  /** Users must also match these. */
  role: z.optional(z.enum(userRoles)),
  banned: z.optional(z.boolean()),
  emailVerified: z.optional(z.boolean()),
})
export type UserListQuery = z.output<typeof UserListQuery>

export const listUsers = operation({
  ...forOperators,
  name: 'listUsers',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/list-users',
  summary: 'List users',
  description:
    'Search, filter and sort users. The default order is newest first. The total is exact up to ' +
    '100,000 and an estimate beyond.',
  may: 'user:list',
  query: UserListQuery,
  returns: z.object({
    users: z.array(User),
    total: z.int(),
    limit: z.optional(z.int()),
    offset: z.optional(z.int()),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_users'],
})

export const getUser = operation({
  ...forOperators,
  name: 'getUser',
  method: 'GET',
  path: '/api/auth/admin/get-user',
  summary: 'Get a user',
  may: 'user:get',
  query: z.object({ id: givenId(id('user')) }),
  returns: User,
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user', 'user_not_found'],
})

export const listUserAccounts = operation({
  ...forOperators,
  name: 'listUserAccounts',
  method: 'GET',
  path: '/api/auth/admin/list-user-accounts',
  summary: 'List the linked accounts of a user',
  may: 'user:get',
  query: z.object({ userId: givenId(id('user')) }),
  returns: z.object({ accounts: z.array(LinkedAccount) }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user', 'user_not_found'],
})

/** Other fields are refused by name instead of being ignored silently. */
const only = <S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S> =>
  z.catchall(z.object(shape), z.undefined({ error: 'This field cannot be set here' }))

const roleInput = z.union([z.string(), z.array(z.string())])

const returnsUser = z.object({ user: User })
const done = z.object({ success: z.literal(true) })
const ofUser = z.object({ userId: givenId(id('user')) })

export const createUser = operation({
  ...forOperators,
  name: 'createUser',
  method: 'POST',
  path: '/api/auth/admin/create-user',
  summary: 'Create a user',
  description: 'Without a password, the user chooses one by resetting it.',
  may: 'user:create',
  body: z.object({
    email: z.string(),
    password: z.optional(z.string()),
    name: personName,
    role: z.optional(roleInput),
    data: z.optional(
      only({
        image: z.optional(z.nullable(image)),
        username: z.optional(z.string()),
        displayUsername: z.optional(z.string()),
        emailVerified: z.optional(z.boolean()),
      }),
    ),
  }),
  returns: returnsUser,
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_create_users',
    'you_are_not_allowed_to_change_users_role',
    'role_does_not_exist',
    'invalid_email',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'password_too_guessable',
    'password_too_personal',
    'password_is_breached',
    'email_is_taken',
    'username_is_too_short',
    'username_is_too_long',
    'username_is_invalid',
    'username_is_taken',
    'too_busy',
  ],
})

export const updateUserByOperator = operation({
  ...forOperators,
  name: 'updateUserByOperator',
  method: 'POST',
  path: '/api/auth/admin/update-user',
  summary: 'Update the profile of a user',
  may: 'user:update',
  body: z.object({
    userId: givenId(id('user')),
    data: only({
      name: z.optional(personName),
      image: z.optional(z.nullable(image)),
      username: z.optional(z.nullable(z.string())),
      displayUsername: z.optional(z.string()),
      emailVerified: z.optional(z.boolean()),
    }),
  }),
  returns: User,
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_update_users',
    'no_data_to_update',
    'user_not_found',
    'username_is_too_short',
    'username_is_too_long',
    'username_is_invalid',
    'username_is_taken',
  ],
})

export const setRole = operation({
  ...forOperators,
  name: 'setRole',
  method: 'POST',
  path: '/api/auth/admin/set-role',
  summary: 'Set the role of a user',
  description: 'Send several roles as a list or joined by commas. One operator must remain.',
  may: 'user:set-role',
  body: z.object({ userId: givenId(id('user')), role: roleInput }),
  returns: returnsUser,
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_change_users_role',
    'role_does_not_exist',
    'user_not_found',
    'last_operator',
  ],
})

export const banUser = operation({
  ...forOperators,
  name: 'banUser',
  method: 'POST',
  path: '/api/auth/admin/ban-user',
  summary: 'Ban a user',
  description: 'Ends all sessions of the user. Without `banExpiresIn` the ban never expires.',
  may: 'user:ban',
  body: z.object({
    userId: givenId(id('user')),
    banReason: z.optional(z.string().check(z.maxLength(banReasonLengthMax))),
    /** In seconds. */
    banExpiresIn: z.optional(z.number().check(z.minimum(1), z.maximum(banSecondsMax))),
  }),
  returns: returnsUser,
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_ban_users',
    'you_cannot_ban_yourself',
    'user_not_found',
  ],
})

export const unbanUser = operation({
  ...forOperators,
  name: 'unbanUser',
  method: 'POST',
  path: '/api/auth/admin/unban-user',
  summary: 'Lift the ban of a user',
  may: 'user:ban',
  body: ofUser,
  returns: returnsUser,
  refuses: ['unauthorized', 'you_are_not_allowed_to_ban_users', 'user_not_found'],
})

export const listUserSessions = operation({
  ...forOperators,
  name: 'listUserSessions',
  method: 'POST',
  path: '/api/auth/admin/list-user-sessions',
  summary: 'List the sessions of a user',
  may: 'session:list',
  body: ofUser,
  returns: z.object({ sessions: z.array(Session) }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_users_sessions', 'user_not_found'],
})

export const revokeUserSession = operation({
  ...forOperators,
  name: 'revokeUserSession',
  method: 'POST',
  path: '/api/auth/admin/revoke-user-session',
  summary: 'Revoke a session of a user',
  description: 'Succeeds if the session has already ended.',
  may: 'session:revoke',
  body: z.object({ sessionToken: z.string() }),
  returns: done,
  refuses: ['unauthorized', 'you_are_not_allowed_to_revoke_users_sessions'],
})

export const revokeUserSessions = operation({
  ...forOperators,
  name: 'revokeUserSessions',
  method: 'POST',
  path: '/api/auth/admin/revoke-user-sessions',
  summary: 'Revoke all sessions of a user',
  may: 'session:revoke',
  body: ofUser,
  returns: done,
  refuses: ['unauthorized', 'you_are_not_allowed_to_revoke_users_sessions', 'user_not_found'],
})

export const impersonateUser = operation({
  ...forOperators,
  name: 'impersonateUser',
  method: 'POST',
  path: '/api/auth/admin/impersonate-user',
  summary: 'Impersonate a user for one hour',
  description:
    'Operators can’t be impersonated. The user sees the impersonation in their activity.',
  may: 'user:impersonate',
  body: ofUser,
  returns: z.object({ session: Session, user: User }),
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_impersonate_users',
    'you_cannot_impersonate_admins',
    'user_not_found',
    'banned_user',
  ],
})

export const stopImpersonating = operation({
  ...forOperators,
  name: 'stopImpersonating',
  for: 'session',
  method: 'POST',
  path: '/api/auth/admin/stop-impersonating',
  summary: 'Stop impersonating a user',
  returns: z.object({ session: Session, user: User }),
  refuses: ['unauthorized', 'you_are_not_impersonating_anyone', 'failed_to_find_admin_session'],
})

export const removeUser = operation({
  ...forOperators,
  name: 'removeUser',
  method: 'POST',
  path: '/api/auth/admin/remove-user',
  summary: 'Delete a user',
  description: 'Refused for the same reasons as when users delete their own account.',
  may: 'user:delete',
  body: ofUser,
  returns: done,
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_delete_users',
    'you_cannot_remove_yourself',
    'user_not_found',
    'sole_owner_of_an_organization',
    'organization_has_balance',
    'organization_has_subscriptions',
  ],
})

export const setUserPassword = operation({
  ...forOperators,
  name: 'setUserPassword',
  method: 'POST',
  path: '/api/auth/admin/set-user-password',
  summary: 'Set the password of a user',
  description:
    'Requires a fresh session of the operator. Ends all sessions of the user and notifies them.',
  may: 'user:set-password',
  body: z.object({ userId: givenId(id('user')), newPassword: z.string() }),
  returns: z.object({ status: z.literal(true) }),
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_set_users_password',
    'session_is_not_fresh',
    'user_not_found',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'password_too_guessable',
    'password_too_personal',
    'password_is_breached',
    'too_busy',
  ],
})

const permissionMap = z.record(z.string(), z.array(z.string()))

export const hasPermission = operation({
  ...forOperators,
  name: 'hasPermission',
  for: 'session',
  method: 'POST',
  path: '/api/auth/admin/has-permission',
  summary: 'Check permissions of an operator',
  description:
    'Operators can check another user or a role. For anyone else it checks their own permissions.',
  body: z
    .object({
      permissions: z.optional(permissionMap),
      permission: z.optional(permissionMap),
      userId: givenUserIfRead,
      role: z.optional(z.string()),
    })
    .check(
      z.refine(({ permissions, permission }) => (permissions ?? permission) !== undefined, {
        path: ['permissions'],
        error: 'Field required',
      }),
    )
    .register(z.globalRegistry, requiresAny(['permissions'], ['permission'])),
  returns: z.object({ error: z.null(), success: z.boolean() }),
  refuses: ['unauthorized', 'asked_user_not_found'],
})
