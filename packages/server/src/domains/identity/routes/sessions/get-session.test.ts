import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type MovableClock, movableClock } from '../../../../../test/movable-clock.ts'
import { newPerson, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, type TestServer, testServer } from '../../../../../test/server.ts'

const path = '/api/auth/get-session'
const cookie = 'guildhall.session_token'
const day = 86_400

const db = testDatabase()
const shared = testServer(db)

async function started(env = {}, clock: MovableClock = movableClock()) {
  const server = await startTestServer(db, env, { clock })
  stops.push(server.stop)
  return { server, clock }
}
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

describe('get-session', () => {
  it('returns null without a cookie', async () => {
    const answer = await openBrowser(shared.current.url).get(path)
    expect(answer).toMatchObject({ status: 200, body: null, cookies: [] })
  })

  it('returns the full session and user, uncacheable', async () => {
    const { browser, id, email, token } = await newPerson(shared.current)
    const answer = await browser.get(path)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.cookies).toEqual([])
    expect(answer.body).toEqual({
      session: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token,
        userId: id,
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        ipAddress: '127.0.0.1',
        userAgent: 'node',
        activeOrganizationId: null,
        activeTeamId: null,
        impersonatedBy: null,
      },
      user: {
        id,
        name: 'Ann Example',
        email,
        emailVerified: false,
        image: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        username: null,
        displayUsername: null,
        role: expect.any(String),
        banned: null,
        banReason: null,
        banExpires: null,
      },
    })
  })

  it('returns null for a tampered cookie and clears nothing', async () => {
    const { browser } = await newPerson(shared.current)
    const value = browser.cookies.get(cookie) ?? ''
    for (const forged of [value.slice(1), value.replace('%3D', ''), `x${value}`, '%', '']) {
      const answer = await openBrowser(shared.current.url).get(path, {
        cookie: `${cookie}=${forged}`,
      })
      expect(answer).toMatchObject({ status: 200, body: null, cookies: [] })
    }
  })

  it('returns null for another signed value', async () => {
    const { keyring, url } = shared.current
    const { token } = await newPerson(shared.current)
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`
    for (const value of ['true', 'a'.repeat(48), '', forged, `${token} `]) {
      const headers = { cookie: `${cookie}=${keyring.signCookie(value)}` }
      expect(await openBrowser(url).get(path, headers)).toMatchObject({ body: null })
    }
  })

  it('clears the cookies of a session that has ended', async () => {
    const { browser } = await newPerson(shared.current)
    await db.database.kysely.deleteFrom('session').execute()
    const { body, cookies } = await browser.get(path)
    expect(body).toBeNull()
    expect(cookies).toEqual([
      'guildhall.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'guildhall.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'guildhall.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  it('returns null from the moment of a ban, in every process', async () => {
    const { server: other } = await started()
    const { browser, id } = await newPerson(shared.current)
    const headers = { cookie: `${cookie}=${browser.cookies.get(cookie)}` }
    expect(await openBrowser(other.url).get(path, headers)).toMatchObject({
      body: { user: { id } },
    })
    await db.database.pool.query('update users set banned = true where id = $1', [id])
    expect(await openBrowser(other.url).get(path, headers)).toMatchObject({ body: null })
    expect(await browser.get(path)).toMatchObject({ body: null })
  })

  it('relies on no stored value that could sign in', async () => {
    const { browser, token } = await newPerson(shared.current)
    const tables = await db.database.pool.query<{ text: string }>(`
      select (select string_agg(s::text, ' ') from session s)
          || (select string_agg(a::text, ' ') from account a)
          || (select string_agg(v::text, ' ') from outbox v) as text`)
    const value = decodeURIComponent(browser.cookies.get(cookie) ?? '')
    const stored = tables.rows.map(({ text }) => text).join()
    expect(stored).not.toContain(token)
    for (const part of value.split('.')) expect(stored).not.toContain(part)
  })
})

describe('a session', () => {
  it('is extended by use once it is a day old', async () => {
    const { server, clock } = await started()
    const { browser } = await newPerson(server)
    // A slow request would be answered with a second less.
    clock.freeze()
    clock.advance(day - 60)
    expect((await browser.get(path)).cookies).toEqual([])
    clock.advance(120)
    expect((await browser.get(`${path}?disableRefresh=true`)).cookies).toEqual([])
    const { cookies, headers, body } = await browser.get(path)
    expect(cookies).toEqual([
      expect.stringMatching(/^guildhall\.session_token=[^;]+; Max-Age=604800; Path=/),
    ])
    expect(headers.get('set-auth-token')).toBe(browser.cookies.get(cookie))
    expect(daysLeft(body, clock)).toBeCloseTo(7, 3)
    expect((await browser.get(path)).cookies).toEqual([])
  })

  it('is extended by any call, with its cookie', async () => {
    const { server, clock } = await started()
    const { browser } = await newPerson(server)
    clock.freeze()
    clock.advance(day + 60)
    const { cookies } = await browser.get('/api/auth/list-sessions')
    expect(cookies).toEqual([expect.stringContaining('Max-Age=604800')])
  })

  it('stays one session when parallel calls extend it', async () => {
    const { server, clock } = await started()
    const { browser } = await newPerson(server)
    clock.advance(day + 60)
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.get(path)))
    for (const { body } of answers) expect(daysLeft(body, clock)).toBeCloseTo(7, 3)
  })

  it('expires a week after its last use', async () => {
    const { server, clock } = await started()
    const { browser } = await newPerson(server)
    clock.advance(7 * day + 1)
    const answer = await browser.get(path)
    expect(answer).toMatchObject({ status: 200, body: null })
    expect(answer.cookies).toHaveLength(3)
  })

  it('that is not remembered ends with the browser, or after a day', async () => {
    const { server, clock } = await started({ GUILDHALL_SESSION_REFRESH_SECONDS: '0' })
    const person = await newPerson(server)
    const browser = await signInAgain(server, person, { rememberMe: false })
    expect([...browser.cookies.keys()]).toEqual([cookie, 'guildhall.dont_remember'])
    const { body, cookies } = await browser.get(path)
    expect(daysLeft(body, clock)).toBeCloseTo(1, 3)
    expect(cookies).toEqual([])
    clock.advance(day + 1)
    expect(await browser.get(path)).toMatchObject({ body: null })
  })

  it('survives a rotation of the secret and gets a token with the new one', async () => {
    const [older, newer] = ['an-older-secret-of-32-characters', 'a-newer-secret-of-32-characters!']
    const clock = movableClock()
    const { server: before } = await started({ GUILDHALL_SECRET: older }, clock)
    const { browser: first } = await newPerson(before)
    const old = first.cookies.get(cookie) ?? ''

    const { server: rotated } = await started({ GUILDHALL_SECRET: `${newer},${older}` }, clock)
    clock.advance(day + 60)
    const answer = await openBrowser(rotated.url).get(path, { cookie: `${cookie}=${old}` })
    const renewed = answer.headers.get('set-auth-token') ?? ''
    expect(renewed).not.toBe(old)

    const { server: after } = await started({ GUILDHALL_SECRET: newer }, clock)
    const seen = (value: string) =>
      openBrowser(after.url).get(path, { cookie: `${cookie}=${value}` })
    expect(await seen(old)).toMatchObject({ body: null })
    expect(await seen(renewed)).toMatchObject({ body: { session: {} } })
  })
})

describe('calls with one session', () => {
  const limited = { GUILDHALL_RATE_LIMIT: 'on' }

  /** Somebody who signed up at a server without rate limits. */
  async function visitor() {
    const { browser } = await newPerson(shared.current)
    const headers = { cookie: `${cookie}=${browser.cookies.get(cookie)}` }
    return (server: TestServer, query = '') => openBrowser(server.url).get(path + query, headers)
  }

  it('are limited across all processes, per session', async () => {
    const { server: first } = await started(limited)
    const { server: second } = await started(limited)
    const [ask, askOther] = [await visitor(), await visitor()]
    const asked = Array.from({ length: 65 }, () => [ask(first), ask(second)]).flat()
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ message: 'Too many requests. Please try again later.' })
      expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(Number(headers.get('x-retry-after')))
    }
    expect(await askOther(first)).toMatchObject({ status: 200 })
  })

  it('are not limited without one, nor with a token that the server did not sign', async () => {
    const { server } = await started(limited)
    for (const headers of [{}, { cookie: `${cookie}=made.up` }]) {
      const ask = () => openBrowser(server.url).get(path, headers)
      const answers = await Promise.all(Array.from({ length: 101 }, ask))
      expect(answers).toEqual(
        answers.map(() => expect.objectContaining({ status: 200, body: null })),
      )
    }
  })

  it('write nothing beyond the limit', async () => {
    const { server, clock } = await started(limited)
    const ask = await visitor()
    clock.advance(day + 60)
    await Promise.all(Array.from({ length: 100 }, () => ask(server, '?disableRefresh=true')))
    const sessions = () => db.database.kysely.selectFrom('session').selectAll().execute()
    const before = await sessions()
    expect(await ask(server)).toMatchObject({ status: 429, cookies: [] })
    expect(await sessions()).toEqual(before)
  })

  it('are limited with a cache cookie too', async () => {
    const cached = { ...limited, GUILDHALL_SESSION_CACHE_SECONDS: '60' }
    const { server } = await started(cached)
    const { browser } = await newPerson(server)
    expect(browser.cookies.has('guildhall.session_data')).toBe(true)
    await db.database.kysely.deleteFrom('session').execute()
    const answers = await Promise.all(Array.from({ length: 101 }, () => browser.get(path)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(answers.filter(({ body }) => body !== null && 'user' in body)).toHaveLength(100)
  })
})

describe('cookies', () => {
  it('are https-only on an https server, under the configured name', async () => {
    const { server } = await started({
      GUILDHALL_URL: 'https://shop.example.com',
      GUILDHALL_COOKIE_PREFIX: 'better-auth',
    })
    const { browser } = await newPerson({ url: `http://127.0.0.1:${server.port}` })
    expect([...browser.cookies.keys()]).toEqual(['__Secure-better-auth.session_token'])
    const { cookies } = await browser.post('/api/auth/sign-out', {})
    expect(cookies).toContain(
      '__Secure-better-auth.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it('are signed as existing middleware verifies them', async () => {
    const { browser, token } = await newPerson(shared.current)
    const secret = shared.current.config.server.secrets?.[0] ?? ''
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    expect(decodeURIComponent(browser.cookies.get(cookie) ?? '')).toBe(`${token}.${signature}`)
  })
})

describe('a bearer token', () => {
  it('authenticates only in its signed form', async () => {
    const { browser, id, token } = await newPerson(shared.current)
    const signed = browser.cookies.get(cookie) ?? ''
    const seenWith = (authorization: string) =>
      openBrowser(shared.current.url).get(path, { authorization })
    for (const good of [signed, decodeURIComponent(signed)]) {
      expect(await seenWith(`Bearer ${good}`)).toMatchObject({ body: { user: { id } } })
    }
    for (const bad of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`]) {
      expect(await seenWith(`Bearer ${bad}`)).toMatchObject({ status: 200, body: null })
    }
  })

  it('takes precedence over a cookie, even if invalid', async () => {
    const { browser } = await newPerson(shared.current)
    const other = await newPerson(shared.current)
    const authorization = `Bearer ${other.browser.cookies.get(cookie)}`
    expect(await browser.get(path, { authorization })).toMatchObject({
      body: { user: { id: other.id } },
    })
    for (const bad of ['Bearer x', 'Bearer ', 'bearer a b']) {
      expect(await browser.get(path, { authorization: bad })).toMatchObject({ body: null })
    }
  })
})

describe('the cookie cache', () => {
  const data = 'guildhall.session_data'
  const cached = { GUILDHALL_SESSION_CACHE_SECONDS: '60' }
  const end = (server: TestServer) => server.database.kysely.deleteFrom('session').execute()

  it('is off by default', async () => {
    const { browser } = await newPerson(shared.current)
    await browser.get(path)
    expect(browser.cookies.has(data)).toBe(false)
  })

  it('replaces the database for the configured seconds only', async () => {
    const { server, clock } = await started(cached)
    const { browser, id } = await newPerson(server)
    expect(browser.cookies.has(data)).toBe(true)
    await end(server)
    clock.advance(30)
    expect(await browser.get(path)).toMatchObject({ body: { user: { id } }, cookies: [] })
    clock.advance(31)
    expect(await browser.get(path)).toMatchObject({ status: 200, body: null })
  })

  it('can be bypassed, and serves get-session only', async () => {
    const { server } = await started(cached)
    const { browser } = await newPerson(server)
    await end(server)
    expect(await browser.get('/api/auth/list-sessions')).toMatchObject({ status: 401 })
    expect(await browser.get(`${path}?disableCookieCache=true`)).toMatchObject({ body: null })
  })

  it('has the format that existing middleware reads', async () => {
    const { server } = await started(cached)
    const { browser, id, token } = await newPerson(server)
    const text = Buffer.from(browser.cookies.get(data) ?? '', 'base64url').toString()
    const { session: pair, expiresAt, signature } = JSON.parse(text)
    expect(pair).toMatchObject({ session: { token }, user: { id } })
    const secret = server.config.server.secrets?.[0] ?? ''
    const made = createHmac('sha256', secret)
      .update(JSON.stringify({ ...pair, expiresAt }))
      .digest('base64url')
    expect(signature).toBe(made)
  })

  it('is ignored if damaged, forged or of another session', async () => {
    const { server } = await started(cached)
    const { browser, id } = await newPerson(server)
    const other = await newPerson(server)
    const genuine = browser.cookies.get(data) ?? ''
    const edited = Buffer.from(genuine, 'base64url')
      .toString()
      .replace('"role":"', '"role":"admin,')
    const session = browser.cookies.get(cookie)
    for (const value of [
      'x',
      '',
      genuine.slice(0, -9),
      Buffer.from(edited).toString('base64url'),
      Buffer.from('null').toString('base64url'),
      Buffer.from('{"session":null}').toString('base64url'),
      other.browser.cookies.get(data),
    ]) {
      const headers = { cookie: `${cookie}=${session}; ${data}=${value}` }
      const answer = await openBrowser(server.url).get(path, headers)
      expect(answer.body).toMatchObject({ user: { id, role: 'user' } })
    }
  })

  it('is not set if it would be too long', async () => {
    const { server } = await started(cached)
    const { browser, id } = await newPerson(server, {
      image: `https://a.example/${'i'.repeat(2000)}`,
    })
    expect(browser.cookies.has(data)).toBe(true)
    const long = await newPerson(server, { image: 'ü'.repeat(2048) })
    expect(long.browser.cookies.has(data)).toBe(false)
    expect(await long.browser.get(path)).toMatchObject({ body: { user: { id: long.id } } })
    expect(await browser.get(path)).toMatchObject({ body: { user: { id } } })
  })
})

function daysLeft(body: object | null, clock: MovableClock): number {
  const { session } = z.object({ session: z.object({ expiresAt: z.iso.datetime() }) }).parse(body)
  return (Date.parse(session.expiresAt) - clock.now().getTime()) / day / 1000
}
