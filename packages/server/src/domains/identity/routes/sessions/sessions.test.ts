import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type Browser, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { newPerson, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const shared = testServer(db)

const sessions = z.array(
  z.object({ id: z.string(), token: z.string(), lastUsedAt: z.string(), updatedAt: z.string() }),
)

const list = async (browser: Browser) =>
  sessions.parse((await browser.get('/api/auth/list-sessions')).body)

const isSignedIn = async (browser: Browser) =>
  (await browser.get('/api/auth/get-session?disableCookieCache=true')).body !== null

describe('listing sessions', () => {
  it('requires a session', async () => {
    const answer = await openBrowser(shared.current.url).get('/api/auth/list-sessions')
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  it('returns the own live sessions in the order of signing in', async () => {
    const clock = movableClock()
    const server = await startTestServer(db, {}, { clock })
    onTestFinished(server.stop)
    const person = await newPerson(server)
    await newPerson(server)
    const brief = await signInAgain(server, person, { rememberMe: false })
    expect(await list(brief)).toHaveLength(2)
    expect((await list(brief))[0]?.token).toBe(person.token)
    clock.advance(86_401)
    expect(await list(person.browser)).toHaveLength(1)
  })

  it('leaves out impersonations', async () => {
    const person = await newPerson(shared.current)
    const browser = await signInAgain(shared.current, person)
    const operator = await newPerson(shared.current)
    await db.database.pool.query(
      `update session set impersonated_by = $1
        where id = (select id from session where user_id = $2 order by created_at desc limit 1)`,
      [operator.id, person.id],
    )
    expect(await list(person.browser)).toHaveLength(1)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

it('the last use of a session is accurate to minutes', async () => {
  const clock = movableClock()
  const server = await startTestServer(db, {}, { clock })
  onTestFinished(server.stop)
  const person = await newPerson(server)
  const [before] = await list(person.browser)
  clock.advance(280)
  await list(person.browser)
  expect(await list(person.browser)).toEqual([before])
  clock.advance(20)
  await list(person.browser)
  const [after] = await list(person.browser)
  const { lastUsedAt = '' } = after ?? {}
  expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(
    Date.parse(before?.lastUsedAt ?? '') + 300_000,
  )
  expect(after).toEqual({ ...before, lastUsedAt })
})

describe('revoking sessions', () => {
  it('ends one by its token or its id', async () => {
    const person = await newPerson(shared.current)
    const second = await signInAgain(shared.current, person)
    const third = await signInAgain(shared.current, person)
    const [, two, three] = await list(person.browser)
    for (const token of [two?.token, three?.id]) {
      const answer = await person.browser.post('/api/auth/revoke-session', { token })
      expect(answer).toMatchObject({ status: 200, body: { status: true } })
    }
    expect(await Promise.all([person.browser, second, third].map(isSignedIn))).toEqual([
      true,
      false,
      false,
    ])
  })

  it("refuses another user's session and unknown ones", async () => {
    const person = await newPerson(shared.current)
    const other = await newPerson(shared.current)
    const [foreign] = await list(other.browser)
    for (const token of [other.token, foreign?.id, 'x', '', person.id]) {
      const answer = await person.browser.post('/api/auth/revoke-session', { token })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'SESSION_NOT_FOUND', message: 'Session not found' },
      })
    }
    expect(await isSignedIn(other.browser)).toBe(true)
  })

  it('ends all others, or all', async () => {
    const person = await newPerson(shared.current)
    const second = await signInAgain(shared.current, person)
    const other = await newPerson(shared.current)
    await person.browser.post('/api/auth/revoke-other-sessions', {})
    expect(await isSignedIn(person.browser)).toBe(true)
    expect(await isSignedIn(second)).toBe(false)
    const third = await signInAgain(shared.current, person)
    await third.post('/api/auth/revoke-sessions', {})
    expect(await isSignedIn(person.browser)).toBe(false)
    expect(await isSignedIn(third)).toBe(false)
    expect(await isSignedIn(other.browser)).toBe(true)
  })

  it('takes effect with a cache cookie too, except for get-session', async () => {
    const server = await startTestServer(db, { GUILDHALL_SESSION_CACHE_SECONDS: '300' })
    onTestFinished(server.stop)
    const { browser } = await newPerson(server)
    await browser.post('/api/auth/revoke-sessions', {})
    expect(await browser.get('/api/auth/list-sessions')).toMatchObject({ status: 401 })
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('signing out', () => {
  it('ends the session and clears its cookies', async () => {
    const { browser, id } = await newPerson(shared.current)
    const before = browser.cookies.get('guildhall.session_token')
    const answer = await browser.post('/api/auth/sign-out', {})
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.cookies).toHaveLength(3)
    expect(browser.cookies.size).toBe(0)
    const cookie = `guildhall.session_token=${before}`
    const again = openBrowser(shared.current.url)
    expect(await again.get('/api/auth/get-session', { cookie })).toMatchObject({ body: null })
    const { rows } = await db.database.pool.query(
      'select action from audit_entry where user_id = $1 order by at',
      [id],
    )
    expect(rows.at(-1)).toEqual({ action: 'sign-out' })
  })

  it('succeeds without a session', async () => {
    const answer = await openBrowser(shared.current.url).post('/api/auth/sign-out', {})
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  it('is refused from another site', async () => {
    const { browser } = await newPerson(shared.current)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/page' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', authorization: 'Basic dXNlcjpwYXNz' },
    ]) {
      const answer = await browser.post('/api/auth/sign-out', {}, headers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
    }
    expect(await isSignedIn(browser)).toBe(true)
  })
})
