import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const path = '/api/auth/reauthenticate'
const shown = { password: goodPassword }

const run = (text: string, values: unknown[]) => db.database.pool.query(text, values)

/** Somebody whose last sign-in was two days ago. */
async function longSince(): Promise<Person> {
  const person = await newPerson(server.current)
  await run(`update session set created_at = created_at - interval '2 days' where user_id = $1`, [
    person.id,
  ])
  return person
}

const sessionsOf = async ({ id }: Pick<Person, 'id'>) => {
  const { rows } = await run('select * from session where user_id = $1 order by created_at', [id])
  return rows
}

test('a stale session is replaced by a fresh one', async () => {
  const person = await longSince()
  const { browser } = person
  const unlink = () => browser.post('/api/auth/unlink-account', { providerId: 'github' })
  expect(await unlink()).toMatchObject({ status: 403, body: { code: 'SESSION_IS_NOT_FRESH' } })
  const [before] = await sessionsOf(person)
  const answer = await browser.post(path, shown)
  expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  // Fresh enough to learn that there is no such account.
  expect(await unlink()).toMatchObject({ status: 400 })
  const after = await sessionsOf(person)
  expect(after).toHaveLength(1)
  expect(after[0].id).not.toBe(before.id)
})

test('the previous token no longer authenticates', async () => {
  const { browser } = await longSince()
  const before = browser.cookies.get('guildhall.session_token')
  await browser.post(path, shown)
  const thief = { cookie: `guildhall.session_token=${before}` }
  expect((await browser.get('/api/auth/get-session')).body).not.toBeNull()
  const seen = await openBrowser(server.current.url).get('/api/auth/get-session', thief)
  expect(seen.body).toBeNull()
})

test('the session keeps its settings and gets a new expiry', async () => {
  const person = await longSince()
  await run('update session set remembered = false where user_id = $1', [person.id])
  const [before] = await sessionsOf(person)
  const { cookies } = await person.browser.post(path, shown)
  expect(cookies.find((line) => line.startsWith('guildhall.session_token='))).not.toMatch(
    /max-age|expires/i,
  )
  const [after] = await sessionsOf(person)
  const { user_id, remembered, active_organization_id, active_team_id } = before
  expect(after).toMatchObject({ user_id, remembered, active_organization_id, active_team_id })
  expect(after.expires_at - after.created_at).toBe(86_400_000)
})

test('other sessions are unaffected', async () => {
  const person = await longSince()
  await signInAgain(server.current, person)
  await person.browser.post(path, shown)
  expect(await sessionsOf(person)).toHaveLength(2)
})

test('a wrong password is refused and recorded, and the session stays', async () => {
  const person = await longSince()
  const before = await sessionsOf(person)
  const answer = await person.browser.post(path, { password: 'another' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } })
  expect(await sessionsOf(person)).toEqual(before)
  const { rows } = await run(
    `select details from audit_entry where user_id = $1 and action = 'sign-in' and not succeeded`,
    [person.id],
  )
  expect(rows).toEqual([{ details: { reason: 'invalid_password' } }])
})

test('users without a password are refused', async () => {
  const { browser, id } = await longSince()
  await run(`delete from account where user_id = $1`, [id])
  const answer = await browser.post(path, shown)
  expect(answer).toMatchObject({ status: 400, body: { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' } })
})

test('an impersonating operator is refused even with the right password', async () => {
  const operator = await newPerson(server.current)
  await run(`update users set role = 'admin' where id = $1`, [operator.id])
  const { id: userId } = await newPerson(server.current)
  await operator.browser.post('/api/auth/admin/impersonate-user', { userId })
  const answer = await operator.browser.post(path, shown)
  expect(answer).toMatchObject({ status: 403, body: { code: 'SESSION_IS_NOT_FRESH' } })
})

test('of 20 parallel calls one replaces the session', async () => {
  const person = await longSince()
  const asked = Array.from({ length: 20 }, () => person.browser.post(path, shown))
  const answers = await Promise.all(asked)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 401)).toHaveLength(19)
  expect(await sessionsOf(person)).toHaveLength(1)
})

test('guesses are counted per account across sessions', async () => {
  const person = await longSince()
  const sessions = [person.browser]
  for (const _ of [1, 2, 3, 4, 5, 6]) sessions.push(await signInAgain(server.current, person))
  const limited = await startTestServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
  onTestFinished(limited.stop)
  const statuses: number[] = []
  for (const { cookies } of sessions) {
    const cookie = `guildhall.session_token=${cookies.get('guildhall.session_token')}`
    for (const _ of [1, 2, 3]) {
      const wrong = { password: 'another' }
      const { status } = await openBrowser(limited.url).post(path, wrong, { cookie })
      statuses.push(status)
    }
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
})
