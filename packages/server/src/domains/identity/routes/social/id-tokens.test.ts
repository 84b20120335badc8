import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { comeBack, errorOf, leave, socialServer, whoIsIn } from '../../../../../test/social.ts'
import { type StandIn, standInClient } from '../../../../../test/stand-in-provider.ts'

const db = testDatabase()
const server = socialServer(db)
const path = '/api/auth/sign-in/social'

const yesterday = Math.floor(Date.now() / 1000) - 86_400
const lies: [string, Partial<Pick<StandIn, 'lies' | 'signsBy'>>][] = [
  ['with another nonce', { lies: { nonce: 'another' } }],
  ['without the nonce', { lies: { nonce: undefined } }],
  ['that is over', { lies: { iat: yesterday, exp: yesterday + 600 } }],
  ['without an end', { lies: { exp: undefined } }],
  ['that is old', { lies: { iat: yesterday } }],
  ['for somebody else', { lies: { aud: 'another-client' } }],
  ['by another issuer', { lies: { iss: 'https://evil.example' } }],
  ['for several, without a party', { lies: { aud: ['google-client', 'another'] } }],
  ['for another party', { lies: { azp: 'another-client' } }],
  ['without a subject', { lies: { sub: undefined } }],
  ['with an empty subject', { lies: { sub: '' } }],
  ['that nobody signed', { signsBy: 'none' }],
  ['signed with the public key as a secret', { signsBy: 'HS256' }],
  ['signed with another key', { signsBy: 'another key' }],
]

describe.each(lies)('an id token %s', (_what, lie) => {
  it('signs nobody in by the redirect', async () => {
    const { current } = server
    const browser = current.browser()
    const url = await leave(browser, 'google')
    Object.assign(current.standIn, lie)
    expect(errorOf(await comeBack(current, browser, url))).toBe('unable_to_get_user_info')
    expect(await whoIsIn(browser)).toBeNull()
  })

  it('signs nobody in by itself', async () => {
    const { current } = server
    const browser = current.browser()
    Object.assign(current.standIn, lie)
    const client = { id: standInClient('google').id, nonce: 'n1' }
    const token = await current.standIn.idToken('google', client)
    const idToken = { token, nonce: 'n1' }
    const { status, body } = await browser.post(path, { provider: 'google', idToken })
    const isEmpty = lie.lies !== undefined && lie.lies['sub'] === ''
    expect([status, body]).toEqual([
      401,
      isEmpty
        ? { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' }
        : { code: 'INVALID_TOKEN', message: 'invalid token' },
    ])
    expect(await whoIsIn(browser)).toBeNull()
  })
})

it('an id token of another Microsoft tenant passes for its own tenant only', async () => {
  const { current } = server
  const browser = current.browser()
  const url = await leave(browser, 'microsoft')
  current.standIn.lies = { tid: '11111111-2222-3333-4444-555555555555' }
  expect(errorOf(await comeBack(current, browser, url))).toBe('unable_to_get_user_info')
})

describe('an id token that an app got by itself', () => {
  it('signs in, with the nonce it was asked for', async () => {
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
    expect(await whoIsIn(browser)).toMatchObject({ email: persona.email })
  })

  it('proves no address where the provider does not say that it did', async () => {
    const { current } = server
    const token = await current.standIn.idToken('facebook', { id: standInClient('facebook').id })
    const body = { provider: 'facebook', idToken: { token } }
    expect(await current.browser().post(path, body)).toMatchObject({
      status: 200,
      body: { user: { emailVerified: false } },
    })
  })

  it('needs the nonce that it holds', async () => {
    const { current } = server
    const browser = current.browser()
    const client = { id: standInClient('google').id, nonce: 'n3' }
    const token = await current.standIn.idToken('google', client)
    for (const idToken of [{ token }, { token, nonce: 'n4' }]) {
      const { status } = await browser.post(path, { provider: 'google', idToken })
      expect(status).toBe(401)
    }
  })

  it('is taken from providers only that issue them for apps', async () => {
    const { current } = server
    const body = { provider: 'github', idToken: { token: 'x' } }
    expect(await current.browser().post(path, body)).toMatchObject({
      status: 404,
      body: { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'id_token not supported' },
    })
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0..', '🙂.🙂.🙂'])('is no %j', async (token) => {
    const { current } = server
    const body = { provider: 'google', idToken: { token } }
    expect((await current.browser().post(path, body)).status).toBe(token === '' ? 400 : 401)
  })
})
