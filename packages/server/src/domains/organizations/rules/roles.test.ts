import { organizationActions } from '@guildhall/contract/organizations/roles'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideRoles, isOwner, mayIn, mayRequested } from './roles.ts'

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

const ofOwners = ['organization:delete', 'audit:manage']
const ofAdmins = all.filter((one) => !ofOwners.includes(one))

describe('permissions of roles', () => {
  it.each([
    ['owner', all],
    ['admin', ofAdmins],
    ['member', reads],
    ['admin,member', ofAdmins],
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
    ['member,owner', 'member,owner'],
    ['owner, owner ,admin', 'owner,admin'],
    [['member', 'admin'], 'member,admin'],
    [['member,admin'], 'member,admin'],
  ])('stores %j as %s', (given, stored) => {
    expect(decideRoles(given)).toBe(stored)
  })

  it.each([[''], [','], [[]], ['root'], ['owner,'], ['Owner'], [['admin', 'root']]])(
    'refuses %j',
    (given) => {
      expect(decideRoles(given)).toEqual(refuse('role_not_found'))
    },
  )
})
