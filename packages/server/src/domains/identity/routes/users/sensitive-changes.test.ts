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
