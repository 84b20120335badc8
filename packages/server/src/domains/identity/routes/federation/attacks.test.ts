import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  completeAtProvider,
  currentUser,
  errorOf,
  signInWith,
  signUp,
  socialServer,
  startSignIn,
} from '../../../../../test/social.ts'

const db = testDatabase()
const server = socialServer(db)
const path = '/api/auth/sign-in/social'
const restart = 'please_restart_the_process'

describe('the state', () => {
  it('works once', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    expect(errorOf(await browser.open(url.href))).toBeNull()
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('is refused in another browser, and still works in its own', async () => {
    const { current } = server
    const [browser, victim, bystander] = [current.browser(), current.browser(), current.browser()]
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    expect(errorOf(await victim.open(url.href))).toBe(restart)
    await startSignIn(bystander, 'github')
    expect(errorOf(await bystander.open(url.href))).toBe(restart)
    expect(await currentUser(victim)).toBeNull()
    expect(await currentUser(bystander)).toBeNull()
    expect(errorOf(await browser.open(url.href))).toBeNull()
  })

  it('is bound by a signed cookie', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    const forger = current.browser()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value.slice(0, -3)}AAA`)
    const answer = await forger.get(`${url.pathname}${url.search}`, { cookie: cookie.join('; ') })
    expect(errorOf(answer)).toBe(restart)
  })

  it('expires after ten minutes', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    current.clock.advance(601)
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('starts one session of many parallel callbacks', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    const exchanged = current.standIn.codesExchanged
    const all = await Promise.all(Array.from({ length: 50 }, () => browser.open(url.href)))
    expect(all.map(errorOf).filter((error) => error === null)).toHaveLength(1)
    expect(all.map(errorOf).filter((error) => error === restart)).toHaveLength(49)
    expect(current.standIn.codesExchanged - exchanged).toBe(1)
    const { rows } = await current.database.pool.query(
      `select from session s join account a using (user_id) where a.account_id = $1`,
      [current.standIn.persona.subject],
    )
    expect(rows).toHaveLength(1)
  })

  it('works in two tabs of one browser', async () => {
    const { current } = server
    const browser = current.browser()
    const [one, other] = [
      await startSignIn(browser, 'github'),
      await startSignIn(browser, 'google'),
    ]
    expect(errorOf(await completeAtProvider(current, browser, one))).toBeNull()
    expect(errorOf(await completeAtProvider(current, browser, other))).toBeNull()
  })

  it('creates one user of 20 parallel first sign-ins', async () => {
    const { current } = server
    const browsers = Array.from({ length: 20 }, () => current.browser())
    const all = await Promise.all(browsers.map((one) => signInWith(current, one, 'google')))
    expect(all.map(errorOf)).toEqual(all.map(() => null))
    const users = await Promise.all(browsers.map(currentUser))
    expect(new Set(users.map((user) => user?.['id'])).size).toBe(1)
  })

  it('creates one user of parallel first sign-ins with several providers', async () => {
    const { current } = server
    const providers = ['google', 'github', 'discord', 'dropbox', 'twitter']
    const browsers = providers.map((provider) => ({ provider, browser: current.browser() }))
    const all = await Promise.all(
      browsers.map(({ provider, browser }) => signInWith(current, browser, provider)),
    )
    expect(all.map(errorOf)).toEqual(all.map(() => null))
    const users = await Promise.all(browsers.map(({ browser }) => currentUser(browser)))
    expect(new Set(users.map((user) => user?.['id'])).size).toBe(1)
  })
})

describe('a mix-up is detected', () => {
  it('when the callback names another provider', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    const door = url.href.replace('/callback/github', '/callback/gitlab')
    expect(errorOf(await browser.open(door))).toBe('issuer_mismatch')
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('when the callback names another issuer (RFC 9207)', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'google'))
    url.searchParams.set('iss', 'https://evil.example')
    expect(errorOf(await browser.open(url.href))).toBe('issuer_mismatch')
    const right = await current.standIn.consent(await startSignIn(browser, 'google'))
    right.url.searchParams.set('iss', 'https://accounts.google.com')
    expect(errorOf(await browser.open(right.url.href))).toBeNull()
  })

  it("when somebody else's code is sent, because the PKCE verifier differs", async () => {
    const { current } = server
    const [victim, attacker] = [current.browser(), current.browser()]
    const mine = await current.standIn.consent(await startSignIn(victim, 'github'))
    const theirs = await current.standIn.consent(await startSignIn(attacker, 'github'))
    mine.url.searchParams.set('code', theirs.url.searchParams.get('code') ?? '')
    expect(errorOf(await victim.open(mine.url.href))).toBe('invalid_code')
    expect(await currentUser(victim)).toBeNull()
  })
})

describe('redirects', () => {
  const evil = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']
  const fields = {
    callbackURL: 'INVALID_CALLBACKURL',
    newUserCallbackURL: 'INVALID_NEWUSERCALLBACKURL',
    errorCallbackURL: 'INVALID_ERRORCALLBACKURL',
  }
  it.each(Object.entries(fields))('%s must be trusted', async (field, code) => {
    const { current } = server
    for (const url of evil) {
      const body = { provider: 'github', [field]: url }
      const answer = await current.browser().post(path, body)
      expect(answer).toMatchObject({ status: 403, body: { code } })
    }
  })

  it.each(['callbackURL', 'errorCallbackURL'])('%s of a link, too', async (field) => {
    const { current } = server
    const browser = current.browser()
    await signInWith(current, browser, 'github')
    for (const url of evil) {
      const body = { provider: 'google', [field]: url }
      expect((await browser.post('/api/auth/link-social', body)).status).toBe(403)
    }
  })

  it("carry the provider's error, encoded, to the error page of the sign-in", async () => {
    const { current } = server
    const browser = current.browser()
    const url = await startSignIn(browser, 'github', { errorCallbackURL: '/oops?a=1' })
    const state = new URL(url).searchParams.get('state') ?? ''
    const says = 'No, thanks&error=x#y\r\nSet-Cookie: a=b <script>'
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: says })
    const { location } = await browser.get(`/api/auth/callback/github?${query.toString()}`)
    const landed = new URL(location ?? '', 'http://localhost')
    expect(landed.pathname).toBe('/oops')
    expect([...landed.searchParams]).toEqual([
      ['a', '1'],
      ['error', 'access_denied'],
      ['error_description', says],
    ])
  })

  it.each([
    ['?error=access_denied', 'access_denied'],
    ['?error=%3Cscript%3E', 'invalid_callback_request'],
    ['?code=x', 'state_not_found'],
    ['?code=x&state=unknown', restart],
    ['?code=x&state=a&state=b', 'invalid_callback_request'],
    [`?code=x&state=${'s'.repeat(5000)}`, 'invalid_callback_request'],
    ['', 'state_not_found'],
  ])('for the query %j lead to the error page', async (query, code) => {
    const { current } = server
    const answer = await current.browser().get(`/api/auth/callback/github${query}`)
    expect(answer.location).toMatch(/\/api\/auth\/error\?error=/)
    expect(errorOf(answer)).toBe(code)
  })

  it('without a code lead to the error page of the sign-in', async () => {
    const { current } = server
    const browser = current.browser()
    const url = await startSignIn(browser, 'github', { errorCallbackURL: '/oops' })
    const state = new URL(url).searchParams.get('state') ?? ''
    const answer = await browser.get(`/api/auth/callback/github?state=${state}`)
    expect(answer.location).toBe('/oops?error=no_code')
  })

  it('for an empty form lead to the error page', async () => {
    const { current } = server
    const answer = await fetch(`${current.url}/api/auth/callback/apple?code=x&state=y`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toContain('error=invalid_callback_request')
  })

  it('are refused for HEAD', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.consent(await startSignIn(browser, 'github'))
    expect((await browser.head(`${url.pathname}${url.search}`)).status).toBe(405)
    expect(errorOf(await browser.open(url.href))).toBeNull()
  })
})

describe('input from providers', () => {
  it('may be posted across sites to the callback only', async () => {
    const { current } = server
    const browser = current.browser()
    await signInWith(current, browser, 'github')
    const origin = { origin: 'https://evil.example' }
    for (const other of ['link-social', 'unlink-account', 'refresh-token', 'sign-in/social']) {
      const answer = await browser.post(`/api/auth/${other}`, { provider: 'google' }, origin)
      expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
    }
  })

  it('has its name reduced to one line', async () => {
    const { current } = server
    const { persona } = current.standIn
    const name = `A\r\nBcc: all@example.com\0 B\u2028C`
    current.standIn.persona = { ...persona, name, picture: 'javascript:alert(1)' }
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    expect((await currentUser(browser))?.['name']).toBe('A Bcc: all@example.com B C')
    const next = current.browser()
    current.standIn.persona = { ...persona, subject: '99', email: 'x9@example.com', picture: 'x' }
    await signInWith(current, next, 'dropbox')
    expect((await currentUser(next))?.['image']).toBeNull()
  })

  it.each(['not an address', 'a@b@example.com', 'a\r\nb@example.com', 'a@' + 'x'.repeat(300)])(
    'has no usable address in %j',
    async (email) => {
      const { current } = server
      current.standIn.persona = { ...current.standIn.persona, email }
      const landed = await signInWith(current, current.browser(), 'discord')
      expect(errorOf(landed)).toBe('email_not_found')
    },
  )

  it('is refused without a subject', async () => {
    const { current } = server
    current.standIn.persona = { ...current.standIn.persona, subject: 'no number' }
    const landed = await signInWith(current, current.browser(), 'github')
    expect(errorOf(landed)).toBe('unable_to_get_user_info')
  })

  it('does not sign in banned users', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    const id = await signUp(current, browser, persona, { verified: true })
    await current.database.kysely
      .updateTable('users')
      .set({ banned: true })
      .where('email', '=', persona.email)
      .execute()
    const visitor = current.browser()
    const { location } = await signInWith(current, visitor, 'github', { errorCallbackURL: '/no' })
    expect(location).toMatch(/^\/no\?error=banned&error_description=You\+have\+been\+banned/)
    expect(await currentUser(visitor)).toBeNull()
    const { rows } = await current.database.pool.query(
      `select details from audit_entry where user_id = $1 and action = 'sign-in' and not succeeded`,
      [id],
    )
    expect(rows).toEqual([
      { details: { method: 'social', providerId: 'github', reason: 'banned_user' } },
    ])
  })
})

it('unknown providers are refused', async () => {
  const { current } = server
  for (const provider of ['nobody', '__proto__', 'credential', 'constructor']) {
    expect(await current.browser().post(path, { provider })).toMatchObject({
      status: 404,
      body: { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    })
  }
})
