import type { RefusalCode } from '@guildhall/contract/refusals'
import { mayRequest, permissions } from '../../../kernel/permissions.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { rolesIn } from './roles.ts'

/** What the roles of this server's users may do; what they may in an organization is its own matter. */
const adminPermissions = permissions({
  resources: {
    user: [
      'create',
      'list',
      'set-role',
      'ban',
      'impersonate',
      'delete',
      'set-password',
      'get',
      'update',
    ],
    session: ['list', 'revoke', 'delete'],
  },
  roles: {
    user: {},
    admin: 'everything',
  },
})

/** Which refusal says that a permission is missing. */
const refusals = {
  'user:create': 'you_are_not_allowed_to_create_users',
  'user:list': 'you_are_not_allowed_to_list_users',
  'user:set-role': 'you_are_not_allowed_to_change_users_role',
  'user:ban': 'you_are_not_allowed_to_ban_users',
  'user:impersonate': 'you_are_not_allowed_to_impersonate_users',
  'user:delete': 'you_are_not_allowed_to_delete_users',
  'user:set-password': 'you_are_not_allowed_to_set_users_password',
  'user:get': 'you_are_not_allowed_to_get_user',
  'user:update': 'you_are_not_allowed_to_update_users',
  'session:list': 'you_are_not_allowed_to_list_users_sessions',
  'session:revoke': 'you_are_not_allowed_to_revoke_users_sessions',
  'session:delete': 'you_are_not_allowed_to_revoke_users_sessions',
} as const satisfies Readonly<Record<string, RefusalCode>>

export type AdminPermission = keyof typeof refusals

export const isAdminPermission = (text: string): text is AdminPermission =>
  Object.hasOwn(refusals, text)

/** Why somebody with these roles may not do this, or null. */
export function decideMay(role: string, permission: AdminPermission): Refusal | null {
  const [resource = '', action = ''] = permission.split(':')
  return mayAll(role, { [resource]: [action] }) ? null : refuse(refusals[permission])
}

/** Whether one of the roles grants all that is asked for; the names may be anybody's invention. */
export const mayAll = (role: string, asked: Readonly<Record<string, readonly string[]>>): boolean =>
  mayRequest(adminPermissions, rolesIn(role), asked)

/** Who may appoint and dismiss others is an operator: one of them always stays. */
export const isOperator = (role: string): boolean => mayAll(role, { user: ['set-role'] })
