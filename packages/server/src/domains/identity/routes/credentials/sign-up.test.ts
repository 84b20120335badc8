import { describe, expect, it, onTestFinished } from 'vitest'
import { type BrowserResponse, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson } from '../../../../../test/people.ts'
import { startTestServer, type TestServer, testServer } from '../../../../../test/server.ts'

const path = '/api/auth/sign-up/email'
const db = testDatabase()
const shared = testServer(db)

async function started(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(db, env)
  onTestFinished(server.stop)
  return server
}

const input = (changes: Record<string, unknown> = {}) => ({
  name: 'Ann',
  email: 'ann@example.com',
  password: goodPassword,
  ...changes,
})

const signUp = (server: TestServer, changes: Record<string, unknown>) =>
  openBrowser(server.url).post(path, input(changes))

async function usersNamed(email: string): Promise<number> {
  const { rows } = await db.database.pool.query('select from users where email = $1', [email])
  return rows.length
}

describe('the first user of a fresh server', () => {
  it('becomes its only operator, even of many parallel sign-ups', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => signUp(shared.current, { email: `f${at}@example.com` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await db.database.pool.query("select role from users where role ~ 'admin'")
    expect(rows).toEqual([{ role: 'admin' }])
  })

  it('becomes no operator if addresses of operators are configured, until verified', async () => {
    await db.database.pool.query('delete from users; delete from first_operator')
    const server = await started({ GUILDHALL_ADMIN_EMAILS: 'Boss@example.com' })
    await signUp(server, { email: 'boss@example.com' })
    await signUp(server, { email: 'first@example.com' })
    const { rows } = await db.database.pool.query("select from users where role ~ 'admin'")
    expect(rows).toEqual([])
  })
})

describe('signing up', () => {
  it('creates a user, signs in and records an event', async () => {
    const { browser, id, email, token } = await newPerson(shared.current, {
      email: 'Mixed.Case@Example.com',
      image: 'https://example.com/a.png',
      role: 'admin',
      emailVerified: true,
      banned: true,
    })
    expect(email).toBe('Mixed.Case@Example.com')
    const session = await browser.get('/api/auth/get-session')
    expect(session.body).toMatchObject({
      session: { token },
      user: {
        id,
        email: 'mixed.case@example.com',
        image: 'https://example.com/a.png',
        role: 'user',
        emailVerified: false,
        banned: null,
      },
    })
    await shared.current.settle()
    const { rows } = await db.database.pool.query(
      'select name, object_version, payload from event_log where object_id = $1',
      [id],
    )
    expect(rows).toMatchObject([{ name: 'user.created', object_version: 1, payload: { id } }])
    expect(JSON.stringify(rows)).not.toMatch(/argon2|password/)
  })

  it('stores a username in lower case and as typed', async () => {
    const { browser } = await newPerson(shared.current, { username: 'Ann.Example' })
    const { body } = await browser.get('/api/auth/get-session')
    expect(body).toMatchObject({
      user: { username: 'ann.example', displayUsername: 'Ann.Example' },
    })
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['an invalid address', { email: 'nobody' }, 400, 'INVALID_EMAIL'],
    [
      'an address with a line break',
      { email: 'a@b.example\r\nbcc: c@d.example' },
      400,
      'INVALID_EMAIL',
    ],
    ['a name with a line break', { name: 'A\r\nbcc: c@d.example' }, 400, 'VALIDATION_ERROR'],
    ['a name with NUL', { name: 'A\0' }, 400, 'BAD_REQUEST'],
    ['no name', { name: undefined }, 400, 'VALIDATION_ERROR'],
    ['no password', { password: undefined }, 400, 'VALIDATION_ERROR'],
    ['a password that is not text', { password: 12345678 }, 400, 'VALIDATION_ERROR'],
    ['a short password', { password: 'sh0rt-1' }, 400, 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'x'.repeat(129) }, 400, 'PASSWORD_TOO_LONG'],
    ['a common password', { password: 'password' }, 400, 'PASSWORD_TOO_COMMON'],
    ['a short username', { username: 'ab' }, 422, 'USERNAME_IS_TOO_SHORT'],
    ['a long username', { username: 'a'.repeat(31) }, 422, 'USERNAME_IS_TOO_LONG'],
    ['an invalid username', { username: 'a b c' }, 422, 'USERNAME_IS_INVALID'],
    [
      'an untrusted callback URL',
      { callbackURL: 'https://evil.example' },
      403,
      'INVALID_CALLBACKURL',
    ],
  ])('refuses %s', async (_, changes, status, code) => {
    const answer = await signUp(shared.current, { email: 'refused@example.com', ...changes })
    expect(answer).toMatchObject({ status, body: { code }, cookies: [] })
    expect(await usersNamed('refused@example.com')).toBe(0)
  })

  it('refuses a taken username in any case', async () => {
    await newPerson(shared.current, { username: 'taken' })
    const answer = await signUp(shared.current, { email: 'new@example.com', username: 'TAKEN' })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
        message: 'username is already taken. please try another.',
      },
    })
  })

  it('creates one user of many parallel sign-ups with one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUp(shared.current, { email: 'race@example.com' })),
    )
    const [winner, ...losers] = answers.toSorted((a, b) => a.status - b.status)
    expect(winner).toMatchObject({ status: 200 })
    for (const loser of losers) {
      expect(loser).toMatchObject({
        status: 422,
        body: { code: 'USER_ALREADY_EXISTS', message: 'User already exists' },
        cookies: [],
      })
    }
    expect(await usersNamed('race@example.com')).toBe(1)
  })
})

describe('if addresses must be verified', () => {
  const shapeOf = ({ status, body, cookies, headers }: BrowserResponse) => ({
    status,
    cookies: cookies.map((line) => line.replace(/=[^;]+/, '=…')),
    headers: [...headers.keys()],
    body: JSON.stringify(body).replaceAll(/[0-9a-f-]{36}|\d{4}-[\d-]+T[\d:.]+Z/g, '…'),
  })

  it('answers the same for new and known addresses; only the mails differ', async () => {
    const server = await started({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
    const email = 'required@example.com'
    const first = await signUp(server, { email, username: 'required' })
    const second = await signUp(server, { email, password: 'another good password' })
    const fresh = await signUp(server, { email: 'requirer@example.com' })
    expect(first).toMatchObject({ status: 200, body: { token: null } })
    expect(shapeOf(first).cookies).toEqual([expect.stringMatching(/^guildhall\.creator=…; /)])
    expect(shapeOf(second)).toEqual(shapeOf(first))
    expect({ ...shapeOf(fresh), body: '' }).toEqual({ ...shapeOf(first), body: '' })
    expect(await usersNamed(email)).toBe(1)
    const mails = (await server.sentMails()).filter(({ to }) => to === email)
    expect(mails.map(({ subject }) => subject.replace(/localhost:\d+/, 'here'))).toEqual([
      'Confirm your email address for here',
      'You already have an account at here',
    ])
  })

  it('refuses a taken username, whether or not the address is known', async () => {
    const server = await started({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
    await signUp(server, { email: 'owner@example.com', username: 'owned' })
    for (const email of ['owner@example.com', 'stranger@example.com']) {
      const answer = await signUp(server, { email, username: 'owned' })
      expect(answer).toMatchObject({ status: 422 })
    }
  })

  it('creates one user of many parallel sign-ups and answers all the same', async () => {
    const server = await started({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
    const email = 'many@example.com'
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(server, { email })))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { token: null, user: { email } } })
    }
    expect(await usersNamed(email)).toBe(1)
  })
})
