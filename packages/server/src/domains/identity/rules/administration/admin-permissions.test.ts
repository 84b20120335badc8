import { describe, expect, it } from 'vitest'
import {
  decideAdminPermission,
  hasAdminPermissions,
  isAdminPermission,
  isOperator,
} from './admin-permissions.ts'

describe('the permission table', () => {
  it.each([
    ['user', 'user:list', 'you_are_not_allowed_to_list_users'],
    ['user', 'user:create', 'you_are_not_allowed_to_create_users'],
    ['user', 'user:get', 'you_are_not_allowed_to_get_user'],
    ['user', 'user:update', 'you_are_not_allowed_to_update_users'],
    ['user', 'user:set-role', 'you_are_not_allowed_to_change_users_role'],
    ['user', 'user:ban', 'you_are_not_allowed_to_ban_users'],
    ['user', 'user:impersonate', 'you_are_not_allowed_to_impersonate_users'],
    ['user', 'user:delete', 'you_are_not_allowed_to_delete_users'],
    ['user', 'user:set-password', 'you_are_not_allowed_to_set_users_password'],
    ['user', 'session:list', 'you_are_not_allowed_to_list_users_sessions'],
    ['user', 'session:revoke', 'you_are_not_allowed_to_revoke_users_sessions'],
    ['user', 'session:delete', 'you_are_not_allowed_to_revoke_users_sessions'],
    ['user', 'organization:list', 'you_are_not_allowed_to_list_organizations'],
    ['user', 'organization:get', 'you_are_not_allowed_to_get_organization'],
    ['user', 'reconciliation:get', 'you_are_not_allowed_to_get_reconciliation'],
    ['user', 'health:get', 'you_are_not_allowed_to_get_health'],
    ['', 'user:list', 'you_are_not_allowed_to_list_users'],
    ['administrator', 'user:list', 'you_are_not_allowed_to_list_users'],
  ] as const)('%s may not %s', (role, permission, refused) => {
    expect(decideAdminPermission(role, permission)).toEqual({ refused })
    expect(decideAdminPermission('admin', permission)).toBeNull()
    expect(decideAdminPermission('user,admin', permission)).toBeNull()
  })

  it('recognizes operators', () => {
    expect(['user', 'admin', 'user,admin', ''].map(isOperator)).toEqual([false, true, true, false])
  })

  it('recognizes its own permissions only', () => {
    const names = ['user:list', 'user:fly', 'toString', '']
    expect(names.map(isAdminPermission)).toEqual([true, false, false, false])
  })
})

describe('hasAdminPermissions', () => {
  it.each([
    [{ user: ['list', 'ban'], session: ['revoke'] }, true],
    [{ user: ['list', 'fly'] }, false],
    [{ dragons: ['list'] }, false],
    [{ constructor: ['name'] }, false],
    [{ user: [] }, false],
    [{}, false],
  ])('%j: %j', (requested, expected) => {
    expect(hasAdminPermissions('admin', requested)).toBe(expected)
    expect(hasAdminPermissions('user', requested)).toBe(false)
  })
})
