import { describe, expect, test } from 'vitest'
import { decideMemberRemoval, decideMemberRoleChange } from './members.ts'

describe('removing a member', () => {
  const others = [
    ['an owner removes', 'owner', 'member', 1, null],
    ['an owner removes another', 'owner', 'owner', 2, null],
    ['an admin removes', 'admin', 'member', 1, null],
    ['an admin removes another', 'admin', 'admin', 1, null],
    ['of several roles one suffices', 'admin,member', 'member', 1, null],
    ['nobody who is not there', 'owner', null, 1, 'member_not_found'],
    ['an admin removes no owner', 'admin', 'owner', 2, 'not_allowed_to_delete_member'],
    ['nor one with other roles', 'admin', 'owner,member', 2, 'not_allowed_to_delete_member'],
    ['a member removes nobody', 'member', 'member', 1, 'not_allowed_to_delete_member'],
    ['least of all an owner', 'member', 'owner', 2, 'not_allowed_to_delete_member'],
  ] as const
  test.each(others)('%s', (_what, role, targetRole, owners, expected) => {
    const refusal = decideMemberRemoval({ role, isSelf: false, targetRole, owners })
    expect(refusal?.refused ?? null).toBe(expected)
  })

  const selves = [
    ['member', 1, null],
    ['admin', 1, null],
    ['owner', 2, null],
    ['owner', 1, 'only_owner'],
    ['owner,admin,member', 1, 'only_owner'],
  ] as const
  test.each(selves)('as %s of %i owners, oneself', (role, owners, expected) => {
    const refusal = decideMemberRemoval({ role, isSelf: true, targetRole: role, owners })
    expect(refusal?.refused ?? null).toBe(expected)
  })
})

describe('changing roles', () => {
  const cases = [
    ['an owner makes an admin', 'owner', 'member', 1, 'admin', 'admin'],
    ['an owner makes another', 'owner', 'member', 1, 'owner', 'owner'],
    ['an owner dismisses another', 'owner', 'owner', 2, 'member', 'member'],
    ['an owner of two steps back', 'owner', 'owner', 2, ['admin'], 'admin'],
    ['the only one takes on another role', 'owner', 'owner', 1, 'member,owner', 'owner,member'],
    ['an admin makes an admin', 'admin', 'member', 1, ['admin', 'member'], 'admin,member'],
    ['an admin steps back', 'admin', 'admin', 1, 'member', 'member'],
    ['nobody who is not there', 'owner', null, 1, 'admin', 'member_not_found'],
    ['to what is no role', 'owner', 'member', 1, 'king', 'role_not_found'],
    ['nor among others', 'owner', 'member', 1, 'admin,king', 'role_not_found'],
    ['to none', 'owner', 'member', 1, [], 'role_not_found'],
    ['to an empty one', 'owner', 'member', 1, '', 'role_not_found'],
    ['a member changes nothing', 'member', 'member', 1, 'admin', 'not_allowed_to_update_member'],
    ['an admin makes no owner', 'admin', 'member', 1, 'owner', 'not_allowed_to_update_member'],
    ['by no trick', 'admin', 'admin', 1, 'member,owner', 'not_allowed_to_update_member'],
    ['by no other', 'admin', 'admin', 1, ['member, owner'], 'not_allowed_to_update_member'],
    ['nor touches one', 'admin', 'owner', 2, 'owner,admin', 'not_allowed_to_update_member'],
    [
      'nor one of several roles',
      'admin',
      'owner,admin',
      2,
      'admin',
      'not_allowed_to_update_member',
    ],
    ['the only owner stays one', 'owner', 'owner', 1, 'admin', 'only_owner'],
    ['with other roles, too', 'owner,member', 'owner,member', 1, 'member', 'only_owner'],
  ] as const
  test.each(cases)('%s', (_what, role, targetRole, owners, asked, expected) => {
    const plan = decideMemberRoleChange({ role, targetRole, owners, asked })
    expect(typeof plan === 'string' ? plan : plan.refused).toBe(expected)
  })
})
