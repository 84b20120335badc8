import { describe, expect, test } from 'vitest'
import { decideMemberRemoval, decideMemberRoleChange } from './member-changes.ts'

describe('decideMemberRemoval', () => {
  const others = [
    ['lets an owner remove a member', 'owner', 'member', 1, null],
    ['lets an owner remove another owner', 'owner', 'owner', 2, null],
    ['lets an admin remove a member', 'admin', 'member', 1, null],
    ['lets an admin remove another admin', 'admin', 'admin', 1, null],
    ['needs only one role that allows it', 'admin,member', 'member', 1, null],
    ['refuses an unknown member', 'owner', null, 1, 'member_not_found'],
    ['refuses an admin who removes an owner', 'admin', 'owner', 2, 'only_owner'],
    [
      'refuses an admin who removes an owner of several roles',
      'admin',
      'owner,member',
      2,
      'only_owner',
    ],
    [
      'refuses a member who removes a member',
      'member',
      'member',
      1,
      'not_allowed_to_delete_member',
    ],
    ['refuses a member who removes an owner', 'member', 'owner', 2, 'only_owner'],
  ] as const
  test.each(others)('%s', (_title, role, targetRole, owners, expected) => {
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
  test.each(selves)('of oneself as %s, with %i owners', (role, owners, expected) => {
    const refusal = decideMemberRemoval({ role, isSelf: true, targetRole: role, owners })
    expect(refusal?.refused ?? null).toBe(expected)
  })
})

describe('decideMemberRoleChange', () => {
  const cases = [
    ['lets an owner promote to admin', 'owner', 'member', 1, 'admin', 'admin'],
    ['lets an owner promote to owner', 'owner', 'member', 1, 'owner', 'owner'],
    ['lets an owner demote another owner', 'owner', 'owner', 2, 'member', 'member'],
    ['lets one of two owners demote themselves', 'owner', 'owner', 2, ['admin'], 'admin'],
    [
      'lets the only owner take another role in addition',
      'owner',
      'owner',
      1,
      'member,owner',
      'member,owner',
    ],
    ['lets an admin promote to admin', 'admin', 'member', 1, ['admin', 'member'], 'admin,member'],
    ['lets an admin demote themselves', 'admin', 'admin', 1, 'member', 'member'],
    ['refuses an unknown member', 'owner', null, 1, 'admin', 'member_not_found'],
    ['refuses an unknown role', 'owner', 'member', 1, 'king', 'role_not_found'],
    [
      'refuses an unknown role among known ones',
      'owner',
      'member',
      1,
      'admin,king',
      'role_not_found',
    ],
    ['refuses an empty list of roles', 'owner', 'member', 1, [], 'role_not_found'],
    ['refuses an empty role', 'owner', 'member', 1, '', 'role_not_found'],
    [
      'refuses a member who changes roles',
      'member',
      'member',
      1,
      'admin',
      'not_allowed_to_update_member',
    ],
    [
      'refuses an admin who promotes to owner',
      'admin',
      'member',
      1,
      'owner',
      'not_allowed_to_update_member',
    ],
    [
      'refuses an admin who lists owner last',
      'admin',
      'admin',
      1,
      'member,owner',
      'not_allowed_to_update_member',
    ],
    [
      'refuses an admin who pads owner with a space',
      'admin',
      'admin',
      1,
      ['member, owner'],
      'not_allowed_to_update_member',
    ],
    [
      'refuses an admin who changes an owner',
      'admin',
      'owner',
      2,
      'owner,admin',
      'not_allowed_to_update_member',
    ],
    [
      'refuses an admin who demotes an owner of several roles',
      'admin',
      'owner,admin',
      2,
      'admin',
      'not_allowed_to_update_member',
    ],
    ['refuses to demote the only owner', 'owner', 'owner', 1, 'admin', 'only_owner'],
    [
      'refuses to demote the only owner of several roles',
      'owner,member',
      'owner,member',
      1,
      'member',
      'only_owner',
    ],
  ] as const
  test.each(cases)('%s', (_title, role, targetRole, owners, requested, expected) => {
    const plan = decideMemberRoleChange({
      role,
      targetRole,
      owners,
      requested,
      isFresh: true,
    })
    expect(typeof plan === 'string' ? plan : plan.refused).toBe(expected)
  })

  const stale = [
    ['lets a stale session promote to admin', 'owner', 'member', 'admin', 'admin'],
    ['keeps an owner in a stale session', 'owner', 'owner', 'owner,admin', 'owner,admin'],
    [
      'refuses a stale session that makes an owner',
      'owner',
      'admin',
      'owner',
      'session_is_not_fresh',
    ],
    [
      'refuses a stale session that adds owner to other roles',
      'owner',
      'member',
      ['member, owner'],
      'session_is_not_fresh',
    ],
    ['names the missing right first', 'admin', 'member', 'owner', 'not_allowed_to_update_member'],
  ] as const
  test.each(stale)('%s', (_title, role, targetRole, requested, expected) => {
    const facts = { role, targetRole, owners: 2, requested, isFresh: false }
    const plan = decideMemberRoleChange(facts)
    expect(typeof plan === 'string' ? plan : plan.refused).toBe(expected)
  })
})
