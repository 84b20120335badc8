import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  startMailingServer,
  tokenIn,
} from '../../../../../test/identity.ts'
import { newPerson, goodPassword as password } from '../../../../../test/people.ts'
import { rawRequest } from '../../../../../test/raw-http.ts'

const db = testDatabase()
let server: MailingServer
const boss = 'boss@example.com'

beforeAll(async () => {
  server = await startMailingServer(db, { GUILDHALL_ADMIN_EMAILS: boss })
})
afterAll(() => server.stop())

const confirm = '/api/auth/verify-email'

/** A stranger's account with an address that isn't theirs; the owner has the link in the mailbox. */
async function foreignAccount(address?: string) {
  const input = address === undefined ? {} : { email: address }
  const { browser: stranger, email } = await newPerson(server, input)
  await stranger.post('/api/auth/send-verification-email', { email })
  const link = linkIn(await server.mailTo(email))
  return { stranger, email, link, token: tokenIn(link) }
}

const sessionOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).body

const signsIn = async (email: string): Promise<boolean> =>
  (await server.browser().post('/api/auth/sign-in/email', { email, password })).status === 200

const stateOf = (email: string) =>
  db.database.kysely
    .selectFrom('users')
    .select(['emailVerified', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()

describe('a stranger who signed up with an operator’s address', () => {
  test('gets nothing when a browser follows the link', async () => {
    const { stranger, email, link } = await foreignAccount(boss)
    const { pathname, search } = new URL(link)
    const navigate = (path: string) =>
      rawRequest(
        server.port,
        `GET ${path}${search} HTTP/1.1`,
        `host: localhost:${server.port}`,
        'sec-fetch-mode: navigate',
        'accept: text/html',
        '',
        '',
      )
    expect(await navigate(pathname)).toMatchObject({ status: 200 })
    expect(await navigate(confirm)).toMatchObject({ status: 302, headers: { location: link } })
    expect(await stateOf(email)).toEqual({ emailVerified: false, role: 'user' })
    expect(await sessionOf(stranger)).toMatchObject({ user: { emailVerified: false } })

    const refused = await server.browser().post(confirm, { token: tokenIn(link) })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: expect.stringMatching(/PASSWORD/) },
    })
    expect(await stateOf(email)).toEqual({ emailVerified: false, role: 'user' })

    expect((await server.browser().open(link)).status).toBe(200)
    expect(await stateOf(email)).toEqual({ emailVerified: true, role: 'admin' })
    expect(await sessionOf(stranger)).toBeNull()
    expect(await signsIn(email)).toBe(false)
  })
})

describe('an account that somebody else confirms', () => {
  test('loses the sessions, the password and the linked accounts of its creator', async () => {
    const { stranger, email, token } = await foreignAccount()
    const { id } = await db.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await db.database.pool.query(
      `insert into account (id, user_id, provider_id, account_id, created_at, updated_at)
       values (gen_random_uuid(), $1, 'github', 'stranger', now(), now())`,
      [id],
    )
    const described = await server.browser().post('/api/auth/describe-email-link', { token })
    expect(described.body).toEqual({
      email,
      newEmail: null,
      isDone: false,
      endsAccess: true,
      hasPassword: true,
    })
    const opened = await server.browser().post(confirm, { token, endAccess: true })
    expect(opened).toMatchObject({ status: 200, body: { status: true }, cookies: [] })
    expect(await sessionOf(stranger)).toBeNull()
    expect(await signsIn(email)).toBe(false)
    const left = db.database.kysely.selectFrom('account').selectAll().where('userId', '=', id)
    expect(await left.execute()).toEqual([])

    await server.browser().post('/api/auth/forget-password', { email })
    const reset = tokenIn(linkIn(await server.mailTo(email)))
    const newPassword = 'the owner’s own secret'
    await server.browser().post('/api/auth/reset-password', { token: reset, newPassword })
    const owner = server.browser()
    await owner.post('/api/auth/sign-in/email', { email, password: newPassword })
    expect(await sessionOf(owner)).toMatchObject({ user: { email, emailVerified: true } })
  })

  test('loses links that its creator requested, too', async () => {
    const { email, token } = await foreignAccount()
    await server.browser().post('/api/auth/forget-password', { email })
    const reset = tokenIn(linkIn(await server.mailTo(email)))
    await server.browser().post(confirm, { token, endAccess: true })
    const used = await server
      .browser()
      .post('/api/auth/reset-password', { token: reset, newPassword: 'no longer possible' })
    expect(used).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  test('ends for the stranger, also if somebody else is signed in to the browser', async () => {
    const { stranger, token } = await foreignAccount()
    const owner = await newPerson(server)
    const refused = await owner.browser.post(confirm, { token })
    expect(refused.status).toBe(403)
    await owner.browser.post(confirm, { token, endAccess: true })
    expect(await sessionOf(stranger)).toBeNull()
    expect(await sessionOf(owner.browser)).toMatchObject({ user: { email: owner.email } })
  })

  test('is not confirmed by an operator who acts as its creator', async () => {
    const operator = await newPerson(server)
    await db.database.pool.query(`update users set role = 'admin' where email = $1`, [
      operator.email,
    ])
    const { email, token } = await foreignAccount()
    const { id: userId } = await db.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await operator.browser.post('/api/auth/admin/impersonate-user', { userId })
    expect(await sessionOf(operator.browser)).toMatchObject({ user: { email } })
    expect((await operator.browser.post(confirm, { token })).status).toBe(403)
  })
})

describe('an account that its creator confirms', () => {
  test('keeps its session', async () => {
    const { stranger: creator, email, token } = await foreignAccount()
    const described = await creator.post('/api/auth/describe-email-link', { token })
    expect(described.body).toMatchObject({ endsAccess: false })
    expect((await creator.post(confirm, { token })).status).toBe(200)
    expect(await sessionOf(creator)).toMatchObject({ user: { emailVerified: true } })
    expect(await signsIn(email)).toBe(true)
  })

  test('is confirmed and signed in to by the password in another browser', async () => {
    const { stranger: creator, email, token } = await foreignAccount()
    const phone = server.browser()
    const wrong = await phone.post(confirm, { token, password: 'not the password' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } })
    expect(await stateOf(email)).toMatchObject({ emailVerified: false })
    expect((await phone.post(confirm, { token, password })).status).toBe(200)
    expect(await sessionOf(phone)).toMatchObject({ user: { email, emailVerified: true } })
    expect(await sessionOf(creator)).toMatchObject({ user: { emailVerified: true } })
    expect(await phone.post('/api/auth/describe-email-link', { token })).toMatchObject({
      body: { isDone: true },
    })
  })

  test('is not ended by a second link once the address is verified', async () => {
    const { stranger: creator, email, token } = await foreignAccount()
    await creator.post('/api/auth/send-verification-email', { email })
    const second = tokenIn(linkIn(await server.mailTo(email)))
    await creator.post(confirm, { token })
    expect((await server.browser().post(confirm, { token: second })).status).toBe(200)
    expect(await sessionOf(creator)).toMatchObject({ user: { emailVerified: true } })
    expect(await signsIn(email)).toBe(true)
  })

  test('limits guesses of its password', async () => {
    await server.stop()
    server = await startMailingServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
    const { token } = await foreignAccount()
    const guesses = Array.from({ length: 25 }, () =>
      server.browser().post(confirm, { token, password: 'a guess' }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses).toContain(429)
  })
})
