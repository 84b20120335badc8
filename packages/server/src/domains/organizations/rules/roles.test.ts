import { organizationActions } from '@guildhall/contract/organizations/roles'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideMemberRoleChange, decideRoles, isOwner, mayIn, mayRequested } from './roles.ts'

const all = Object.entries(organizationActions).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}`),
)

const grantedTo = (role: string): string[] =>
  all.filter((one) => {
    const [resource = '', action = ''] = one.split(':')
    return mayRequested(role, { [resource]: [action] }, 'all')
  })

const reads = ['catalog', 'customers', 'sales', 'developers', 'analytics'].map(
  (resource) => `${resource}:read`,
)

describe('permissions of roles', () => {
  it.each([
    ['owner', all],
    ['admin', all.filter((one) => one !== 'organization:delete')],
    ['member', reads],
    ['admin,member', all.filter((one) => one !== 'organization:delete')],
    ['owner,member', all],
    ['', []],
    ['nobody', []],
    ['constructor', []],
  ])('of %j are exactly the expected ones', (role, granted) => {
    expect(grantedTo(role)).toEqual(granted)
  })

  it('are checked by resource and action', () => {
    expect(mayIn('admin', 'organization', 'update')).toBe(true)
    expect(mayIn('admin', 'organization', 'delete')).toBe(false)
    expect(mayIn('member,owner', 'organization', 'delete')).toBe(true)
  })

  it.each([
    ['admin', { organization: ['update', 'delete'] }, 'all', false],
    ['admin', { organization: ['update', 'delete'] }, 'any', true],
    ['admin', { organization: ['update'], team: ['create'] }, 'all', true],
    ['member', { organization: ['update'], sales: ['read'] }, 'any', true],
    ['member', { organization: ['update'], sales: ['read'] }, 'all', false],
    ['owner', { organization: ['rename'] }, 'all', false],
    ['owner', { universe: ['update'] }, 'any', false],
    ['owner', {}, 'all', false],
    ['owner', { organization: [] }, 'any', false],
  ] as const)('of %s for %j, %s of them: %s', (role, requested, mode, granted) => {
    expect(mayRequested(role, requested, mode)).toBe(granted)
  })

  it.each([
    ['owner', true],
    ['admin,owner', true],
    ['admin', false],
    ['coowner', false],
  ])('of %s include ownership: %s', (role, expected) => {
    expect(isOwner(role)).toBe(expected)
  })
})

describe('decideRoles', () => {
  it.each([
    ['admin', 'admin'],
    ['member,owner', 'owner,member'],
    ['owner, owner ,admin', 'owner,admin'],
    [['member', 'admin'], 'admin,member'],
    [['member,admin'], 'admin,member'],
  ])('normalizes %j to %s', (given, stored) => {
    expect(decideRoles(given)).toBe(stored)
  })

  it.each([[''], [','], [[]], ['root'], ['owner,'], ['Owner'], [['admin', 'root']]])(
    'refuses %j',
    (given) => {
      expect(decideRoles(given)).toEqual(refuse('role_not_found'))
    },
  )
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
      'owner,member',
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
  it.each(cases)('%s', (_title, role, targetRole, owners, requested, expected) => {
    const plan = decideMemberRoleChange({ role, targetRole, owners, requested })
    expect(typeof plan === 'string' ? plan : plan.refused).toBe(expected)
  })
})
