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

  test('of two links to two addresses the first that is opened wins', async () => {
    const { browser, email, link } = await withLink()
    await browser.post(path, { newEmail: `other-${email}` })
    const other = linkIn(await server.mailTo(email))
    await browser.open(link)
    const seen = await browser.open(other)
    expect(seen.location).toBe('/?error=user_not_found')
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
