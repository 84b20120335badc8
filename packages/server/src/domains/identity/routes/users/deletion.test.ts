import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newVerifiedPerson,
  startMailingServer,
  tokenIn,
} from '../../../../../test/identity.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
  // The first user of a server is its operator, who must remain.
  await newPerson(server)
})
afterAll(() => server.stop())

const path = '/api/auth/delete-user'
const deleted = { success: true, message: 'User deleted' }
const mailed = { success: true, message: 'Verification email sent' }

const exists = async ({ email }: Person): Promise<boolean> =>
  (await db.database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()) !== undefined

async function withLink(body: object = {}) {
  const person = await newVerifiedPerson(server)
  const asked = await person.browser.post(path, body)
  expect(asked).toMatchObject({ status: 200, body: mailed })
  const link = linkIn(await server.mailTo(person.email))
  return { person, link, token: tokenIn(link) }
}

describe('deletion with a mail server', () => {
  test('the link deletes the user with sessions and accounts', async () => {
    const { person, link } = await withLink({ callbackURL: '/bye?a=1' })
    const otherBrowser = await signInAgain(server, person)
    const seen = await person.browser.open(link)
    expect(seen).toMatchObject({ status: 302, location: '/bye?a=1' })
    expect(seen.cookies.filter((line) => /^guildhall\.\w+=; Max-Age=0/.test(line))).toHaveLength(3)
    expect(await exists(person)).toBe(false)
    expect((await otherBrowser.get('/api/auth/get-session')).body).toBeNull()
    const signIn = { email: person.email, password: goodPassword }
    expect((await server.browser().post('/api/auth/sign-in/email', signIn)).status).toBe(401)
    const { rows } = await db.database.pool.query(
      `select 1 from session where user_id = $1
       union all select 1 from account where user_id = $1
       union all select 1 from verification where user_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([])
  })

  test('the deletion records an event and an audit entry and notifies the user', async () => {
    const { person, link } = await withLink()
    await person.browser.open(link)
    const notice = await server.mailTo(person.email)
    expect(notice.subject).toContain('was deleted')
    await server.settle()
    const { rows } = await db.database.pool.query(
      `select object_id, object_version, payload from event_log where name = 'user.deleted'
        and object_id = $1`,
      [person.id],
    )
    expect(rows).toMatchObject([
      { object_id: person.id, payload: { id: person.id, email: person.email } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/hash|argon2/)
    const records = await db.database.kysely
      .selectFrom('auditEntry')
      .select(['action', 'succeeded'])
      .where('userId', '=', rows[0].object_id)
      .execute()
    expect(records).toContainEqual({ action: 'user.delete', succeeded: true })
  })

  test('programs that open mailed links delete nothing', async () => {
    const { person, link } = await withLink()
    const scanner = server.browser()
    expect(await scanner.open(link)).toMatchObject({
      status: 404,
      body: { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' },
    })
    expect((await person.browser.head(link.replace(server.url, ''))).status).toBe(405)
    expect(await exists(person)).toBe(true)
    const bare = link.replace(/&callbackURL=.*/, '')
    expect(await person.browser.open(bare)).toMatchObject({ status: 200, body: deleted })
  })

  test('another user can neither use nor consume the link', async () => {
    const { person, link, token } = await withLink()
    const eve = await newPerson(server)
    const invalid = { status: 404, body: { code: 'INVALID_TOKEN', message: 'invalid token' } }
    expect(await eve.browser.open(link)).toMatchObject(invalid)
    expect(await eve.browser.post(path, { token })).toMatchObject(invalid)
    expect(await exists(eve)).toBe(true)
    expect((await person.browser.open(link)).status).toBe(302)
  })

  test('of 50 parallel visits one deletes and the others are refused', async () => {
    const { person, link } = await withLink()
    const bare = link.replace(/&callbackURL=.*/, '')
    const seen = await Promise.all(Array.from({ length: 50 }, () => person.browser.open(bare)))
    const statuses = seen.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(49)
    const { rows } = await db.database.pool.query(
      `select count(*)::int as events from (select object_id, name from outbox
         union all select object_id, name from event_log) as all_news
        where name = 'user.deleted' and object_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ events: 1 }])
  })

  test('the link expires after a day', async () => {
    const { person, link } = await withLink()
    server.advance(86_400)
    expect((await person.browser.open(link)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect(await exists(person)).toBe(true)
  })

  test('the token may be sent to delete-user', async () => {
    const { person, token } = await withLink()
    expect(await person.browser.post(path, { token })).toMatchObject({ status: 200, body: deleted })
    expect(await exists(person)).toBe(false)
  })

  test('the right password still requires the mail; a wrong one sends none', async () => {
    const { person } = await withLink({ password: goodPassword })
    expect(await exists(person)).toBe(true)
    expect(await person.browser.post(path, { password: 'wrong horse' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD', message: 'Invalid password' },
    })
    expect(await server.mailsTo(person.email)).toBe(1)
  })

  test('untrusted callback URLs are refused', async () => {
    const { person, link } = await withLink()
    const evil = link.replace(/callbackURL=.*/, 'callbackURL=%2F%2Fevil.example')
    const refused = { status: 403, body: { code: 'INVALID_CALLBACKURL' } }
    expect(await person.browser.open(evil)).toMatchObject(refused)
    const body = { callbackURL: 'https://evil.example' }
    expect(await person.browser.post(path, body)).toMatchObject(refused)
    expect(await exists(person)).toBe(true)
  })
})

describe('deletion without a mail server', () => {
  let silent: TestServer

  beforeAll(async () => {
    // A public server without SMTP_URL can't send mail.
    silent = await startTestServer(db, { GUILDHALL_URL: 'https://accounts.example.com' })
  })
  afterAll(() => silent.stop())

  const person = () => newPerson({ url: `http://127.0.0.1:${silent.port}` })

  test('a fresh session deletes immediately', async () => {
    const ann = await person()
    const seen = await ann.browser.post(path, {})
    expect(seen).toMatchObject({ status: 200, body: deleted })
    expect(seen.cookies).toHaveLength(3)
    expect(await exists(ann)).toBe(false)
  })

  test('11.3 (6): a session of a day and a half is not fresh', async () => {
    const ann = await person()
    await db.database.pool.query(
      `update session set created_at = created_at - interval '36 hours' where user_id = $1`,
      [ann.id],
    )
    expect(await ann.browser.post(path, {})).toMatchObject({
      status: 400,
      body: {
        code: 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
        message: 'Session expired. Re-authenticate to perform this action.',
      },
    })
    const password = goodPassword
    expect((await ann.browser.post(path, { password })).body).toEqual(deleted)
    expect(await exists(ann)).toBe(false)
  })

  test('users without a password cannot confirm by password', async () => {
    const ann = await person()
    await db.database.pool.query('delete from account where user_id = $1', [ann.id])
    expect(await ann.browser.post(path, { password: goodPassword })).toMatchObject({
      status: 400,
      body: { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND', message: 'Credential account not found' },
    })
  })

  test('links cannot be requested', async () => {
    const ann = await person()
    await db.database.pool.query('update users set email_verified = true where id = $1', [ann.id])
    const browser = ann.browser
    const seen = [
      await browser.post('/api/auth/request-password-reset', { email: ann.email }),
      await browser.post('/api/auth/send-verification-email', { email: ann.email }),
      await browser.post('/api/auth/change-email', { newEmail: `new-${ann.email}` }),
    ]
    expect(seen.map(({ status, body }) => [status, body?.['code']])).toEqual([
      [400, 'RESET_PASSWORD_ISNT_ENABLED'],
      [400, 'VERIFICATION_EMAIL_ISNT_ENABLED'],
      [400, 'VERIFICATION_EMAIL_ISNT_ENABLED'],
    ])
  })
})

describe('disabled deletion', () => {
  let closed: TestServer

  beforeAll(async () => {
    closed = await startTestServer(db, {
      GUILDHALL_DELETE_USER: 'off',
      GUILDHALL_CHANGE_EMAIL: 'off',
    })
  })
  afterAll(() => closed.stop())

  test('is not found', async () => {
    const { browser, email } = await newPerson(closed)
    expect((await browser.post(path, {})).status).toBe(404)
    expect((await browser.get(`${path}/callback?token=x`)).status).toBe(404)
    expect(await browser.post('/api/auth/change-email', { newEmail: email })).toMatchObject({
      status: 400,
      body: { code: 'CHANGE_EMAIL_IS_DISABLED', message: 'Change email is disabled' },
    })
  })
})
