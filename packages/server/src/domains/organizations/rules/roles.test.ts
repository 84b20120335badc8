import { organizationActions } from '@guildhall/contract/organizations/roles'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideRoles, isOwner, mayAsked, mayIn } from './roles.ts'

const all = Object.entries(organizationActions).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}`),
)

const grantedTo = (role: string): string[] =>
  all.filter((one) => {
    const [resource = '', action = ''] = one.split(':')
    return mayAsked(role, { [resource]: [action] }, 'all')
  })

const reads = ['catalog', 'customers', 'sales', 'developers', 'analytics'].map(
  (resource) => `${resource}:read`,
)

describe('what roles may do', () => {
  it.each([
    ['owner', all],
    ['admin', all.filter((one) => one !== 'organization:delete')],
    ['member', reads],
    ['admin,member', all.filter((one) => one !== 'organization:delete')],
    ['owner,member', all],
    ['', []],
    ['nobody', []],
    ['constructor', []],
  ])('%s', (role, granted) => {
    expect(grantedTo(role)).toEqual(granted)
  })

  it('is asked for by name in our own code', () => {
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
  ] as const)('%s asks for %j, %s of it: %s', (role, asked, mode, granted) => {
    expect(mayAsked(role, asked, mode)).toBe(granted)
  })

  it.each([
    ['owner', true],
    ['admin,owner', true],
    ['admin', false],
    ['coowner', false],
  ])('%s is an owner: %s', (role, expected) => {
    expect(isOwner(role)).toBe(expected)
  })
})

describe('roles as they are sent', () => {
  it.each([
    ['admin', 'admin'],
    ['member,owner', 'owner,member'],
    ['owner, owner ,admin', 'owner,admin'],
    [['member', 'admin'], 'admin,member'],
    [['member,admin'], 'admin,member'],
  ])('%j are stored as %s', (given, stored) => {
    expect(decideRoles(given)).toBe(stored)
  })

  it.each([[''], [','], [[]], ['root'], ['owner,'], ['Owner'], [['admin', 'root']]])(
    '%j are refused',
    (given) => {
      expect(decideRoles(given)).toEqual(refuse('role_not_found'))
    },
  )
})
