import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newVerifiedPerson,
  startMailingServer,
  tokenIn,
} from '../../../../../test/identity.ts'
import { goodPassword, newPerson, type Person } from '../../../../../test/people.ts'
import { newId } from '../../../../platform/ids.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

const newPassword = 'a brand new password'
const reset = (token: string, password = newPassword) =>
  server.browser().post('/api/auth/reset-password', { newPassword: password, token })

const signIn = (email: string, password: string) =>
  server.browser().post('/api/auth/sign-in/email', { email, password })

const isSignedIn = async ({ browser }: Person): Promise<boolean> =>
  (await browser.get('/api/auth/get-session')).body !== null

async function withLink(person: Person, redirectTo?: string) {
  const asked = await server
    .browser()
    .post('/api/auth/request-password-reset', { email: person.email, redirectTo })
  expect(asked.status).toBe(200)
  const mail = await server.mailTo(person.email)
  const link = linkIn(mail)
  return { mail, link, token: tokenIn(link) }
}

const findUser = (email: string) =>
  db.database.kysely
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

describe('resetting a password', () => {
  test('redirects to the given page and keeps its query', async () => {
    const person = await newVerifiedPerson(server)
    const { link, token } = await withLink(person, 'https://app.example.com/new?x=1&y=%26')
    const seen = await server.browser().open(link)
    expect(seen.status).toBe(302)
    expect(seen.location).toBe(`https://app.example.com/new?x=1&y=%26&token=${token}`)

    expect(await reset(token)).toMatchObject({ status: 200, body: { status: true } })
    expect((await signIn(person.email, goodPassword)).status).toBe(401)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test('redirects to the default page without a given one', async () => {
    const { link, token } = await withLink(await newVerifiedPerson(server))
    const { location } = await server.browser().open(link)
    expect(location).toBe(`${server.url}/reset-password?token=${token}`)
  })

  test('opening the link does not consume the token', async () => {
    const { link, token } = await withLink(await newVerifiedPerson(server))
    for (const browser of [server.browser(), server.browser()]) await browser.open(link)
    expect((await reset(token)).status).toBe(200)
  })

  test('a token in the given page’s URL is replaced', async () => {
    const person = await newVerifiedPerson(server)
    const { link, token } = await withLink(person, '/new?token=evil&token=eviler')
    const { location } = await server.browser().open(link)
    expect(new URL(location ?? '').searchParams.getAll('token')).toEqual([token])
  })

  test('the token may be sent in the query', async () => {
    const { token } = await withLink(await newVerifiedPerson(server))
    const path = `/api/auth/reset-password?token=${token}`
    expect((await server.browser().post(path, { newPassword })).status).toBe(200)
  })

  test('a user without a password can set one', async () => {
    const person = await newVerifiedPerson(server)
    const { id } = await findUser(person.email)
    await db.database.kysely.deleteFrom('account').where('userId', '=', id).execute()
    const { token } = await withLink(person)
    await reset(token)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test('the user is notified by mail', async () => {
    const person = await newVerifiedPerson(server)
    const { token } = await withLink(person)
    await reset(token)
    const notice = await server.mailTo(person.email)
    expect(notice.subject).toBe(`Your password at localhost:${server.port} was changed`)
    expect(notice.links).toEqual([`${server.url}/forgot-password`])
  })

  test('all sessions end', async () => {
    const person = await newVerifiedPerson(server)
    const { token } = await withLink(person)
    expect(await isSignedIn(person)).toBe(true)
    await reset(token)
    expect(await isSignedIn(person)).toBe(false)
  })
})

describe('a reset token', () => {
  const invalid = { status: 400, body: { code: 'INVALID_TOKEN', message: 'invalid token' } }

  test('works once', async () => {
    const { link, token } = await withLink(await newVerifiedPerson(server), '/new')
    await reset(token)
    expect(await reset(token)).toMatchObject(invalid)
    const { location } = await server.browser().open(link)
    expect(location).toBe(`${server.url}/new?error=INVALID_TOKEN`)
  })

  test('works once for 50 parallel calls', async () => {
    const { token } = await withLink(await newVerifiedPerson(server))
    const seen = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reset(token, `${newPassword} ${at}`)),
    )
    const statuses = seen.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  })

  test('expires after an hour', async () => {
    const { link, token } = await withLink(await newVerifiedPerson(server))
    server.advance(3_600)
    expect(await reset(token)).toMatchObject(invalid)
    expect((await server.browser().open(link)).location).toContain('error=INVALID_TOKEN')
  })

  test('is invalidated when another one is used', async () => {
    const person = await newVerifiedPerson(server)
    const [first, second] = [await withLink(person), await withLink(person)]
    expect((await reset(second.token)).status).toBe(200)
    expect(await reset(first.token)).toMatchObject(invalid)
  })

  test('stays valid when another one is requested', async () => {
    const person = await newVerifiedPerson(server)
    const [first] = [await withLink(person), await withLink(person)]
    expect((await reset(first.token)).status).toBe(200)
  })

  test('is invalid once the address has changed', async () => {
    const person = await newPerson(server)
    const { token } = await withLink(person)
    await person.browser.post('/api/auth/change-email', { newEmail: `new-${person.email}` })
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('issued for another purpose is invalid', async () => {
    const { browser, email } = await newPerson(server)
    await browser.post('/api/auth/send-verification-email', { email })
    expect(await reset(tokenIn(linkIn(await server.mailTo(email))))).toMatchObject(invalid)
  })

  test.each(['', 'nonsense', 'x'.repeat(256)])('is invalid if made up: %j', async (token) => {
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('is required', async () => {
    const seen = await server.browser().post('/api/auth/reset-password', { newPassword })
    expect(seen).toMatchObject(invalid)
  })

  test.each([
    ['short', 'PASSWORD_TOO_SHORT', 'Password too short'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG', 'Password too long'],
    ['password1', 'PASSWORD_TOO_COMMON', 'Password too common'],
  ])('survives the refused password %s', async (password, code, message) => {
    const { token } = await withLink(await newVerifiedPerson(server))
    expect(await reset(token, password)).toMatchObject({ status: 400, body: { code, message } })
    expect(await reset('nonsense', password)).toMatchObject({ body: { code } })
    expect((await reset(token)).status).toBe(200)
  })

  test('does not allow the own address as password', async () => {
    const person = await newVerifiedPerson(server)
    const { token } = await withLink(person)
    const code = 'PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS'
    expect(await reset(token, person.email)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('requesting a reset', () => {
  test.each(['forget-password', 'request-password-reset'])(
    '%s answers the same for every address',
    async (name) => {
      const { email } = await newVerifiedPerson(server)
      const seen = []
      for (const address of [email, email.toUpperCase(), 'nobody@example.com']) {
        seen.push(await server.browser().post(`/api/auth/${name}`, { email: address }))
      }
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(seen.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(seen[0]?.body).toEqual({
        status: true,
        message: 'If this email exists in our system, check your email for the reset link',
      })
      expect(await server.mailsTo('nobody@example.com')).toBe(0)
      expect(await server.mailsTo(email)).toBe(2)
    },
  )

  test('the recorded address is sealed', async () => {
    await server.browser().post('/api/auth/forget-password', { email: 'secret@example.com' })
    await server.mailsTo('secret@example.com')
    const { rows } = await db.database.pool.query<{ payload: unknown }>(
      `select payload from event_log where name = 'mail.requested'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('example.com')
  })

  test('refuses untrusted redirect URLs', async () => {
    const { email } = await newVerifiedPerson(server)
    const request = { email, redirectTo: 'https://app.example.com.evil.example/' }
    expect(await server.browser().post('/api/auth/forget-password', request)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_REDIRECTURL', message: 'Invalid redirectURL' },
    })
    const path = '/api/auth/reset-password/x?callbackURL='
    expect(await server.browser().get(`${path}//evil.example`)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_CALLBACKURL' },
    })
    expect((await server.browser().get(path)).location).toBe(
      `${server.url}/api/auth/error?error=INVALID_TOKEN`,
    )
    expect(await server.browser().get('/api/auth/reset-password/x')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  })
})

describe('GHSA-qq9h: a stranger signed up first with the address', () => {
  test('and loses access when the owner resets the password', async () => {
    const intruder = await newPerson(server)
    const { id: userId } = await findUser(intruder.email)
    await db.database.kysely
      .insertInto('account')
      .values({
        id: newId('account'),
        userId,
        providerId: 'github',
        accountId: '4711',
        createdAt: new Date(0),
        updatedAt: new Date(0),
      })
      .execute()
    await intruder.browser.post('/api/auth/delete-user', {})
    await server.mailTo(intruder.email)
    const { token } = await withLink(intruder)
    await reset(token)

    expect(await isSignedIn(intruder)).toBe(false)
    expect((await signIn(intruder.email, goodPassword)).status).toBe(401)
    const accounts = await db.database.kysely
      .selectFrom('account')
      .select('providerId')
      .where('userId', '=', userId)
      .execute()
    expect(accounts).toEqual([{ providerId: 'credential' }])
    const left = await db.database.kysely
      .selectFrom('verification')
      .selectAll()
      .where('userId', '=', userId)
      .execute()
    expect(left).toEqual([])
    expect(await findUser(intruder.email)).toMatchObject({ emailVerified: true })
  })
})
