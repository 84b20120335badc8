import { describe, expect, it } from 'vitest'
import { may, mayRequest, permissions } from './permissions.ts'

const access = permissions({
  resources: { guild: ['update', 'delete'], member: ['create', 'update', 'delete'] },
  roles: {
    owner: 'everything',
    admin: { guild: ['update'], member: 'everything' },
    scribe: { member: ['update'] },
    member: {},
  },
})

describe('may', () => {
  it.each([
    ['owner', 'guild', 'delete', true],
    ['admin', 'guild', 'update', true],
    ['admin', 'guild', 'delete', false],
    ['admin', 'member', 'delete', true],
    ['scribe', 'member', 'update', true],
    ['scribe', 'member', 'delete', false],
    ['member', 'guild', 'update', false],
    ['stranger', 'guild', 'update', false],
  ] as const)('%s %s:%s is %s', (role, resource, action, expected) => {
    const actions: readonly ('update' | 'delete')[] = [action]
    expect(may(access, [role], resource, actions)).toBe(expected)
  })

  it('accepts a list of actions held by one role, or any of them', () => {
    expect(may(access, ['admin'], 'guild', ['update', 'delete'])).toBe(false)
    expect(may(access, ['admin'], 'guild', ['update', 'delete'], 'any')).toBe(true)
    expect(may(access, ['member', 'scribe'], 'member', 'update')).toBe(true)
  })

  it('needs one role that grants every requested action', () => {
    const halves = permissions({
      resources: { door: ['open', 'close'] },
      roles: { opener: { door: ['open'] }, closer: { door: ['close'] } },
    })
    expect(may(halves, ['opener', 'closer'], 'door', ['open', 'close'])).toBe(false)
    expect(may(halves, ['opener', 'closer'], 'door', ['open', 'close'], 'any')).toBe(true)
  })

  it('no role or no requested action is denied', () => {
    expect(may(access, [], 'guild', 'update')).toBe(false)
    expect(may(access, ['owner'], 'guild', [])).toBe(false)
    expect(may(access, ['owner'], 'guild', [], 'any')).toBe(false)
  })

  it('does not compile for names missing from the table', () => {
    // @ts-expect-error no such resource
    expect(may(access, ['owner'], 'castle', 'burn')).toBe(false)
    // @ts-expect-error no such action of this resource
    expect(may(access, ['owner'], 'guild', 'create')).toBe(false)
  })
})

it('a role with an unknown permission does not compile', () => {
  const doors = permissions({
    resources: { door: ['open'] },
    // @ts-expect-error doors can't be painted
    roles: { painter: { door: ['paint'] } },
  })
  expect(mayRequest(doors, ['painter'], { door: ['paint'] })).toBe(false)
})

describe('an untyped permission check', () => {
  it('covers several resources', () => {
    const request = { guild: ['update'], member: ['create', 'delete'] }
    expect(mayRequest(access, ['admin'], request)).toBe(true)
    expect(mayRequest(access, ['scribe'], request)).toBe(false)
    expect(mayRequest(access, ['admin'], { ...request, guild: ['delete'] })).toBe(false)
    expect(mayRequest(access, ['admin'], { ...request, guild: ['delete'] }, 'any')).toBe(true)
  })

  it('denies unknown permissions, even to the owner', () => {
    expect(mayRequest(access, ['owner'], { castle: ['burn'] })).toBe(false)
    expect(mayRequest(access, ['owner'], { guild: ['burn'] })).toBe(false)
    expect(mayRequest(access, ['owner'], {})).toBe(false)
    expect(mayRequest(access, ['owner'], { constructor: ['name'] })).toBe(false)
    expect(mayRequest(access, ['constructor', 'toString'], { guild: ['update'] })).toBe(false)
  })
})
