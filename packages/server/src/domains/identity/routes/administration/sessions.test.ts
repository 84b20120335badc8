import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Browser, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current, { name: 'Olga Operator' })
})

const path = (name: string) => `/api/auth/admin/${name}`
const call = (name: string, body: object) => operator.browser.post(path(name), body)
const session = (browser: Browser) => browser.get('/api/auth/get-session')
const userId = ({ id }: Person) => ({ userId: id })
const begin = (browser: Browser, someone: Person) =>
  browser.post(path('impersonate-user'), userId(someone))

describe('the sessions of a user', () => {
  const listed = z.object({ sessions: z.array(z.object({ id: z.string(), token: z.string() })) })

  it('are listed, including expired ones', async () => {
    const someone = await newPerson(server.current)
    await signInAgain(server.current, someone, { rememberMe: false })
    clock.advance(86_401)
    const answer = await call('list-user-sessions', userId(someone))
    const { sessions } = listed.parse(answer.body)
    expect(sessions.map(({ token }) => token)).toContain(someone.token)
    expect(sessions).toHaveLength(2)
    expect(answer.body).toMatchObject({
      sessions: [{ userId: someone.id, impersonatedBy: null }, { userAgent: 'node' }],
    })
  })

  it('can be revoked one by one, repeatedly', async () => {
    const someone = await newPerson(server.current)
    const other = await signInAgain(server.current, someone)
    const body = { sessionToken: someone.token }
    for (const _time of [1, 2]) {
      const answer = await call('revoke-user-session', body)
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await session(someone.browser)).toMatchObject({ body: null })
    expect(await session(other)).toMatchObject({ body: { user: { id: someone.id } } })
    expect(await call('revoke-user-session', { sessionToken: 'nonsense' })).toMatchObject({
      body: { success: true },
    })
  })

  it('can be revoked all at once', async () => {
    const someone = await newPerson(server.current)
    const other = await signInAgain(server.current, someone)
    const answer = await call('revoke-user-sessions', userId(someone))
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(await session(someone.browser)).toMatchObject({ body: null })
    expect(await session(other)).toMatchObject({ body: null })
  })
})

describe('impersonation', () => {
  it('lasts an hour and names the operator', async () => {
    const someone = await newPerson(server.current)
    const browser = await signInAgain(server.current, operator)
    const answer = await begin(browser, someone)
    const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expect(answer).toMatchObject({
      status: 200,
      body: {
        session: { userId: someone.id, impersonatedBy: operator.id },
        user: { id: someone.id },
      },
    })
    expect(JSON.stringify(answer.body)).toContain(`"expiresAt":"${expiresAt.slice(0, 16)}`)
    expect(await session(browser)).toMatchObject({
      body: { session: { impersonatedBy: operator.id }, user: { email: someone.email } },
    })
    clock.advance(3_601)
    expect(await session(browser)).toMatchObject({ body: null })
  })

  it('sets its cookies in this order, one line each', async () => {
    const browser = await signInAgain(server.current, operator)
    const { cookies } = await begin(browser, await newPerson(server.current))
    const rest = 'Path=/; HttpOnly; SameSite=Lax'
    expect(cookies.map((line) => line.replace(/^([^=]+)=[^;]+/, '$1=…'))).toEqual([
      `guildhall.session_data=; Max-Age=0; ${rest}`,
      `guildhall.admin_session=…; Max-Age=604800; ${rest}`,
      `guildhall.session_token=…; ${rest}`,
      `guildhall.dont_remember=…; ${rest}`,
    ])
  })

  it('defect 17: leaves no cookie or session when it stops', async () => {
    const someone = await newPerson(server.current)
    const browser = await signInAgain(server.current, operator)
    const before = browser.cookies.get('guildhall.session_token')
    await begin(browser, someone)
    const impersonating = browser.cookies.get('guildhall.session_token') ?? ''
    const answer = await browser.post(path('stop-impersonating'), {})
    expect(answer).toMatchObject({
      status: 200,
      body: { session: { impersonatedBy: null }, user: { id: operator.id } },
    })
    expect([...browser.cookies]).toEqual([['guildhall.session_token', before]])
    expect(answer.cookies.at(-1)).toMatch(/^guildhall\.session_token=.*Max-Age=\d{6}/)
    const headers = { cookie: `guildhall.session_token=${impersonating}` }
    const old = await openBrowser(server.current.url).get('/api/auth/get-session', headers)
    expect(old).toMatchObject({ body: null })
  })

  it('restores a session that ends with the browser as such', async () => {
    const browser = await signInAgain(server.current, operator, { rememberMe: false })
    await begin(browser, await newPerson(server.current))
    const { cookies } = await browser.post(path('stop-impersonating'), {})
    const token = cookies.find((line) => line.startsWith('guildhall.session_token='))
    expect(token).not.toContain('Max-Age')
    expect([...browser.cookies.keys()].sort()).toEqual([
      'guildhall.dont_remember',
      'guildhall.session_token',
    ])
  })

  it('is refused for operators, including oneself', async () => {
    const colleague = await newPerson(server.current)
    await call('set-role', { ...userId(colleague), role: 'admin' })
    const body = { code: 'YOU_CANNOT_IMPERSONATE_ADMINS', message: 'You cannot impersonate admins' }
    for (const someone of [colleague, operator]) {
      expect(await begin(operator.browser, someone)).toMatchObject({ status: 403, body })
    }
  })

  it('is refused for banned users', async () => {
    const someone = await newPerson(server.current)
    await call('ban-user', userId(someone))
    expect(await begin(operator.browser, someone)).toMatchObject({
      status: 403,
      body: { code: 'BANNED_USER' },
    })
  })

  it('has no operator permissions and is not fresh', async () => {
    const browser = await signInAgain(server.current, operator)
    await begin(browser, await newPerson(server.current))
    expect(await browser.get(path('list-users'))).toMatchObject({ status: 403 })
    const body = { providerId: 'credential' }
    expect(await browser.post('/api/auth/unlink-account', body)).toMatchObject({
      status: 403,
      body: { code: 'SESSION_IS_NOT_FRESH' },
    })
  })

  it.each([
    ['the operator is dismissed', (id: string) => call('set-role', { userId: id, role: 'user' })],
    ['the operator is banned', (id: string) => call('ban-user', { userId: id })],
    ['the operator is removed', (id: string) => call('remove-user', { userId: id })],
    ['the operator is signed out', (id: string) => call('revoke-user-sessions', { userId: id })],
  ])('ends when %s', async (_what, act) => {
    const colleague = await newPerson(server.current)
    await call('set-role', { ...userId(colleague), role: 'admin' })
    await begin(colleague.browser, await newPerson(server.current))
    expect((await session(colleague.browser)).body).not.toBeNull()
    expect(await act(colleague.id)).toMatchObject({ status: 200 })
    expect(await session(colleague.browser)).toMatchObject({ body: null })
  })

  it('ends when the user becomes an operator', async () => {
    const someone = await newPerson(server.current)
    const browser = await signInAgain(server.current, operator)
    await begin(browser, someone)
    await call('set-role', { ...userId(someone), role: 'admin' })
    expect(await session(browser)).toMatchObject({ body: null })
    expect(await session(someone.browser)).toMatchObject({ body: { user: { role: 'admin' } } })
  })
})

describe('stop-impersonating', () => {
  const stop = (browser: Browser) => browser.post(path('stop-impersonating'), {})

  it('is refused without an impersonation', async () => {
    expect(await stop(openBrowser(server.current.url))).toMatchObject({ status: 401 })
    const body = {
      code: 'YOU_ARE_NOT_IMPERSONATING_ANYONE',
      message: 'You are not impersonating anyone',
    }
    expect(await stop(operator.browser)).toMatchObject({ status: 400, body })
  })

  it('signs out if the operator session has ended', async () => {
    const first = await signInAgain(server.current, operator)
    const token = z
      .object({ session: z.object({ token: z.string() }) })
      .parse((await session(first)).body).session.token
    await begin(first, await newPerson(server.current))
    await call('revoke-user-session', { sessionToken: token })
    const body = { code: 'FAILED_TO_FIND_ADMIN_SESSION', message: 'Failed to find admin session' }
    expect(await stop(first)).toMatchObject({ status: 401, body })
    expect([...first.cookies.keys()]).toEqual([])
    expect(await session(first)).toMatchObject({ body: null })
  })

  it('does not accept a session of another user', async () => {
    const colleague = await newPerson(server.current)
    await call('set-role', { ...userId(colleague), role: 'admin' })
    await begin(colleague.browser, await newPerson(server.current))
    const browser = await signInAgain(server.current, operator)
    await begin(browser, await newPerson(server.current))
    const cookie = ['session_token', 'dont_remember']
      .map((name) => `guildhall.${name}=${browser.cookies.get(`guildhall.${name}`)}`)
      .concat(`guildhall.admin_session=${colleague.browser.cookies.get('guildhall.admin_session')}`)
      .join('; ')
    const answer = await openBrowser(server.current.url).post(
      path('stop-impersonating'),
      {},
      { cookie, origin: server.current.url },
    )
    expect(answer).toMatchObject({ status: 401, body: { code: 'FAILED_TO_FIND_ADMIN_SESSION' } })
  })
})
