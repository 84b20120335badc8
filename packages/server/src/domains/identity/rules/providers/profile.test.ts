import { describe, expect, it } from 'vitest'
import { openIdProvider } from './open-id.ts'
import { profileOf } from './profile.ts'
import type { ToldProfile } from './provider.ts'
import { gitlab } from './with-calls.ts'

const told = (one: Partial<ToldProfile>) => profileOf({ subject: 's', ...one })

describe('whom a provider tells of', () => {
  it.each([undefined, null, '', ' ', 'a b', 'a\nb', Number.NaN, 1.5, {}, ['x'], 'x'.repeat(256)])(
    'is nobody without an id: %j',
    (subject) => {
      expect(profileOf({ subject })).toBeNull()
    },
  )

  it.each([
    ['x', 'x'],
    [42, '42'],
    ['00u1-_|.', '00u1-_|.'],
  ])('is known by the id %j', (subject, kept) => {
    expect(profileOf({ subject })?.subject).toBe(kept)
  })

  it('has an address in lower case', () => {
    expect(told({ email: ' Ann@Example.COM ' })?.email).toBe('ann@example.com')
  })

  it.each([true, 'true'])('has proved the address where the provider says %j', (emailVerified) => {
    expect(told({ email: 'a@example.com', emailVerified })?.emailVerified).toBe(true)
    expect(told({ emailVerified })?.emailVerified).toBe(false)
    expect(told({ email: 'no address', emailVerified })?.emailVerified).toBe(false)
  })

  it.each([false, 'false', undefined, null, 1, 'yes', {}, []])(
    'has not proved it where the provider says %j',
    (emailVerified) => {
      expect(told({ email: 'a@example.com', emailVerified })?.emailVerified).toBe(false)
    },
  )

  it.each([
    [' Ann  Example ', 'Ann Example'],
    ['a\0b\r\nc\u2028d', 'a b c d'],
    ['🙂'.repeat(300), '🙂'.repeat(100)],
    [`a${'🙂'.repeat(300)}`, `a${'🙂'.repeat(99)}`],
    [`a${'\ud83d'}`, 'a'],
    ['', null],
    [42, null],
  ])('is called %#', (name, kept) => {
    expect(told({ name })?.name).toBe(kept)
  })

  it.each([
    ['https://a.example/b.png', 'https://a.example/b.png'],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AA', null],
    [`https://a.example/${'x'.repeat(2048)}`, null],
    ['https://a.example/ b', null],
    [null, null],
  ])('looks like %j', (image, kept) => {
    expect(told({ image })?.image).toBe(kept)
  })
})

describe('of GitLab', () => {
  const user = { id: 7, email: 'a@example.com', confirmed_at: '2024-01-01', state: 'active' }
  const read = (more: object) =>
    profileOf(gitlab({ issuer: null }).profile(facts([{ ...user, ...more }])))

  it('only who is active comes', () => {
    expect(read({})?.subject).toBe('7')
    expect(read({ state: 'blocked' })).toBeNull()
    expect(read({ locked: true })).toBeNull()
  })
})

describe('of an OpenID provider', () => {
  const row = openIdProvider({
    id: 'corp',
    label: 'Corp',
    issuer: 'https://corp.example',
    alwaysNamesIssuer: true,
    authorizeUrl: 'https://corp.example/auth',
    tokenUrl: 'https://corp.example/token',
    userInfoUrl: 'https://corp.example/me',
    keysUrl: 'https://corp.example/keys',
    tokenAuthentication: 'basic',
    algorithms: ['RS256'],
    scopes: ['openid'],
  })
  const info = { sub: 's', email: 'b@example.com', email_verified: true, name: 'B', picture: null }

  it('the user info adds what the token leaves out', () => {
    const profile = profileOf(row.profile({ ...facts([info]), claims: { sub: 's' } }))
    expect(profile).toMatchObject({ email: 'b@example.com', emailVerified: true, name: 'B' })
  })

  it('the user info of another person adds nothing', () => {
    const answers = facts([{ ...info, sub: 'another' }])
    expect(profileOf(row.profile({ ...answers, claims: { sub: 's' } }))?.email).toBeNull()
  })

  it("the user info doesn't vouch for the address of the token", () => {
    const claims = { sub: 's', email: 'c@example.com' }
    const profile = profileOf(row.profile({ ...facts([info]), claims }))
    expect(profile).toMatchObject({ email: 'c@example.com', emailVerified: false })
  })
})

const facts = (answers: readonly unknown[]) => ({ claims: null, answers, formName: null })
