import { expect, onTestFinished, test } from 'vitest'
import { type Browser, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { goodPassword, newPerson, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, { GUILDHALL_TRUSTED_PROXIES: '127.0.0.1' }, { clock })

const notFresh = { status: 403, body: { code: 'SESSION_IS_NOT_FRESH' } }
const changeEmail = (browser: Browser) =>
  browser.post('/api/auth/change-email', { newEmail: 'stranger@evil.example' })

const addressOf = async (id: string): Promise<unknown> => {
  const { rows } = await db.database.pool.query('select email from users where id = $1', [id])
  return rows[0]?.email
}

test('who finds a session of yesterday does not change the address', async () => {
  const { browser, id, email } = await newPerson(server.current)
  clock.advance(90_000)
  expect(await changeEmail(browser)).toMatchObject(notFresh)
  expect(await addressOf(id)).toBe(email)
})

test('an operator who acts as a user does not change the address', async () => {
  const operator = await newPerson(server.current)
  await db.database.pool.query(`update users set role = 'admin' where id = $1`, [operator.id])
  const { id, email } = await newPerson(server.current)
  await operator.browser.post('/api/auth/admin/impersonate-user', { userId: id })
  expect(await changeEmail(operator.browser)).toMatchObject(notFresh)
  expect(await addressOf(id)).toBe(email)
})

test('an operator who knows the password neither changes it nor outlasts the hour', async () => {
  const operator = await newPerson(server.current)
  await db.database.pool.query(`update users set role = 'admin' where id = $1`, [operator.id])
  const { id } = await newPerson(server.current)
  const { browser } = operator
  await browser.post('/api/auth/admin/impersonate-user', { userId: id })
  const passwords = { currentPassword: goodPassword, newPassword: 'plum window harbour' }
  const refused = { status: 403, body: { code: 'NOT_WHILE_IMPERSONATING' } }
  for (const revokeOtherSessions of [true, false]) {
    const change = { ...passwords, revokeOtherSessions }
    expect(await browser.post('/api/auth/change-password', change)).toMatchObject(refused)
  }
  const deletion = { password: goodPassword }
  expect(await browser.post('/api/auth/delete-user', deletion)).toMatchObject(refused)
  const session = async () => (await browser.get('/api/auth/get-session')).body
  expect(await session()).toMatchObject({ user: { id } })
  clock.advance(3601)
  expect(await session()).toBeNull()
})

test('guesses of the password at other doors count like those at sign-in', async () => {
  const person = await newPerson(server.current)
  const sessions = [person.browser]
  for (const _ of [1, 2, 3, 4, 5, 6]) sessions.push(await signInAgain(server.current, person))
  const env = { GUILDHALL_RATE_LIMIT: 'on', GUILDHALL_TRUSTED_PROXIES: '127.0.0.1' }
  const limited = await startTestServer(db, env, { clock })
  onTestFinished(limited.stop)
  const asker = { 'x-forwarded-for': '203.0.113.5' }
  const guess = ({ cookies }: Browser, change: boolean) =>
    openBrowser(limited.url).post(
      `/api/auth/${change ? 'change-password' : 'delete-user'}`,
      change
        ? { currentPassword: 'a guess at it', newPassword: 'plum window harbour' }
        : { password: 'a guess at it' },
      { ...asker, cookie: `guildhall.session_token=${cookies.get('guildhall.session_token')}` },
    )
  const statuses: number[] = []
  for (const [at, session] of sessions.entries()) {
    for (const _ of [1, 2, 3]) statuses.push((await guess(session, at % 2 === 0)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  const signIn = (address: string) =>
    openBrowser(limited.url).post(
      '/api/auth/sign-in/email',
      { email: person.email, password: goodPassword },
      { 'x-forwarded-for': address },
    )
  expect((await signIn('203.0.113.5')).status).toBe(429)
  expect((await signIn('203.0.113.6')).status).toBe(200)
})

test('holders of sessions guess the password no faster from many networks', async () => {
  const person = await newPerson(server.current)
  const again = () => signInAgain(server.current, person)
  const sessions = [person.browser, ...(await Promise.all(Array.from({ length: 34 }, again)))]
  const env = { GUILDHALL_RATE_LIMIT: 'on', GUILDHALL_TRUSTED_PROXIES: '127.0.0.1' }
  const limited = await startTestServer(db, env, { clock })
  onTestFinished(limited.stop)
  const send = (session: number, from: string, path: string, body: object) => {
    const token = sessions[session]?.cookies.get('guildhall.session_token')
    const cookie = `guildhall.session_token=${token}`
    return openBrowser(limited.url).post(path, body, { cookie, 'x-forwarded-for': from })
  }
  const guess = (at: number) =>
    send(Math.floor(at / 3), `2001:db9:${at.toString(16)}::1`, '/api/auth/delete-user', {
      password: 'a guess at it',
    })
  const guesses = await Promise.all(Array.from({ length: 100 }, (_, at) => guess(at)))
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]))
  const unknown = '2001:db8:a::1'
  const password = goodPassword
  const change = { currentPassword: password, newPassword: 'plum window harbour' }
  const doors = {
    'delete-user': {},
    'verify-password': {},
    reauthenticate: {},
    'change-password': change,
  }
  const refused = await Promise.all(
    Object.entries(doors).map(([name, body]) =>
      send(34, unknown, `/api/auth/${name}`, { password, ...body }),
    ),
  )
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
  const { email } = person
  const signedIn = await send(34, unknown, '/api/auth/sign-in/email', { email, password })
  expect(signedIn).toMatchObject({ status: 200 })
  // The user signed in from this network.
  const changed = await send(34, '127.0.0.1', '/api/auth/change-password', change)
  expect(changed).toMatchObject({ status: 200 })
})

test('a session that is used every day ends after its absolute lifetime', async () => {
  const { browser } = await newPerson(server.current)
  const session = async () => (await browser.get('/api/auth/get-session')).body
  // It is extended by whole days, so the last of the 90 may be missing.
  for (let day = 1; day < 89; day += 1) {
    clock.advance(86_400)
    expect(await session(), `day ${day}`).not.toBeNull()
  }
  clock.advance(2 * 86_400)
  expect(await session()).toBeNull()
})
