import type { RefusalCode } from '@guildhall/contract/refusals'
import { mayRequest, permissions } from '../../../../kernel/permissions.ts'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import { rolesIn } from './roles.ts'

/** What each role of this server allows. Roles inside an organization are separate. */
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
    organization: ['list', 'get'],
    reconciliation: ['get'],
    job: ['list', 'retry'],
    health: ['get'],
    mail: ['list', 'retry'],
  },
  roles: {
    user: {},
    admin: 'everything',
  },
})

/** The refusal for each missing permission. */
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
  'organization:list': 'you_are_not_allowed_to_list_organizations',
  'organization:get': 'you_are_not_allowed_to_get_organization',
  'reconciliation:get': 'you_are_not_allowed_to_get_reconciliation',
  'job:list': 'you_are_not_allowed_to_list_jobs',
  'job:retry': 'you_are_not_allowed_to_retry_jobs',
  'health:get': 'you_are_not_allowed_to_get_health',
  'mail:list': 'you_are_not_allowed_to_list_mails',
  'mail:retry': 'you_are_not_allowed_to_retry_mails',
} as const satisfies Readonly<Record<string, RefusalCode>>

export type AdminPermission = keyof typeof refusals

export const isAdminPermission = (text: string): text is AdminPermission =>
  Object.hasOwn(refusals, text)

/** The refusal for these roles, or null if they hold the permission. */
export function decideAdminPermission(role: string, permission: AdminPermission): Refusal | null {
  const [resource = '', action = ''] = permission.split(':')
  return hasAdminPermissions(role, { [resource]: [action] }) ? null : refuse(refusals[permission])
}

/** True if one of the roles grants everything requested. Unknown names are never granted. */
export const hasAdminPermissions = (
  role: string,
  requested: Readonly<Record<string, readonly string[]>>,
): boolean => mayRequest(adminPermissions, rolesIn(role), requested)

/** An operator is a user who may change roles; the server always keeps at least one. */
export const isOperator = (role: string): boolean =>
  hasAdminPermissions(role, { user: ['set-role'] })
