import { describe, expect, test } from 'vitest'
import { decideMemberRemoval } from './leaving.ts'

describe('decideMemberRemoval', () => {
  const others = [
    ['lets an owner remove a member', 'owner', 'member', 1, null],
    ['lets an owner remove another owner', 'owner', 'owner', 2, null],
    ['lets an admin remove a member', 'admin', 'member', 1, null],
    ['lets an admin remove another admin', 'admin', 'admin', 1, null],
    ['needs only one role that allows it', 'admin,member', 'member', 1, null],
    ['refuses an unknown member', 'owner', null, 1, 'member_not_found'],
    ['refuses an admin who removes an owner', 'admin', 'owner', 2, 'not_allowed_to_delete_member'],
    [
      'refuses an admin who removes an owner of several roles',
      'admin',
      'owner,member',
      2,
      'not_allowed_to_delete_member',
    ],
    [
      'refuses a member who removes a member',
      'member',
      'member',
      1,
      'not_allowed_to_delete_member',
    ],
    ['refuses a member who removes an owner', 'member', 'owner', 2, 'not_allowed_to_delete_member'],
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
