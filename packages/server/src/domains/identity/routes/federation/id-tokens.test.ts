import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  completeAtProvider,
  currentUser,
  errorOf,
  socialServer,
  startSignIn,
} from '../../../../../test/social.ts'
import { type StandIn, standInClient } from '../../../../../test/stand-in-provider.ts'

const db = testDatabase()
const server = socialServer(db)
const path = '/api/auth/sign-in/social'

const yesterday = Math.floor(Date.now() / 1000) - 86_400
const claimOverrides: [string, Partial<Pick<StandIn, 'claimOverrides' | 'signsBy'>>][] = [
  ['with another nonce', { claimOverrides: { nonce: 'another' } }],
  ['without the nonce', { claimOverrides: { nonce: undefined } }],
  ['that has expired', { claimOverrides: { iat: yesterday, exp: yesterday + 600 } }],
  ['without an expiry', { claimOverrides: { exp: undefined } }],
  ['that is too old', { claimOverrides: { iat: yesterday } }],
  ['for another audience', { claimOverrides: { aud: 'another-client' } }],
  ['by another issuer', { claimOverrides: { iss: 'https://evil.example' } }],
  [
    'for several audiences without an authorized party',
    { claimOverrides: { aud: ['google-client', 'another'] } },
  ],
  ['for another authorized party', { claimOverrides: { azp: 'another-client' } }],
  ['without a subject', { claimOverrides: { sub: undefined } }],
  ['with an empty subject', { claimOverrides: { sub: '' } }],
  ['that is unsigned', { signsBy: 'none' }],
  ['signed with the public key as a secret', { signsBy: 'HS256' }],
  ['signed with another key', { signsBy: 'another key' }],
]

describe.each(claimOverrides)('an id token %s', (_what, lie) => {
  it('is refused in the redirect flow', async () => {
    const { current } = server
    const browser = current.browser()
    const url = await startSignIn(browser, 'google')
    Object.assign(current.standIn, lie)
    expect(errorOf(await completeAtProvider(current, browser, url))).toBe('unable_to_get_user_info')
    expect(await currentUser(browser)).toBeNull()
  })

  it('is refused when sent by an app', async () => {
    const { current } = server
    const browser = current.browser()
    Object.assign(current.standIn, lie)
    const client = { id: standInClient('google').id, nonce: 'n1' }
    const token = await current.standIn.idToken('google', client)
    const idToken = { token, nonce: 'n1' }
    const { status, body } = await browser.post(path, { provider: 'google', idToken })
    const isEmpty = lie.claimOverrides !== undefined && lie.claimOverrides['sub'] === ''
    expect([status, body]).toEqual([
      401,
      isEmpty
        ? { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' }
        : { code: 'INVALID_TOKEN', message: 'invalid token' },
    ])
    expect(await currentUser(browser)).toBeNull()
  })
})

it('a Microsoft id token is accepted for its own tenant only', async () => {
  const { current } = server
  const browser = current.browser()
  const url = await startSignIn(browser, 'microsoft')
  current.standIn.claimOverrides = { tid: '11111111-2222-3333-4444-555555555555' }
  expect(errorOf(await completeAtProvider(current, browser, url))).toBe('unable_to_get_user_info')
})

describe('an id token obtained by an app', () => {
  it('signs in with its nonce', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    for (const provider of ['google', 'apple']) {
      const client = { id: standInClient(provider).id, nonce: 'n2' }
      const token = await current.standIn.idToken(provider, client)
      const idToken = { token, nonce: 'n2', accessToken: 'theirs' }
      const { status, body } = await browser.post(path, { provider, idToken })
      expect([status, body]).toEqual([
        200,
        {
          redirect: false,
          token: expect.any(String),
          user: expect.objectContaining({ email: persona.email, emailVerified: true }),
        },
      ])
    }
    expect(await currentUser(browser)).toMatchObject({ email: persona.email })
  })

  it('does not verify an address the provider does not vouch for', async () => {
    const { current } = server
    const token = await current.standIn.idToken('facebook', { id: standInClient('facebook').id })
    const body = { provider: 'facebook', idToken: { token } }
    expect(await current.browser().post(path, body)).toMatchObject({
      status: 200,
      body: { user: { emailVerified: false } },
    })
  })

  it('requires the nonce that it contains', async () => {
    const { current } = server
    const browser = current.browser()
    const client = { id: standInClient('google').id, nonce: 'n3' }
    const token = await current.standIn.idToken('google', client)
    for (const idToken of [{ token }, { token, nonce: 'n4' }]) {
      const { status } = await browser.post(path, { provider: 'google', idToken })
      expect(status).toBe(401)
    }
  })

  it('is accepted only from providers that issue them to apps', async () => {
    const { current } = server
    const body = { provider: 'github', idToken: { token: 'x' } }
    expect(await current.browser().post(path, body)).toMatchObject({
      status: 404,
      body: { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'id_token not supported' },
    })
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0..', '🙂.🙂.🙂'])(
    'is refused if malformed: %j',
    async (token) => {
      const { current } = server
      const body = { provider: 'google', idToken: { token } }
      expect((await current.browser().post(path, body)).status).toBe(token === '' ? 400 : 401)
    },
  )
})
