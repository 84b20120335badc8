import { describe, expect, it } from 'vitest'
import { decideMay, isAdminPermission, isOperator, mayAll } from './admin-permissions.ts'

describe('the table', () => {
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
    ['', 'user:list', 'you_are_not_allowed_to_list_users'],
    ['administrator', 'user:list', 'you_are_not_allowed_to_list_users'],
  ] as const)('%s may not %s', (role, permission, refused) => {
    expect(decideMay(role, permission)).toEqual({ refused })
    expect(decideMay('admin', permission)).toBeNull()
    expect(decideMay('user,admin', permission)).toBeNull()
  })

  it('knows an operator', () => {
    expect(['user', 'admin', 'user,admin', ''].map(isOperator)).toEqual([false, true, true, false])
  })

  it('knows its own permissions only', () => {
    const asked = ['user:list', 'user:fly', 'toString', '']
    expect(asked.map(isAdminPermission)).toEqual([true, false, false, false])
  })
})

describe('a question from outside', () => {
  it.each([
    [{ user: ['list', 'ban'], session: ['revoke'] }, true],
    [{ user: ['list', 'fly'] }, false],
    [{ dragons: ['list'] }, false],
    [{ constructor: ['name'] }, false],
    [{ user: [] }, false],
    [{}, false],
  ])('%j: %j', (asked, expected) => {
    expect(mayAll('admin', asked)).toBe(expected)
    expect(mayAll('user', asked)).toBe(false)
  })
})
