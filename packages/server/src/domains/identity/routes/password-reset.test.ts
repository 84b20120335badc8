import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newProvedPerson,
  startMailingServer,
  tokenIn,
} from '../../../../test/identity.ts'
import { goodPassword, newPerson, type Person } from '../../../../test/people.ts'
import { newId } from '../../../platform/ids.ts'

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

describe('the way to a new password', () => {
  test('leads over the page that was named, with its own query, to signing in', async () => {
    const person = await newProvedPerson(server)
    const { link, token } = await withLink(person, 'https://app.example.com/new?x=1&y=%26')
    const seen = await server.browser().open(link)
    expect(seen.status).toBe(302)
    expect(seen.location).toBe(`https://app.example.com/new?x=1&y=%26&token=${token}`)

    expect(await reset(token)).toMatchObject({ status: 200, body: { status: true } })
    expect((await signIn(person.email, goodPassword)).status).toBe(401)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test('leads to our own page, where none was named', async () => {
    const { link, token } = await withLink(await newProvedPerson(server))
    const { location } = await server.browser().open(link)
    expect(location).toBe(`${server.url}/reset-password?token=${token}`)
  })

  test('opening the link uses nothing up', async () => {
    const { link, token } = await withLink(await newProvedPerson(server))
    for (const browser of [server.browser(), server.browser()]) await browser.open(link)
    expect((await reset(token)).status).toBe(200)
  })

  test('a token of the page’s own URL is not taken for ours', async () => {
    const person = await newProvedPerson(server)
    const { link, token } = await withLink(person, '/new?token=evil&token=eviler')
    const { location } = await server.browser().open(link)
    expect(new URL(location ?? '').searchParams.getAll('token')).toEqual([token])
  })

  test('the token may stand in the query', async () => {
    const { token } = await withLink(await newProvedPerson(server))
    const path = `/api/auth/reset-password?token=${token}`
    expect((await server.browser().post(path, { newPassword })).status).toBe(200)
  })

  test('a user without a password gets one', async () => {
    const person = await newProvedPerson(server)
    const { id } = await findUser(person.email)
    await db.database.kysely.deleteFrom('account').where('userId', '=', id).execute()
    const { token } = await withLink(person)
    await reset(token)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test('its owner is told by mail', async () => {
    const person = await newProvedPerson(server)
    const { token } = await withLink(person)
    await reset(token)
    const notice = await server.mailTo(person.email)
    expect(notice.subject).toBe(`Your password at localhost:${server.port} was changed`)
    expect(notice.links).toEqual([`${server.url}/forgot-password`])
  })

  test('sessions survive no reset', async () => {
    const person = await newProvedPerson(server)
    const { token } = await withLink(person)
    expect(await isSignedIn(person)).toBe(true)
    await reset(token)
    expect(await isSignedIn(person)).toBe(false)
  })
})

describe('a token', () => {
  const invalid = { status: 400, body: { code: 'INVALID_TOKEN', message: 'invalid token' } }

  test('works once', async () => {
    const { link, token } = await withLink(await newProvedPerson(server), '/new')
    await reset(token)
    expect(await reset(token)).toMatchObject(invalid)
    const { location } = await server.browser().open(link)
    expect(location).toBe(`${server.url}/new?error=INVALID_TOKEN`)
  })

  test('works once for 50 who use it at once', async () => {
    const { token } = await withLink(await newProvedPerson(server))
    const seen = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reset(token, `${newPassword} ${at}`)),
    )
    const statuses = seen.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  })

  test('is over after an hour', async () => {
    const { link, token } = await withLink(await newProvedPerson(server))
    server.advance(3_600)
    expect(await reset(token)).toMatchObject(invalid)
    expect((await server.browser().open(link)).location).toContain('error=INVALID_TOKEN')
  })

  test('ends with every other one that was mailed', async () => {
    const person = await newProvedPerson(server)
    const [first, second] = [await withLink(person), await withLink(person)]
    expect((await reset(second.token)).status).toBe(200)
    expect(await reset(first.token)).toMatchObject(invalid)
  })

  test('stays good when somebody asks for another', async () => {
    const person = await newProvedPerson(server)
    const [first] = [await withLink(person), await withLink(person)]
    expect((await reset(first.token)).status).toBe(200)
  })

  test('of an address that is given up is good for nothing', async () => {
    const person = await newPerson(server)
    const { token } = await withLink(person)
    await person.browser.post('/api/auth/change-email', { newEmail: `new-${person.email}` })
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('for another purpose is none', async () => {
    const { browser, email } = await newPerson(server)
    await browser.post('/api/auth/send-verification-email', { email })
    expect(await reset(tokenIn(linkIn(await server.mailTo(email))))).toMatchObject(invalid)
  })

  test.each(['', 'nonsense', 'x'.repeat(256)])('must be one of ours: %j', async (token) => {
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('is missed', async () => {
    const seen = await server.browser().post('/api/auth/reset-password', { newPassword })
    expect(seen).toMatchObject(invalid)
  })

  test.each([
    ['short', 'PASSWORD_TOO_SHORT', 'Password too short'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG', 'Password too long'],
    ['password1', 'PASSWORD_TOO_COMMON', 'Password too common'],
  ])('outlives the bad password %s', async (password, code, message) => {
    const { token } = await withLink(await newProvedPerson(server))
    expect(await reset(token, password)).toMatchObject({ status: 400, body: { code, message } })
    expect(await reset('nonsense', password)).toMatchObject({ body: { code } })
    expect((await reset(token)).status).toBe(200)
  })

  test('lets nobody take their own address for a password', async () => {
    const person = await newProvedPerson(server)
    const { token } = await withLink(person)
    const code = 'PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS'
    expect(await reset(token, person.email)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('asking for it', () => {
  test.each(['forget-password', 'request-password-reset'])(
    '%s is answered alike for every address',
    async (name) => {
      const { email } = await newProvedPerson(server)
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

  test('what is noted of an address is sealed', async () => {
    await server.browser().post('/api/auth/forget-password', { email: 'secret@example.com' })
    await server.mailsTo('secret@example.com')
    const { rows } = await db.database.pool.query<{ payload: unknown }>(
      `select payload from event_log where name = 'mail.requested'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('example.com')
  })

  test('sends nobody to a stranger’s page', async () => {
    const { email } = await newProvedPerson(server)
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

describe('GHSA-qq9h: whoever signed up first with somebody else’s address', () => {
  test('keeps no way in when the address’s owner resets the password', async () => {
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
