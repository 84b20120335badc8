import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newProvedPerson,
  startMailingServer,
} from '../../../../test/identity.ts'
import { newPerson } from '../../../../test/people.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

const path = '/api/auth/change-email'

const findUser = (email: string) =>
  db.database.kysely.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Somebody with a proved address, who has asked to change it. */
async function withLink() {
  const person = await newProvedPerson(server)
  const newEmail = `new-${person.email}`
  const asked = await person.browser.post(path, { newEmail, callbackURL: '/account?tab=email' })
  expect(asked).toMatchObject({ status: 200, body: { status: true } })
  const mail = await server.mailTo(person.email)
  return { ...person, newEmail, mail, link: linkIn(mail) }
}

describe('from a proved address', () => {
  test('goes by the old address, then the new one is to be proved, and the old one is told', async () => {
    const { browser, email, newEmail, mail, link } = await withLink()
    expect(mail.text).toContain(`New address: ${newEmail}`)
    expect(await findUser(newEmail)).toBeUndefined()

    const seen = await browser.open(link)
    expect(seen).toMatchObject({ status: 302, location: '/account?tab=email' })
    expect(seen.cookies.join()).toContain('guildhall.session_token=')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
    expect(await findUser(email)).toBeUndefined()

    const notice = await server.mailTo(email)
    expect(notice.subject).toBe(`Your e-mail address at localhost:${server.port} was changed`)
    expect(notice.text).toContain(newEmail)

    const proof = linkIn(await server.mailTo(newEmail))
    expect((await server.browser().open(proof)).location).toBe('/account?tab=email')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: true })
  })

  test('the address is given in lower case', async () => {
    const { browser, email } = await newProvedPerson(server)
    await browser.post(path, { newEmail: `NEW-${email}` })
    const seen = await browser.open(linkIn(await server.mailTo(email)))
    expect(seen).toMatchObject({ status: 302, location: '/' })
    expect(await findUser(`new-${email}`)).toBeDefined()
  })

  test('without a callbackURL the link answers with the user', async () => {
    const { browser, link, newEmail } = await withLink()
    const seen = await browser.open(link.replace(/&callbackURL=.*/, ''))
    expect(seen).toMatchObject({
      status: 200,
      body: { status: true, user: { email: newEmail, emailVerified: false } },
    })
  })

  test('a program that opens the links of mails changes nothing', async () => {
    const { browser, email, link } = await withLink()
    const seen = await server.browser().open(link)
    expect(seen.location).toBe('/account?tab=email&error=unauthorized')
    expect(await findUser(email)).toBeDefined()
    expect((await browser.open(link)).location).toBe('/account?tab=email')
  })

  test('nobody else can use the link', async () => {
    const { email, link } = await withLink()
    const eve = await newProvedPerson(server)
    const seen = await eve.browser.open(link.replace(/&callbackURL=.*/, ''))
    expect(seen).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'unauthorized' },
    })
    expect(await findUser(email)).toBeDefined()
    expect(await findUser(eve.email)).toBeDefined()
  })

  test('whether the address was taken meanwhile is looked at again', async () => {
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

  test('of 50 who open the link at once one changes the address, and all are told so', async () => {
    const { browser, newEmail, link } = await withLink()
    const seen = await Promise.all(Array.from({ length: 50 }, () => browser.open(link)))
    const locations = new Set(seen.map(({ location }) => location))
    expect(locations).toEqual(new Set(['/account?tab=email']))
    expect(await server.mailsTo(newEmail)).toBe(1)
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
  })

  test('of two links to two addresses the one that was asked for last is good', async () => {
    const { browser, email, link } = await withLink()
    await browser.post(path, { newEmail: `other-${email}` })
    const other = linkIn(await server.mailTo(email))
    const seen = await browser.open(link)
    expect(seen.location).toBe('/account?tab=email&error=invalid_token')
    expect((await browser.open(other)).location).toBe('/')
    expect(await findUser(`other-${email}`)).toBeDefined()
  })

  test('two who change to one address at once: one gets it, the other is refused', async () => {
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

describe('a change that waits for its link', () => {
  const pending = '/api/auth/pending-email-change'
  const cancel = '/api/auth/cancel-email-change'

  test('is told its owner, until the link is opened', async () => {
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

  test('is told nobody else, and kept where only the server reads it', async () => {
    const { newEmail } = await withLink()
    const eve = await newProvedPerson(server)
    expect((await eve.browser.get(pending)).body).toBeNull()
    expect((await server.browser().get(pending)).status).toBe(401)
    expect((await server.browser().post(cancel, {})).status).toBe(401)
    const rows = await db.database.kysely.selectFrom('verification').select('value').execute()
    expect(rows.map(({ value }) => String(value)).join()).not.toContain(newEmail)
  })

  test('is called off, and its link with it, on record', async () => {
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

  test('that is called off leaves a link that was opened what it is: no error', async () => {
    const { browser, link } = await withLink()
    await browser.open(link)
    await browser.post(cancel, {})
    expect((await browser.open(link)).location).toBe('/account?tab=email')
  })

  test('is over with its time, and with the address that it was asked of', async () => {
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

describe('from an address that nobody has proved', () => {
  test('it changes at once, and no stranger is told of it', async () => {
    const { browser, email } = await newPerson(server)
    const newEmail = `new-${email}`
    const seen = await browser.post(path, { newEmail })
    expect(seen).toMatchObject({ status: 200, body: { status: true } })
    expect(seen.cookies.join()).toContain('guildhall.session_token=')
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: false })
    await server.browser().open(linkIn(await server.mailTo(newEmail)))
    expect(await findUser(newEmail)).toMatchObject({ emailVerified: true })
    expect(await server.mailsTo(email)).toBe(0)
  })
})

test('refusals have the codes and words that clients know', async () => {
  const { browser, email } = await newProvedPerson(server)
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
