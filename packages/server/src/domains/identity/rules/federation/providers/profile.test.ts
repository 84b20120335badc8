import { describe, expect, it } from 'vitest'
import { openIdProvider } from './configured-openid.ts'
import { gitlab } from './oauth-providers.ts'
import { profileOf } from './profile.ts'
import type { RawProfile } from './provider.ts'

const readWith = (one: Partial<RawProfile>) => profileOf({ subject: 's', ...one })

describe('profileOf', () => {
  it.each([undefined, null, '', ' ', 'a b', 'a\nb', Number.NaN, 1.5, {}, ['x'], 'x'.repeat(256)])(
    'rejects the subject %j',
    (subject) => {
      expect(profileOf({ subject })).toBeNull()
    },
  )

  it.each([
    ['x', 'x'],
    [42, '42'],
    ['00u1-_|.', '00u1-_|.'],
  ])('accepts the subject %j', (subject, expected) => {
    expect(profileOf({ subject })?.subject).toBe(expected)
  })

  it('lowercases the email address', () => {
    expect(readWith({ email: ' Ann@Example.COM ' })?.email).toBe('ann@example.com')
  })

  it.each([true, 'true'])('counts the address as verified for %j', (emailVerified) => {
    expect(readWith({ email: 'a@example.com', emailVerified })?.emailVerified).toBe(true)
    expect(readWith({ emailVerified })?.emailVerified).toBe(false)
    expect(readWith({ email: 'no address', emailVerified })?.emailVerified).toBe(false)
  })

  it.each([false, 'false', undefined, null, 1, 'yes', {}, []])(
    'counts the address as unverified for %j',
    (emailVerified) => {
      expect(readWith({ email: 'a@example.com', emailVerified })?.emailVerified).toBe(false)
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
  ])('cleans the name %#', (name, expected) => {
    expect(readWith({ name })?.name).toBe(expected)
  })

  it.each([
    ['https://a.example/b.png', 'https://a.example/b.png'],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AA', null],
    [`https://a.example/${'x'.repeat(2048)}`, null],
    ['https://a.example/ b', null],
    [null, null],
  ])('keeps http images only: %j', (image, expected) => {
    expect(readWith({ image })?.image).toBe(expected)
  })
})

describe('the GitLab profile', () => {
  const user = { id: 7, email: 'a@example.com', confirmed_at: '2024-01-01', state: 'active' }
  const read = (more: object) =>
    profileOf(gitlab({ issuer: null }).profile(facts([{ ...user, ...more }])))

  it('is rejected unless the user is active', () => {
    expect(read({})?.subject).toBe('7')
    expect(read({ state: 'blocked' })).toBeNull()
    expect(read({ locked: true })).toBeNull()
  })
})

describe('the profile of a configured OpenID provider', () => {
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

  it('takes from user info what the token leaves out', () => {
    const profile = profileOf(row.profile({ ...facts([info]), claims: { sub: 's' } }))
    expect(profile).toMatchObject({ email: 'b@example.com', emailVerified: true, name: 'B' })
  })

  it('ignores user info about another subject', () => {
    const answers = facts([{ ...info, sub: 'another' }])
    expect(profileOf(row.profile({ ...answers, claims: { sub: 's' } }))?.email).toBeNull()
  })

  it('does not let user info vouch for the address in the token', () => {
    const claims = { sub: 's', email: 'c@example.com' }
    const profile = profileOf(row.profile({ ...facts([info]), claims }))
    expect(profile).toMatchObject({ email: 'c@example.com', emailVerified: false })
  })
})

const facts = (answers: readonly unknown[]) => ({ claims: null, answers, formName: null })
