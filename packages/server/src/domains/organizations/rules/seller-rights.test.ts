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
  decideListOfPerson,
  decideListOfToken,
  decidePlaceOfPerson,
  decidePlaceOfToken,
  decideRole,
  decideToken,
  isTokenUseNews,
} from './seller-rights.ts'

const now = systemClock.now()
const later = new Date(now.getTime() + 1)

describe('a token', () => {
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
  ])('for %s', (right, token, refused) => {
    expect(decideToken(token, right, now)?.refused ?? null).toBe(refused)
  })

  it('that holds nothing we know may nothing', () => {
    const odd = { scopes: ['*', 'products', 'products:', ':write', 'admin'], expiresAt: null }
    for (const right of scopes) expect(decideToken(odd, right, now)).not.toBeNull()
  })
})

describe('a scope', () => {
  it('to write is one to read as well, and never the other way round', () => {
    for (const held of scopes) {
      const allowed = scopes.filter((asked) => scopeAllows([held], asked))
      const reads = held.replace(':write', ':read')
      expect(allowed.toSorted()).toEqual(
        scopes.filter((one) => one === held || one === reads).toSorted(),
      )
    }
  })

  it('to write stands for the right to write, and to read for the one to read', () => {
    for (const scope of scopes) {
      const [, action = null] = memberRightOf(scope) ?? []
      const meant = scope.endsWith(':read') ? ['read', null] : ['write', 'update']
      expect(meant).toContain(action)
    }
  })
})

describe('a member', () => {
  const rights: SellerRight[] = [...scopes, 'organizations:create']
  const reading = rights.filter((right) => right.endsWith(':read'))

  it.each([
    ['owner', rights],
    ['admin', rights],
    ['admin,member', rights],
    ['member', [...reading, 'organizations:create']],
    ['', ['organizations:read', 'organizations:create']],
  ])('of the roles %s may do what they allow', (role, allowed) => {
    const may = rights.filter((right) => decideRole(role, right) === null)
    expect(may.toSorted()).toEqual([...allowed].toSorted())
  })

  it('manages tokens as owner or admin, and sees them as any', () => {
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

  it('who is none any more may nothing at all', () => {
    for (const right of rights) expect(decideRole(null, right)?.refused).toBe('insufficient_role')
  })
})

describe('which organization is meant', () => {
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

  it('by a token that creates', () => {
    expect([undefined, null, own].map((named) => decidePlaceOfToken(own, named))).toEqual([
      own,
      own,
      own,
    ])
    expect(decidePlaceOfToken(own, other)).toEqual(unknown)
  })

  it('by a person who creates', () => {
    expect(decidePlaceOfPerson(other)).toBe(other)
    expect(decidePlaceOfPerson(null)).toEqual(missing('body'))
    expect(decidePlaceOfPerson(undefined)).toEqual(missing('body'))
  })

  it('by a token that lists', () => {
    expect(decideListOfToken(own, undefined)).toBe(own)
    expect(decideListOfToken(own, [other, own])).toBe(own)
    expect(decideListOfToken(own, [other])).toBeNull()
    expect(decideListOfToken(own, [])).toBeNull()
  })

  it('by a person who lists', () => {
    expect(decideListOfPerson([own])).toBe(own)
    expect(decideListOfPerson([own, own])).toBe(own)
    expect(decideListOfPerson([])).toEqual(missing('query'))
    expect(decideListOfPerson(undefined)).toEqual(missing('query'))
    expect(decideListOfPerson([own, other])).toMatchObject({ refused: 'several_organizations' })
  })
})

it('a use is news once in five minutes', () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  expect([null, after(-300), after(-299), now].map((at) => isTokenUseNews(at, now))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
