import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { importedHash } from '../../../../../test/imported-hash.ts'
import { limitsEndIn } from '../../../../../test/limits.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { goodPassword, newPerson, signInAgain } from '../../../../../test/people.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
  testServer,
} from '../../../../../test/server.ts'
import { untilBlocked } from '../../../../../test/until-blocked.ts'
import { createHashing } from '../../../../platform/passwords/hashing.ts'

const byEmail = '/api/auth/sign-in/email'
const byUsername = '/api/auth/sign-in/username'
const db = testDatabase()
const shared = testServer(db)

async function started(
  env: Record<string, string>,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const server = await startTestServer(db, env, options)
  onTestFinished(server.stop)
  return server
}

const attempt = (server: TestServer, body: object, path = byEmail) =>
  openBrowser(server.url).post(path, body)

const run = (text: string, values: unknown[]) => db.database.pool.query(text, values)

describe('signing in by email', () => {
  it('returns the user and the redirect', async () => {
    const { email, id } = await newPerson(shared.current)
    const answer = await attempt(shared.current, {
      email: email.toUpperCase(),
      password: goodPassword,
      callbackURL: '/dashboard?tab=1',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        redirect: true,
        url: '/dashboard?tab=1',
        token: expect.stringMatching(/^[\w-]{48}$/),
      },
    })
    expect(answer.body?.['user']).toEqual({
      id,
      email,
      name: 'Ann Example',
      image: null,
      emailVerified: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(answer.headers.get('set-auth-token')).toMatch(/^[\w-]{48}\.[\w%]+$/)
  })

  it('returns no redirect without a callback URL', async () => {
    const { email } = await newPerson(shared.current)
    const { body } = await attempt(shared.current, { email, password: goodPassword })
    expect(body).toMatchObject({ redirect: false })
    expect(body).not.toHaveProperty('url')
  })

  it('refuses a wrong password, an unknown address and a missing password alike', async () => {
    const { email } = await newPerson(shared.current)
    const social = await newPerson(shared.current)
    await run('delete from account where user_id = $1', [social.id])
    for (const body of [
      { email, password: 'wrong password' },
      { email: 'nobody@example.com', password: goodPassword },
      { email: social.email, password: goodPassword },
      { email, password: '' },
    ]) {
      expect(await attempt(shared.current, body)).toMatchObject({
        status: 401,
        body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
        cookies: [],
      })
    }
  })

  it('refuses invalid addresses and untrusted callback URLs', async () => {
    const password = goodPassword
    expect(await attempt(shared.current, { email: 'x', password })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_EMAIL' },
    })
    for (const callbackURL of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      const answer = await attempt(shared.current, { email: 'a@b.example', password, callbackURL })
      expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACKURL' } })
    }
  })

  it('requires a verified address after the password, and mails the link again', async () => {
    const server = await started({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
    const { email } = await newPerson(server)
    const before = (await server.sentMails()).length
    expect(await attempt(server, { email, password: 'wrong password' })).toMatchObject({
      status: 401,
    })
    expect(await server.sentMails()).toHaveLength(before)
    expect(await attempt(server, { email, password: goodPassword })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' },
      cookies: [],
    })
    const mails = await server.sentMails()
    expect(mails.at(-1)).toMatchObject({ to: email })
    expect(mails).toHaveLength(before + 1)
  })

  it('refuses a banned user after the password, until the ban expires', async () => {
    const clock = movableClock()
    const server = await started({}, { clock })
    const { email, id } = await newPerson(server)
    await run(
      `update users set banned = true, ban_reason = 'spam', ban_expires = now() + interval '1 hour'
        where id = $1`,
      [id],
    )
    expect(await attempt(server, { email, password: 'wrong password' })).toMatchObject({
      status: 401,
    })
    expect(await attempt(server, { email, password: goodPassword })).toMatchObject({
      status: 403,
      body: { code: 'BANNED_USER' },
      cookies: [],
    })
    const { rows } = await run(
      `select details from audit_entry where user_id = $1 and not succeeded order by at`,
      [id],
    )
    expect(rows.at(-1)).toEqual({ details: { method: 'password', reason: 'banned_user' } })
    clock.advance(3700)
    const browser = await signInAgain(server, { email })
    expect((await browser.get('/api/auth/get-session')).body).toMatchObject({
      user: { banned: false, banReason: null, banExpires: null },
    })
  })

  it('accepts imported passwords and rehashes them', async () => {
    const server = await started({}, { hashing: createHashing() })
    const { email, id } = await newPerson(server)
    const hash = importedHash('imported pässword')
    await run('update account set password_hash = $2 where user_id = $1', [id, hash])
    expect(await attempt(server, { email, password: 'another' })).toMatchObject({
      status: 401,
    })
    for (const _ of [1, 2]) {
      const answer = await attempt(server, { email, password: 'imported pässword' })
      expect(answer).toMatchObject({ status: 200 })
    }
    const { rows } = await run('select password_hash from account where user_id = $1', [id])
    expect(rows).toEqual([
      { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ])
  })

  it('records every attempt without user input', async () => {
    const { email, id } = await newPerson(shared.current)
    await attempt(shared.current, { email, password: 'a wrong password' })
    await attempt(shared.current, { email: 'unknown@example.com', password: 'a wrong password' })
    const { rows } = await run(
      `select user_id, succeeded, details, ip_address, user_agent from audit_entry
        where action = 'sign-in' order by at, id`,
      [],
    )
    expect(rows.slice(-3)).toEqual([
      expect.objectContaining({ user_id: id, succeeded: true, details: { method: 'password' } }),
      {
        user_id: id,
        succeeded: false,
        details: { method: 'password', reason: 'invalid_email_or_password' },
        ip_address: '127.0.0.1',
        user_agent: 'node',
      },
      expect.objectContaining({ user_id: null, succeeded: false }),
    ])
    expect(JSON.stringify(rows)).not.toMatch(/wrong password|unknown@/)
  })

  it('refuses a password that is being changed', async () => {
    const { email, id } = await newPerson(shared.current)
    const client = await db.database.pool.connect()
    await client.query('begin')
    await client.query('select from users where id = $1 for no key update', [id])
    const signIn = attempt(shared.current, { email, password: goodPassword })
    await client.query("update account set password_hash = 'gone' where user_id = $1", [id])
    await client.query('delete from session where user_id = $1', [id])
    await untilBlocked(db.database, signIn)
    await client.query('commit')
    client.release()
    expect(await signIn).toMatchObject({ status: 401, cookies: [] })
    expect((await run('select from session where user_id = $1', [id])).rows).toEqual([])
  })
})

describe('signing in by username', () => {
  it('accepts the username in any case', async () => {
    const { email, id } = await newPerson(shared.current, { username: 'Some.Body' })
    const body = { username: 'sOME.bODY', password: goodPassword }
    const answer = await attempt(shared.current, body, byUsername)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      token: expect.any(String),
      user: {
        id,
        email,
        emailVerified: false,
        username: 'some.body',
        name: 'Ann Example',
        image: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    })
  })

  it.each([
    [{ username: '', password: goodPassword }, 401, 'INVALID_USERNAME_OR_PASSWORD'],
    [{ username: 'some.one', password: '' }, 401, 'INVALID_USERNAME_OR_PASSWORD'],
    [{ username: 'some.one', password: goodPassword }, 401, 'INVALID_USERNAME_OR_PASSWORD'],
    [{ username: 'some.body', password: 'wrong password' }, 401, 'INVALID_USERNAME_OR_PASSWORD'],
    [{ username: 'ab', password: goodPassword }, 422, 'USERNAME_IS_TOO_SHORT'],
    [{ username: 'a'.repeat(31), password: goodPassword }, 422, 'USERNAME_IS_TOO_LONG'],
    [{ username: 'a b c', password: goodPassword }, 422, 'USERNAME_IS_INVALID'],
  ])('refuses %o', async (body, status, code) => {
    expect(await attempt(shared.current, body, byUsername)).toMatchObject({
      status,
      body: { code },
    })
  })

  it('requires a verified address only after the password', async () => {
    const server = await started({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
    await newPerson(server, { username: 'unverified' })
    const by = (password: string) =>
      attempt(server, { username: 'unverified', password }, byUsername)
    expect(await by('wrong password')).toMatchObject({ status: 401 })
    expect(await by(goodPassword)).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'email not verified' },
    })
  })
})

describe('guessing passwords', () => {
  it('is rate limited per network for the announced time', async () => {
    const server = await started({ GUILDHALL_RATE_LIMIT: 'on' })
    const body = { email: 'guessed@example.com', password: 'a guess at it' }
    for (const _ of [1, 2, 3]) {
      expect(await attempt(server, body)).toMatchObject({ status: 401 })
      await limitsEndIn(db, 10)
    }
    const refused = await attempt(server, body)
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please try again later.' },
    })
    expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-retry-after'))
  })

  it('does not lock out the owner on another network', async () => {
    const server = await started({
      GUILDHALL_RATE_LIMIT: 'on',
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
    })
    const { email } = await newPerson(server)
    const from = (address: string, password: string) =>
      openBrowser(server.url).post(byEmail, { email, password }, { 'x-forwarded-for': address })
    for (let network = 0; network < 8; network++) {
      for (const _ of [1, 2, 3]) await from(`2001:db8:0:1::${network}`, 'a guess at it')
      await limitsEndIn(db, 10)
    }
    expect(await from('2001:db8:0:1::99', goodPassword)).toMatchObject({ status: 429 })
    expect(await from('2001:db8:0:2::1', goodPassword)).toMatchObject({ status: 200 })
  })

  it('slows guessing from many networks, but not the owner on a known one', async () => {
    const server = await started({
      GUILDHALL_RATE_LIMIT: 'on',
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
    })
    const { email } = await newPerson(server)
    const nobody = 'nobody-has-this@example.com'
    const from = (address: string, name: string, password: string) =>
      openBrowser(server.url).post(
        byEmail,
        { email: name, password },
        { 'x-forwarded-for': address },
      )
    const guesses = (name: string, length: number) =>
      Promise.all(
        Array.from({ length }, (_, network) =>
          from(`2001:db9:${network.toString(16)}::1`, name, 'a guess at it'),
        ),
      )
    const signInAtHome = () => from('2001:db8:b::1', email, goodPassword)
    expect(await signInAtHome()).toMatchObject({ status: 200 })
    // The sign-in was one of a hundred attempts.
    for (const [name, length] of [
      [email, 99],
      [nobody, 100],
    ] as const) {
      const guessed = await guesses(name, length)
      expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([401]))
      expect(await from('2001:db8:a::1', name, goodPassword)).toMatchObject({ status: 429 })
    }
    expect(await signInAtHome()).toMatchObject({ status: 200 })
  })

  it('limits guesses from all networks of an IPv6 /48', async () => {
    const server = await started({
      GUILDHALL_RATE_LIMIT: 'on',
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
    })
    const guesses = Array.from({ length: 40 }, (_, network) =>
      openBrowser(server.url).post(
        byEmail,
        { email: `user-${network}@example.com`, password: 'a guess at it' },
        { 'x-forwarded-for': `2001:db8:48:${network.toString(16)}::1` },
      ),
    )
    const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
  })

  it("does not limit the application's backend", async () => {
    const key = `guildhall_srv_${'k'.repeat(30)}`
    const server = await started({ GUILDHALL_RATE_LIMIT: 'on', GUILDHALL_SERVER_KEYS: key })
    const body = { email: 'backend@example.com', password: 'a guess at it' }
    const statuses: number[] = []
    for (let time = 0; time < 25; time++) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await openBrowser(server.url).post(byEmail, body, headers)
      statuses.push(answer.status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})
