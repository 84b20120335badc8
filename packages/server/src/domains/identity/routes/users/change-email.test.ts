import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newVerifiedPerson,
  startMailingServer,
} from '../../../../../test/identity.ts'
import { newPerson } from '../../../../../test/people.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

const path = '/api/auth/change-email'

const findUser = (email: string) =>
  db.database.kysely.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Somebody with a verified address who has requested to change it. */
async function withLink() {
  const person = await newVerifiedPerson(server)
  const newEmail = `new-${person.email}`
  const asked = await person.browser.post(path, { newEmail, callbackURL: '/account?tab=email' })
  expect(asked).toMatchObject({ status: 200, body: { status: true } })
  const mail = await server.mailTo(person.email)
  return { ...person, newEmail, mail, link: linkIn(mail) }
}

describe('changing a verified address', () => {
  test('is confirmed by the old address; the new one must be verified', async () => {
    const { browser, email, newEmail, mail, link } = await withLink()
    expect(mail.text).toContain(`New address: ${newEmail}`)
    expect(await findUser(newEmail)).toBeUndefined()

    const seen = await browser.open(link)
    expect(seen).toMatchObject({ status: 302, location: '/account?tab=email' })
    expect(seen.cookies.join()).toContain('guildhall.session_token=')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
    expect(await findUser(email)).toBeUndefined()

    const notice = await server.mailTo(email)
    expect(notice.subject).toBe(`Your email address at localhost:${server.port} was changed`)
    expect(notice.text).toContain(newEmail)

    const proof = linkIn(await server.mailTo(newEmail))
    expect((await server.browser().open(proof)).location).toBe('/account?tab=email')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: true })
  })

  test('stores the new address in lower case', async () => {
    const { browser, email } = await newVerifiedPerson(server)
    await browser.post(path, { newEmail: `NEW-${email}` })
    const seen = await browser.open(linkIn(await server.mailTo(email)))
    expect(seen).toMatchObject({ status: 200, body: { user: { email: `new-${email}` } } })
    expect(await findUser(`new-${email}`)).toBeDefined()
  })

  test('returns the user from the link without a callbackURL', async () => {
    const { browser, link, newEmail } = await withLink()
    const seen = await browser.open(link.replace(/&callbackURL=.*/, ''))
    expect(seen).toMatchObject({
      status: 200,
      body: { status: true, user: { email: newEmail, emailVerified: false } },
    })
  })

  test('is not triggered by programs that open mailed links', async () => {
    const { browser, email, link } = await withLink()
    const seen = await server.browser().open(link)
    expect(seen.location).toBe('/account?tab=email&error=unauthorized')
    expect(await findUser(email)).toBeDefined()
    expect((await browser.open(link)).location).toBe('/account?tab=email')
  })

  test('is refused for other users who open the link', async () => {
    const { email, link } = await withLink()
    const eve = await newVerifiedPerson(server)
    const seen = await eve.browser.open(link.replace(/&callbackURL=.*/, ''))
    expect(seen).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'unauthorized' },
    })
    expect(await findUser(email)).toBeDefined()
    expect(await findUser(eve.email)).toBeDefined()
  })

  test('is refused if the address was taken meanwhile', async () => {
    const { browser, email, newEmail, link } = await withLink()
    await newPerson(server, { email: newEmail })
    const seen = await browser.open(link)
    expect(seen.location).toBe('/account?tab=email&error=couldnt_update_your_email')
    expect(await findUser(email)).toMatchObject({ emailVerified: true })
    expect(await browser.open(link.replace(/&callbackURL=.*/, ''))).toMatchObject({
      status: 400,
      body: { code: 'COULDNT_UPDATE_YOUR_EMAIL', message: "Couldn't update your email" },
    })
  })

  test('happens once for 50 parallel visits, which all succeed', async () => {
    const { browser, newEmail, link } = await withLink()
    const seen = await Promise.all(Array.from({ length: 50 }, () => browser.open(link)))
    const locations = new Set(seen.map(({ location }) => location))
    expect(locations).toEqual(new Set(['/account?tab=email']))
    expect(await server.mailsTo(newEmail)).toBe(1)
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
  })

  test('is possible only with the latest of two links', async () => {
    const { browser, email, link } = await withLink()
    await browser.post(path, { newEmail: `other-${email}` })
    const other = linkIn(await server.mailTo(email))
    const seen = await browser.open(link)
    expect(seen.location).toBe('/account?tab=email&error=invalid_token')
    expect((await browser.open(other)).status).toBe(200)
    expect(await findUser(`other-${email}`)).toBeDefined()
  })

  test('succeeds for one of two users who want the same address', async () => {
    const [one, other] = [await newPerson(server), await newPerson(server)]
    const newEmail = `both-${one.email}`
    const seen = await Promise.all(
      [one, other].map(({ browser }) => browser.post(path, { newEmail })),
    )
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(seen.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'COULDNT_UPDATE_YOUR_EMAIL',
    })
  })
})

describe('a pending change', () => {
  const pending = '/api/auth/pending-email-change'
  const cancel = '/api/auth/cancel-email-change'

  test('is shown to its owner until the link is opened', async () => {
    const { browser, id, email, newEmail, link } = await withLink()
    const { rows } = await db.database.pool.query(
      `select expires_at from verification where user_id = $1 and purpose = 'change-email'`,
      [id],
    )
    expect(await browser.get(pending)).toMatchObject({
      status: 200,
      body: { newEmail, sentTo: email, expiresAt: rows[0].expires_at.toISOString() },
    })
    await browser.open(link)
    expect(await browser.get(pending)).toMatchObject({ status: 200, body: null })
  })

  test('is hidden from others and sealed in the database', async () => {
    const { newEmail } = await withLink()
    const eve = await newVerifiedPerson(server)
    expect((await eve.browser.get(pending)).body).toBeNull()
    expect((await server.browser().get(pending)).status).toBe(401)
    expect((await server.browser().post(cancel, {})).status).toBe(401)
    const rows = await db.database.kysely.selectFrom('verification').select('value').execute()
    expect(rows.map(({ value }) => String(value)).join()).not.toContain(newEmail)
  })

  test('can be canceled with its link, which is recorded', async () => {
    const { browser, id, email, link } = await withLink()
    expect(await browser.post(cancel, {})).toMatchObject({ status: 200, body: { status: true } })
    expect((await browser.get(pending)).body).toBeNull()
    expect((await browser.open(link)).location).toBe('/account?tab=email&error=invalid_token')
    expect(await findUser(email)).toBeDefined()
    expect((await browser.post(cancel, {})).status).toBe(200)
    const { rows } = await db.database.pool.query(
      `select from audit_entry where user_id = $1 and action = 'email.change-cancel'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  test('canceled after its link was opened keeps that link working', async () => {
    const { browser, link } = await withLink()
    await browser.open(link)
    await browser.post(cancel, {})
    expect((await browser.open(link)).location).toBe('/account?tab=email')
  })

  test('expires, and ends with the address that had to confirm it', async () => {
    const late = await withLink()
    server.advance(3_601)
    expect((await late.browser.get(pending)).body).toBeNull()
    const moved = await withLink()
    await db.database.kysely
      .updateTable('users')
      .set({ email: `by-operator-${moved.email}` })
      .where('email', '=', moved.email)
      .execute()
    expect((await moved.browser.get(pending)).body).toBeNull()
  })
})

describe('changing an unverified address', () => {
  test('happens immediately', async () => {
    const { browser, email } = await newPerson(server)
    const newEmail = `new-${email}`
    const seen = await browser.post(path, { newEmail })
    expect(seen).toMatchObject({ status: 200, body: { status: true } })
    expect(seen.cookies.join()).toContain('guildhall.session_token=')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
    await server.browser().open(linkIn(await server.mailTo(newEmail)))
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: true })
  })

  test('is notified to the old address, a stranger’s perhaps, without the new one', async () => {
    const { browser, email } = await newPerson(server)
    const newEmail = 'another-mailbox@example.com'
    await browser.post(path, { newEmail })
    const { subject, text } = await server.mailTo(email)
    expect(subject).toBe(`Your email address at localhost:${server.port} was changed`)
    expect(text).toContain('127.0.0.1')
    expect(text).not.toContain(newEmail)
  })
})

test('refusals have the codes and messages that clients expect', async () => {
  const { browser, email } = await newVerifiedPerson(server)
  const taken = await newPerson(server)
  const bodies = []
  for (const newEmail of [email.toUpperCase(), taken.email, taken.email.toUpperCase()]) {
    bodies.push((await browser.post(path, { newEmail })).body)
  }
  expect(bodies).toEqual([
    { code: 'EMAIL_IS_THE_SAME', message: 'Email is the same' },
    { code: 'COULDNT_UPDATE_YOUR_EMAIL', message: "Couldn't update your email" },
    { code: 'COULDNT_UPDATE_YOUR_EMAIL', message: "Couldn't update your email" },
  ])
  const evil = { newEmail: `x-${email}`, callbackURL: 'https://evil.example' }
  expect(await browser.post(path, evil)).toMatchObject({ body: { code: 'INVALID_CALLBACKURL' } })
  expect((await server.browser().post(path, { newEmail: email })).status).toBe(401)
})
