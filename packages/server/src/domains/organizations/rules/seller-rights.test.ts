import { organizationRoles } from '@guildhall/contract/organizations/roles'
import {
  memberRightOf,
  personRights,
  type SellerRight,
  scopeAllows,
  scopes,
} from '@guildhall/contract/organizations/scopes'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import {
  decidePersonFilter,
  decidePersonOrganization,
  decideRole,
  decideToken,
  decideTokenFilter,
  decideTokenOrganization,
  isTokenUseDue,
} from './seller-rights.ts'

const now = systemClock.now()
const later = new Date(now.getTime() + 1)

describe('an access token', () => {
  const good = { scopes: ['products:write', 'orders:read'], expiresAt: null }

  it.each<[SellerRight, typeof good | { scopes: string[]; expiresAt: Date }, string | null]>([
    ['products:write', good, null],
    ['products:read', good, null],
    ['orders:read', good, null],
    ['orders:write', good, 'insufficient_scope'],
    ['customers:read', good, 'insufficient_scope'],
    ['organizations:create', good, 'person_required'],
    ['organization_access_tokens:read', good, 'person_required'],
    ['products:write', { ...good, expiresAt: later }, null],
    ['products:write', { ...good, expiresAt: now }, 'access_token_expired'],
    ['organizations:create', { ...good, expiresAt: now }, 'access_token_expired'],
  ])('asked for %s', (right, token, refused) => {
    expect(decideToken(token, right, now)?.refused ?? null).toBe(refused)
  })

  it('with unknown scopes allows nothing', () => {
    const unknown = { scopes: ['*', 'products', 'products:', ':write', 'admin'], expiresAt: null }
    for (const right of scopes) expect(decideToken(unknown, right, now)).not.toBeNull()
  })
})

describe('a scope', () => {
  it('to write includes reading, but not the other way round', () => {
    for (const held of scopes) {
      const allowed = scopes.filter((requested) => scopeAllows([held], requested))
      const reads = held.replace(':write', ':read')
      expect(allowed.toSorted()).toEqual(
        scopes.filter((one) => one === held || one === reads).toSorted(),
      )
    }
  })

  it('to read maps to a read right, and one to write to a write right', () => {
    for (const scope of scopes) {
      const [, action = null] = memberRightOf(scope) ?? []
      const expected = scope.endsWith(':read') ? ['read', null] : ['write', 'update']
      expect(expected).toContain(action)
    }
  })
})

describe('a member', () => {
  const rights: SellerRight[] = [...scopes, 'organizations:create']
  const reading = rights.filter((right) => right.endsWith(':read') && right !== 'audit_log:read')

  it.each([
    ['owner', rights],
    ['admin', rights],
    ['admin,member', rights],
    ['member', [...reading, 'organizations:create']],
    ['', ['organizations:read', 'organizations:create']],
  ])('with the roles %j has exactly their rights', (role, allowed) => {
    const may = rights.filter((right) => decideRole(role, right) === null)
    expect(may.toSorted()).toEqual([...allowed].toSorted())
  })

  it('lists tokens in any role but changes them as owner or admin only', () => {
    const may = (role: string) =>
      Object.keys(personRights).filter((right) => right.includes('tokens')).length > 0 &&
      (['organization_access_tokens:read', 'organization_access_tokens:write'] as const).filter(
        (right) => decideRole(role, right) === null,
      )
    expect(may('owner')).toHaveLength(2)
    expect(may('admin')).toHaveLength(2)
    expect(may('member')).toEqual(['organization_access_tokens:read'])
    expect(Object.keys(organizationRoles)).toEqual(['owner', 'admin', 'member'])
  })

  it('loses every right when the membership ends', () => {
    for (const right of rights) expect(decideRole(null, right)?.refused).toBe('insufficient_role')
  })
})

describe('the organization of a call', () => {
  const own = newId('organization')
  const other = newId('organization')
  const unknown = {
    refused: 'organization_id_unknown',
    details: { loc: ['body', 'organization_id'] },
  }
  const missing = (place: string) => ({
    refused: 'organization_id_missing',
    details: { loc: [place, 'organization_id'] },
  })

  it('is the token’s own when a token creates', () => {
    expect([undefined, null, own].map((named) => decideTokenOrganization(own, named))).toEqual([
      own,
      own,
      own,
    ])
    expect(decideTokenOrganization(own, other)).toEqual(unknown)
  })

  it('is the named one or else the active one when a person creates', () => {
    expect([null, own].map((active) => decidePersonOrganization(other, active))).toEqual([
      other,
      other,
    ])
    expect([null, undefined].map((named) => decidePersonOrganization(named, own))).toEqual([
      own,
      own,
    ])
    expect(decidePersonOrganization(null, null)).toEqual(missing('body'))
  })

  it('is the token’s own or none when a token lists', () => {
    expect(decideTokenFilter(own, undefined)).toBe(own)
    expect(decideTokenFilter(own, [other, own])).toBe(own)
    expect(decideTokenFilter(own, [other])).toBeNull()
    expect(decideTokenFilter(own, [])).toBeNull()
  })

  it('is a single one when a person lists, by default the active one', () => {
    expect(decidePersonFilter([own], other)).toBe(own)
    expect(decidePersonFilter([own, own], null)).toBe(own)
    expect([[], undefined].map((named) => decidePersonFilter(named, own))).toEqual([own, own])
    expect(decidePersonFilter([], null)).toEqual(missing('query'))
    expect(decidePersonFilter([own, other], own)).toMatchObject({
      refused: 'several_organizations',
    })
  })
})

it('the use of a token is recorded every five minutes', () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  expect([null, after(-300), after(-299), now].map((at) => isTokenUseDue(at, now))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
