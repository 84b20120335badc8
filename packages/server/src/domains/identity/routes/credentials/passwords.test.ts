import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../../test/server.ts'

const change = '/api/auth/change-password'
const set = '/api/auth/set-password'
const newPassword = 'another good password'
const db = testDatabase()
const serverKey = `guildhall_srv_${'k'.repeat(30)}`
const shared = testServer(db, {
  GUILDHALL_SERVER_KEYS: `guildhall_srv_${'o'.repeat(30)},${serverKey}`,
})

const signInWith = (email: string, password: string) =>
  openBrowser(shared.current.url).post('/api/auth/sign-in/email', { email, password })

describe('changing the password', () => {
  it('accepts only the new password and notifies the user', async () => {
    const { browser, email, id } = await newPerson(shared.current)
    const body = { currentPassword: goodPassword, newPassword, revokeOtherSessions: false }
    expect(await browser.post(change, body)).toMatchObject({
      status: 200,
      body: { token: null, user: { id, email } },
      cookies: [],
    })
    expect(await signInWith(email, goodPassword)).toMatchObject({ status: 401 })
    expect(await signInWith(email, newPassword)).toMatchObject({ status: 200 })
    expect((await shared.current.sentMails()).at(-1)).toMatchObject({
      to: email,
      subject: expect.stringMatching(/^Your password at .* was changed$/),
    })
  })

  it.each([true, undefined])('replaces all sessions by one (%s)', async (revokeOtherSessions) => {
    const person = await newPerson(shared.current)
    const second = await signInAgain(shared.current, person)
    const body = { currentPassword: goodPassword, newPassword, revokeOtherSessions }
    const answer = await person.browser.post(change, body)
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{48}$/) },
    })
    expect(answer.body?.['token']).not.toBe(person.token)
    expect(await second.get('/api/auth/get-session')).toMatchObject({ body: null })
    expect(await person.browser.get('/api/auth/get-session')).toMatchObject({
      body: { session: { token: answer.body?.['token'] } },
    })
  })

  it('invalidates reset links', async () => {
    const { browser, id } = await newPerson(shared.current)
    await db.database.pool.query(
      `insert into verification (secret_hash, purpose, user_id, created_at, expires_at)
       values ('\\x00', 'reset-password', $1, now(), now() + interval '1 hour')`,
      [id],
    )
    await browser.post(change, { currentPassword: goodPassword, newPassword })
    const { rows } = await db.database.pool.query('select from verification where user_id = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })

  it.each([
    [{ currentPassword: 'wrong password', newPassword }, 'INVALID_PASSWORD'],
    [{ currentPassword: goodPassword, newPassword: 'sh0rt-1' }, 'PASSWORD_TOO_SHORT'],
    [{ currentPassword: goodPassword, newPassword: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ currentPassword: goodPassword, newPassword: 'password' }, 'PASSWORD_TOO_COMMON'],
  ])('refuses %o', async (body, code) => {
    const { browser, email } = await newPerson(shared.current)
    expect(await browser.post(change, body)).toMatchObject({ status: 400, body: { code } })
    expect(await signInWith(email, goodPassword)).toMatchObject({ status: 200 })
  })

  it('is refused without a password and without a session', async () => {
    const { browser, id } = await newPerson(shared.current)
    await db.database.pool.query('delete from account where user_id = $1', [id])
    const body = { currentPassword: goodPassword, newPassword }
    expect(await browser.post(change, body)).toMatchObject({
      status: 400,
      body: { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' },
    })
    const nobody = openBrowser(shared.current.url)
    expect(await nobody.post(change, body)).toMatchObject({ status: 401 })
  })

  it('succeeds once of many parallel calls', async () => {
    const { browser } = await newPerson(shared.current)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        browser.post(change, {
          currentPassword: goodPassword,
          newPassword: `${newPassword} ${at}`,
          // A call that comes late enough would otherwise find its session ended.
          revokeOtherSessions: false,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  })
})

describe('checking the password', () => {
  const check = ({ browser }: Person, password: string) =>
    browser.post('/api/auth/verify-password', { password })

  it('changes nothing, and records a wrong one', async () => {
    const person = await newPerson(shared.current)
    expect(await check(person, goodPassword)).toMatchObject({
      status: 200,
      body: { status: true },
      cookies: [],
    })
    expect(await check(person, newPassword)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    })
    const { rows } = await db.database.pool.query(
      'select action, succeeded from audit_entry where user_id = $1 and not succeeded',
      [person.id],
    )
    expect(rows).toEqual([{ action: 'sign-in', succeeded: false }])
  })

  it('is refused without a password, without a session and to an operator in their name', async () => {
    const person = await newPerson(shared.current)
    const nobody = { ...person, browser: openBrowser(shared.current.url) }
    expect(await check(nobody, goodPassword)).toMatchObject({ status: 401 })
    await db.database.pool.query('update session set impersonated_by = $1 where user_id = $1', [
      person.id,
    ])
    expect(await check(person, goodPassword)).toMatchObject({ status: 403 })
    await db.database.pool.query('update session set impersonated_by = null where user_id = $1', [
      person.id,
    ])
    await db.database.pool.query('delete from account where user_id = $1', [person.id])
    expect(await check(person, goodPassword)).toMatchObject({
      status: 400,
      body: { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' },
    })
  })

  it('is limited like guesses at the sign-in', async () => {
    const server = await startTestServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
    onTestFinished(server.stop)
    const person = await newPerson(server)
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess += 1) {
      statuses.push((await check(person, `${newPassword} ${guess}`)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

describe('setting a first password', () => {
  const authorization = `Bearer ${serverKey}`

  it("works once, for the application's backend", async () => {
    const { id, email } = await newPerson(shared.current)
    await db.database.pool.query('delete from account where user_id = $1', [id])
    const backend = openBrowser(shared.current.url)
    const body = { userId: id, newPassword }
    expect(await backend.post(set, body, { authorization })).toMatchObject({ status: 200 })
    expect(await signInWith(email, newPassword)).toMatchObject({ status: 200 })
    expect(await backend.post(set, body, { authorization })).toMatchObject({
      status: 400,
      body: { code: 'USER_ALREADY_HAS_A_PASSWORD', message: 'user already has a password' },
    })
  })

  it('refuses an unknown user and a bad password', async () => {
    const backend = openBrowser(shared.current.url)
    const userId = '01890000-0000-7000-8000-000000000000'
    expect(await backend.post(set, { userId, newPassword }, { authorization })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    const { id } = await newPerson(shared.current)
    const short = { userId: id, newPassword: 'short' }
    expect(await backend.post(set, short, { authorization })).toMatchObject({ status: 400 })
  })

  it('is refused without the server key', async () => {
    const { browser, id } = await newPerson(shared.current)
    const body = { userId: id, newPassword }
    expect(await browser.post(set, body)).toMatchObject({ status: 401 })
    for (const wrong of [`${serverKey}x`, serverKey.slice(0, -1), 'guildhall_srv_', '']) {
      const headers = { authorization: `Bearer ${wrong}` }
      expect(await browser.post(set, body, headers)).toMatchObject({ status: 401 })
    }
  })

  it('is not found if no server key is configured', async () => {
    const server = await startTestServer(db)
    onTestFinished(server.stop)
    const body = { userId: '01890000-0000-7000-8000-000000000000', newPassword }
    const answer = await openBrowser(server.url).post(set, body, { authorization })
    expect(answer).toMatchObject({ status: 404 })
  })
})
