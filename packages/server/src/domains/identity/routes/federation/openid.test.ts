import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Browser, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../../test/open-id-provider.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { currentUser, errorOf, startSignIn } from '../../../../../test/social.ts'
import { noWait, somebody } from '../../../../../test/stand-in-provider.ts'
import { testPort } from '../../../../../test/test-port.ts'
import { assert } from '../../../../kernel/assert.ts'

const db = testDatabase()
const clock = movableClock()
let started: { server: TestServer; provider: OpenIdProvider } | undefined

beforeAll(async () => {
  const url = `http://localhost:${await testPort()}`
  const client = {
    id: 'guildhall',
    secret: 'a secret with /+&=% signs',
    redirectUrl: `${url}/api/auth/callback/my_corp`,
  }
  const provider = await startOpenIdProvider(client, somebody())
  const nobodyListens = `http://127.0.0.1:${await testPort()}`
  const server = await startTestServer(
    db,
    {
      GUILDHALL_URL: url,
      GUILDHALL_OIDC_MY_CORP_ISSUER: provider.issuer,
      GUILDHALL_OIDC_MY_CORP_CLIENT_ID: client.id,
      GUILDHALL_OIDC_MY_CORP_CLIENT_SECRET: client.secret,
      GUILDHALL_OIDC_MY_CORP_LABEL: 'My Corp',
      GUILDHALL_OIDC_GONE_ISSUER: nobodyListens,
      GUILDHALL_OIDC_GONE_CLIENT_ID: 'x',
      GUILDHALL_OIDC_GONE_CLIENT_SECRET: 'x',
    },
    { clock },
  )
  started = { server, provider }
})

afterAll(async () => {
  await started?.server.stop()
  await started?.provider.stop()
})

function running() {
  assert(started !== undefined, 'provider and server run inside tests only')
  const { server, provider } = started
  provider.persona = somebody()
  const browser = () => openBrowser(`http://127.0.0.1:${server.port}`)
  return { ...started, persona: provider.persona, browser }
}

async function signIn(provider: OpenIdProvider, browser: Browser): Promise<string | null> {
  const back = await provider.consent(await startSignIn(browser, 'my_corp'))
  return errorOf(await browser.open(back.href))
}

describe('a real OpenID provider', () => {
  it('signs up and in: discovery, PKCE, nonce, issuer, user info', async () => {
    const { provider, persona, browser: fresh } = running()
    const [first, second] = [fresh(), fresh()]
    expect(await signIn(provider, first)).toBeNull()
    const user = await currentUser(first)
    expect(user).toMatchObject({
      email: persona.email,
      emailVerified: true,
      name: persona.name,
      image: persona.picture,
    })
    expect(await signIn(provider, second)).toBeNull()
    expect((await currentUser(second))?.['id']).toBe(user?.['id'])
    const { body } = await first.get(`/api/auth/account-info?accountId=${persona.subject}`)
    expect(body).toMatchObject({
      user: { id: persona.subject, email: persona.email },
      data: { sub: persona.subject, name: persona.name },
    })
  })

  it('is offered in the sign-in options under its label', async () => {
    const { browser } = running()
    const { body } = await browser().get('/api/auth/sign-in-options')
    expect(body?.['providers']).toContainEqual({ id: 'my_corp', name: 'My Corp' })
  })

  it('rotates the refresh token once for 50 parallel refreshes', async () => {
    const { provider, browser: fresh } = running()
    const browser = fresh()
    await signIn(provider, browser)
    const refresh = () => browser.post('/api/auth/refresh-token', { providerId: 'my_corp' })
    const before = provider.refreshes
    clock.freeze()
    provider.beforeAnswer = () => pause(300)
    const all = await Promise.all(Array.from({ length: 50 }, refresh))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(all.map(({ body }) => body?.['refreshToken'])).size).toBe(1)
    expect(provider.refreshes - before).toBe(1)
    provider.beforeAnswer = noWait
    clock.resume()
    clock.advance(2)
    // The provider revokes everything if a used token is sent, so success means none was.
    expect(await refresh()).toMatchObject({ status: 200 })
    expect(provider.refreshes - before).toBe(2)
  })

  it('must name its issuer, as its metadata promises', async () => {
    const { provider, browser: fresh } = running()
    const browser = fresh()
    const back = await provider.consent(await startSignIn(browser, 'my_corp'))
    expect(back.searchParams.get('iss')).toBe(provider.issuer)
    back.searchParams.delete('iss')
    expect(errorOf(await browser.open(back.href))).toBe('issuer_mismatch')
  })

  it('is reported as unavailable while unreachable', async () => {
    const { browser } = running()
    expect(await browser().post('/api/auth/sign-in/social', { provider: 'gone' })).toMatchObject({
      status: 503,
      body: { code: 'PROVIDER_UNAVAILABLE' },
    })
  })
})

describe('the client secret', () => {
  it.each([
    ['client_secret_post', 'client_secret_post'],
    ['client_secret_basic', 'client_secret_basic'],
    ['', 'client_secret_basic'],
  ])('with the setting "%s" is sent by %s', async (setting, sentBy) => {
    const url = `http://localhost:${await testPort()}`
    const redirectUrl = `${url}/api/auth/callback/my_corp`
    const client = { id: 'guildhall', secret: 'a secret with /+&=% signs', redirectUrl }
    const provider = await startOpenIdProvider(client, somebody())
    onTestFinished(() => provider.stop())
    const server = await startTestServer(db, {
      GUILDHALL_URL: url,
      GUILDHALL_OIDC_MY_CORP_ISSUER: provider.issuer,
      GUILDHALL_OIDC_MY_CORP_CLIENT_ID: client.id,
      GUILDHALL_OIDC_MY_CORP_CLIENT_SECRET: client.secret,
      GUILDHALL_OIDC_MY_CORP_TOKEN_AUTH: setting,
    })
    onTestFinished(server.stop)
    const browser = openBrowser(`http://127.0.0.1:${server.port}`)
    expect(await signIn(provider, browser)).toBeNull()
    expect(provider.authenticatedBy).toBe(sentBy)
  })
})
