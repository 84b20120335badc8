import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { linkIn, type MailingServer, startMailingServer } from '../../../../../test/identity.ts'
import { newPerson } from '../../../../../test/people.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

const ask = '/api/auth/send-verification-email'

const isVerified = async (email: string): Promise<boolean | undefined> =>
  (
    await db.database.kysely
      .selectFrom('users')
      .select('emailVerified')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.emailVerified

/** Somebody who has signed up, with the link that verifies their address. */
async function withLink(callbackURL?: string) {
  const { browser, email } = await newPerson(server)
  const asked = await browser.post(ask, { email, ...(callbackURL && { callbackURL }) })
  expect(asked).toMatchObject({ status: 200, body: { status: true } })
  const mail = await server.mailTo(email)
  return { browser, email, mail, link: linkIn(mail) }
}

describe('a verification link', () => {
  test('verifies the address and redirects the browser', async () => {
    const { email, link, mail } = await withLink('/welcome?plan=pro&from=mail')
    expect(mail.subject).toBe(`Confirm your email address for localhost:${server.port}`)
    expect(mail.text).toContain(link)
    const seen = await server.browser().open(link)
    expect(seen).toMatchObject({ status: 302, location: '/welcome?plan=pro&from=mail' })
    expect(seen.cookies).toEqual([])
    expect(await isVerified(email)).toBe(true)
  })

  test('answers in JSON without a callbackURL', async () => {
    const { link } = await withLink()
    const bare = link.replace(/&callbackURL=.*/, '')
    const seen = await server.browser().open(bare)
    expect(seen).toMatchObject({ status: 200, body: { status: true, user: null } })
  })

  test('comes in a mail without the name of an unverified user', async () => {
    const { mail } = await withLink()
    expect(mail.headers['to']).not.toContain('Ann')
    expect(mail.text).not.toContain('Ann')
  })

  test('succeeds again without effect', async () => {
    const { email, link } = await withLink('/done')
    await server.browser().open(link)
    const version = await versionOf(email)
    expect(await server.browser().open(link)).toMatchObject({ status: 302, location: '/done' })
    expect(await versionOf(email)).toBe(version)
  })

  test('verifies once for 50 parallel visits, which all succeed', async () => {
    const { email, link } = await withLink('/done')
    const seen = await Promise.all(Array.from({ length: 50 }, () => server.browser().open(link)))
    expect(new Set(seen.map(({ location }) => location))).toEqual(new Set(['/done']))
    expect(await versionOf(email)).toBe(2)
    expect(await recordsOf(email, 'email.verify')).toBe(1)
  })

  test('has no effect by HEAD', async () => {
    const { email, link } = await withLink('/done')
    const path = `/api/auth/verify-email${new URL(link).search}`
    expect((await server.browser().head(path)).status).toBe(405)
    expect((await server.browser().head(link.replace(server.url, ''))).status).toBe(200)
    expect(await isVerified(email)).toBe(false)
    expect((await server.browser().open(link)).location).toBe('/done')
  })

  test('refreshes the cookies of its owner', async () => {
    const { browser, link } = await withLink('/done')
    expect((await browser.open(link)).cookies.join()).toContain('guildhall.session_token=')
    const { body } = await browser.get('/api/auth/get-session')
    expect(body).toMatchObject({ user: { emailVerified: true } })
  })
})

describe('an invalid link', () => {
  const path = '/api/auth/verify-email'

  test('redirects with its error code', async () => {
    const seen = await server.browser().get(`${path}?token=nonsense&callbackURL=%2Fx%3Fa%3Db`)
    expect(seen).toMatchObject({ status: 302, location: '/x?a=b&error=invalid_token' })
  })

  test('is refused without a callbackURL', async () => {
    const seen = await server.browser().get(`${path}?token=nonsense`)
    expect(seen).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN', message: 'invalid_token' },
    })
  })

  test('includes an expired one', async () => {
    const { email, link } = await withLink('/done')
    server.advance(3_600)
    const seen = await server.browser().open(link)
    expect(seen.location).toBe('/done?error=token_expired')
    expect(await isVerified(email)).toBe(false)
  })

  test('includes one to a former address', async () => {
    const { browser, email, link } = await withLink('/done')
    const newEmail = `new-${email}`
    await browser.post('/api/auth/change-email', { newEmail })
    const seen = await server.browser().open(link)
    expect(seen.location).toBe('/done?error=user_not_found')
    expect(await isVerified(newEmail)).toBe(false)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
  ])('does not redirect to %s', async (callbackURL) => {
    const { email, link } = await withLink()
    const changed = `${link}&callbackURL=${encodeURIComponent(callbackURL)}`
    expect(await server.browser().open(changed)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_CALLBACKURL', message: 'Invalid callbackURL' },
    })
    expect(await isVerified(email)).toBe(false)
    const asked = await server.browser().post(ask, { email, callbackURL })
    expect(asked).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACKURL' } })
  })

  test('includes one without a token', async () => {
    expect((await server.browser().get(path)).body).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('requesting a link', () => {
  test('is answered the same for every address', async () => {
    const { email } = await newPerson(server)
    const visitor = server.browser()
    const known = await visitor.post(ask, { email })
    const unknown = await visitor.post(ask, { email: 'nobody@example.com' })
    expect(known.body).toEqual(unknown.body)
    expect(known.status).toBe(unknown.status)
    expect(await server.mailsTo('nobody@example.com')).toBe(0)
    expect(await server.mailsTo(email)).toBe(1)
  })

  test('mails no link to a verified address', async () => {
    const { email, link } = await withLink()
    await server.browser().open(link)
    await server.browser().post(ask, { email })
    expect(await server.mailsTo(email)).toBe(1)
  })

  test('works for signed-in users only with their own unverified address', async () => {
    const other = await newPerson(server)
    const { browser, email, link } = await withLink()
    expect(await browser.post(ask, { email: other.email })).toMatchObject({
      status: 400,
      body: { code: 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL' },
    })
    await browser.open(link)
    expect(await browser.post(ask, { email: other.email })).toMatchObject({
      status: 400,
      body: { code: 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL' },
    })
    expect(await browser.post(ask, { email })).toMatchObject({
      status: 400,
      body: { message: 'You can only send a verification email to an unverified email' },
    })
  })

  test('requires an address', async () => {
    const seen = await server.browser().post(ask, { email: 'nonsense' })
    expect(seen).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})

async function versionOf(email: string): Promise<number | undefined> {
  const users = db.database.kysely.selectFrom('users').where('email', '=', email)
  return (await users.select('version').executeTakeFirst())?.version
}

async function recordsOf(email: string, action: string): Promise<number> {
  const rows = await db.database.kysely
    .selectFrom('auditEntry')
    .innerJoin('users', 'users.id', 'auditEntry.userId')
    .where('users.email', '=', email)
    .where('auditEntry.action', '=', action)
    .select('auditEntry.id')
    .execute()
  return rows.length
}
