import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  comeBack,
  errorOf,
  leave,
  signInBy,
  signUp,
  socialServer,
  whoIsIn,
} from '../../../../../test/social.ts'

const db = testDatabase()
const server = socialServer(db)
const path = '/api/auth/sign-in/social'
const restart = 'please_restart_the_process'

describe('the state', () => {
  it('works once', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    expect(errorOf(await browser.open(url.href))).toBeNull()
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('is worth nothing in another browser, and still works in its own', async () => {
    const { current } = server
    const [browser, victim, bystander] = [current.browser(), current.browser(), current.browser()]
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    expect(errorOf(await victim.open(url.href))).toBe(restart)
    await leave(bystander, 'github')
    expect(errorOf(await bystander.open(url.href))).toBe(restart)
    expect(await whoIsIn(victim)).toBeNull()
    expect(await whoIsIn(bystander)).toBeNull()
    expect(errorOf(await browser.open(url.href))).toBeNull()
  })

  it('is bound by a cookie that nobody can make', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    const forger = current.browser()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value.slice(0, -3)}AAA`)
    const answer = await forger.get(`${url.pathname}${url.search}`, { cookie: cookie.join('; ') })
    expect(errorOf(answer)).toBe(restart)
  })

  it('ends after ten minutes', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    current.clock.advance(601)
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('opens one session, however often the callback is called at once', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
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

  it('serves two tabs of one browser', async () => {
    const { current } = server
    const browser = current.browser()
    const [one, other] = [await leave(browser, 'github'), await leave(browser, 'google')]
    expect(errorOf(await comeBack(current, browser, one))).toBeNull()
    expect(errorOf(await comeBack(current, browser, other))).toBeNull()
  })

  it('makes one user of 20 first sign-ins at once', async () => {
    const { current } = server
    const browsers = Array.from({ length: 20 }, () => current.browser())
    const all = await Promise.all(browsers.map((one) => signInBy(current, one, 'google')))
    expect(all.map(errorOf)).toEqual(all.map(() => null))
    const users = await Promise.all(browsers.map(whoIsIn))
    expect(new Set(users.map((user) => user?.['id'])).size).toBe(1)
  })

  it('makes one user of first sign-ins by several providers at once', async () => {
    const { current } = server
    const providers = ['google', 'github', 'discord', 'dropbox', 'twitter']
    const browsers = providers.map((provider) => ({ provider, browser: current.browser() }))
    const all = await Promise.all(
      browsers.map(({ provider, browser }) => signInBy(current, browser, provider)),
    )
    expect(all.map(errorOf)).toEqual(all.map(() => null))
    const users = await Promise.all(browsers.map(({ browser }) => whoIsIn(browser)))
    expect(new Set(users.map((user) => user?.['id'])).size).toBe(1)
  })
})

describe('a mix-up', () => {
  it('by the door of another provider is noticed', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    const door = url.href.replace('/callback/github', '/callback/gitlab')
    expect(errorOf(await browser.open(door))).toBe('issuer_mismatch')
    expect(errorOf(await browser.open(url.href))).toBe(restart)
  })

  it('by another issuer is noticed (RFC 9207)', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'google'))
    url.searchParams.set('iss', 'https://evil.example')
    expect(errorOf(await browser.open(url.href))).toBe('issuer_mismatch')
    const right = await current.standIn.agree(await leave(browser, 'google'))
    right.url.searchParams.set('iss', 'https://accounts.google.com')
    expect(errorOf(await browser.open(right.url.href))).toBeNull()
  })

  it("by somebody else's code is noticed, because their verifier is another", async () => {
    const { current } = server
    const [victim, attacker] = [current.browser(), current.browser()]
    const mine = await current.standIn.agree(await leave(victim, 'github'))
    const theirs = await current.standIn.agree(await leave(attacker, 'github'))
    mine.url.searchParams.set('code', theirs.url.searchParams.get('code') ?? '')
    expect(errorOf(await victim.open(mine.url.href))).toBe('invalid_code')
    expect(await whoIsIn(victim)).toBeNull()
  })
})

describe('where the browser is sent', () => {
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
    await signInBy(current, browser, 'github')
    for (const url of evil) {
      const body = { provider: 'google', [field]: url }
      expect((await browser.post('/api/auth/link-social', body)).status).toBe(403)
    }
  })

  it('with what a provider says, encoded, to the page of the sign-in', async () => {
    const { current } = server
    const browser = current.browser()
    const url = await leave(browser, 'github', { errorCallbackURL: '/oops?a=1' })
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
  ])('for %j to the error page', async (query, code) => {
    const { current } = server
    const answer = await current.browser().get(`/api/auth/callback/github${query}`)
    expect(answer.location).toMatch(/\/api\/auth\/error\?error=/)
    expect(errorOf(answer)).toBe(code)
  })

  it('without a code back to the page of the sign-in', async () => {
    const { current } = server
    const browser = current.browser()
    const url = await leave(browser, 'github', { errorCallbackURL: '/oops' })
    const state = new URL(url).searchParams.get('state') ?? ''
    const answer = await browser.get(`/api/auth/callback/github?state=${state}`)
    expect(answer.location).toBe('/oops?error=no_code')
  })

  it('by a form without fields to the error page', async () => {
    const { current } = server
    const answer = await fetch(`${current.url}/api/auth/callback/apple?code=x&state=y`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toContain('error=invalid_callback_request')
  })

  it('does nothing on HEAD', async () => {
    const { current } = server
    const browser = current.browser()
    const { url } = await current.standIn.agree(await leave(browser, 'github'))
    expect((await browser.head(`${url.pathname}${url.search}`)).status).toBe(405)
    expect(errorOf(await browser.open(url.href))).toBeNull()
  })
})

describe('what comes from elsewhere', () => {
  it('is posted to the callback from anywhere, and to nothing else', async () => {
    const { current } = server
    const browser = current.browser()
    await signInBy(current, browser, 'github')
    const origin = { origin: 'https://evil.example' }
    for (const other of ['link-social', 'unlink-account', 'refresh-token', 'sign-in/social']) {
      const answer = await browser.post(`/api/auth/${other}`, { provider: 'google' }, origin)
      expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
    }
  })

  it('becomes a name of one line', async () => {
    const { current } = server
    const { persona } = current.standIn
    const name = `A\r\nBcc: all@example.com\0 B\u2028C`
    current.standIn.persona = { ...persona, name, picture: 'javascript:alert(1)' }
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    expect((await whoIsIn(browser))?.['name']).toBe('A Bcc: all@example.com B C')
    const next = current.browser()
    current.standIn.persona = { ...persona, subject: '99', email: 'x9@example.com', picture: 'x' }
    await signInBy(current, next, 'dropbox')
    expect((await whoIsIn(next))?.['image']).toBeNull()
  })

  it.each(['not an address', 'a@b@example.com', 'a\r\nb@example.com', 'a@' + 'x'.repeat(300)])(
    'is no address: %j',
    async (email) => {
      const { current } = server
      current.standIn.persona = { ...current.standIn.persona, email }
      const landed = await signInBy(current, current.browser(), 'discord')
      expect(errorOf(landed)).toBe('email_not_found')
    },
  )

  it('is nobody without an id', async () => {
    const { current } = server
    current.standIn.persona = { ...current.standIn.persona, subject: 'no number' }
    const landed = await signInBy(current, current.browser(), 'github')
    expect(errorOf(landed)).toBe('unable_to_get_user_info')
  })

  it('comes in by no ban', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    const id = await signUp(current, browser, persona, { verified: true })
    await current.database.kysely
      .updateTable('users')
      .set({ banned: true })
      .where('email', '=', persona.email)
      .execute()
    const stranger = current.browser()
    const { location } = await signInBy(current, stranger, 'github', { errorCallbackURL: '/no' })
    expect(location).toMatch(/^\/no\?error=banned&error_description=You\+have\+been\+banned/)
    expect(await whoIsIn(stranger)).toBeNull()
    const { rows } = await current.database.pool.query(
      `select details from audit_entry where user_id = $1 and action = 'sign-in' and not succeeded`,
      [id],
    )
    expect(rows).toEqual([
      { details: { method: 'social', providerId: 'github', reason: 'banned_user' } },
    ])
  })
})

it('nobody else is asked for', async () => {
  const { current } = server
  for (const provider of ['nobody', '__proto__', 'credential', 'constructor']) {
    expect(await current.browser().post(path, { provider })).toMatchObject({
      status: 404,
      body: { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    })
  }
})
