import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  linkIn,
  type MailingServer,
  newVerifiedPerson,
  startMailingServer,
  tokenIn,
} from '../../../../../test/identity.ts'
import { goodPassword, newPerson } from '../../../../../test/people.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db, {
    GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
    GUILDHALL_VERIFY_EMAIL_SIGNS_IN: 'on',
    GUILDHALL_RESET_ENDS_SESSIONS: 'off',
    GUILDHALL_ADMIN_EMAILS: 'Root@example.com',
  })
})
afterAll(() => server.stop())

const sessionOf = async ({ browser }: { browser: ReturnType<MailingServer['browser']> }) =>
  (await browser.get('/api/auth/get-session')).body

test('signing up mails a link that signs in', async () => {
  const { email } = await newPerson(server, { callbackURL: '/welcome?x=1' })
  const link = linkIn(await server.mailTo(email))
  const browser = server.browser()
  expect(await browser.open(link)).toMatchObject({ status: 302, location: '/welcome?x=1' })
  expect(await sessionOf({ browser })).toMatchObject({ user: { email, emailVerified: true } })
  const again = server.browser()
  expect(await again.open(link)).toMatchObject({ status: 302, location: '/welcome?x=1' })
  expect(await sessionOf({ browser: again })).toBeNull()
})

test('the browser that signed up confirms without the password, another one does not', async () => {
  const { browser, email } = await newPerson(server)
  const token = tokenIn(linkIn(await server.mailTo(email)))
  const confirm = '/api/auth/verify-email'
  const stranger = await newPerson(server)
  for (const other of [server.browser(), stranger.browser]) {
    expect((await other.post(confirm, { token })).status).toBe(403)
  }
  expect((await browser.post(confirm, { token })).status).toBe(200)
  expect(await sessionOf({ browser })).toMatchObject({ user: { email, emailVerified: true } })
})

test('the right password with an unverified address is refused and mails the link', async () => {
  const { browser, email } = await newPerson(server)
  await server.mailTo(email)
  const signIn = (password: string) =>
    server.browser().post('/api/auth/sign-in/email', { email, password })
  expect((await signIn('wrong horse battery')).body).toMatchObject({
    code: 'INVALID_EMAIL_OR_PASSWORD',
  })
  expect(await server.mailsTo(email)).toBe(1)
  expect(await signIn(goodPassword)).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED' },
  })
  await browser.open(linkIn(await server.mailTo(email)))
  expect((await signIn(goodPassword)).status).toBe(200)
})

test('a link does not switch a signed-in visitor to another account', async () => {
  const ann = await newVerifiedPerson(server)
  await ann.browser.post('/api/auth/sign-in/email', { email: ann.email, password: goodPassword })
  const eve = await newPerson(server)
  await ann.browser.open(linkIn(await server.mailTo(eve.email)))
  expect(await sessionOf(ann)).toMatchObject({ user: { email: ann.email } })
})

test('a banned user can verify the address but not sign in', async () => {
  const { email } = await newPerson(server)
  const link = linkIn(await server.mailTo(email))
  const users = db.database.kysely.updateTable('users').where('email', '=', email)
  await users.set({ banned: true }).execute()
  const browser = server.browser()
  expect((await browser.open(link)).status).toBe(200)
  expect(await sessionOf({ browser })).toBeNull()
})

test('an operator address appoints an operator once verified', async () => {
  await server.browser().post('/api/auth/sign-up/email', {
    email: 'root@example.com',
    name: 'Root',
    password: goodPassword,
  })
  const role = async () =>
    (
      await db.database.kysely
        .selectFrom('users')
        .select('role')
        .where('email', '=', 'root@example.com')
        .executeTakeFirst()
    )?.role
  expect(await role()).toBe('user')
  await server.browser().open(linkIn(await server.mailTo('root@example.com')))
  expect(await role()).toBe('admin')
})

test('if resetting keeps sessions, those of a verified address continue', async () => {
  const ann = await newVerifiedPerson(server)
  await ann.browser.post('/api/auth/sign-in/email', { email: ann.email, password: goodPassword })
  await server.mailTo(ann.email)
  await server.browser().post('/api/auth/forget-password', { email: ann.email })
  const token = tokenIn(linkIn(await server.mailTo(ann.email)))
  const newPassword = 'a brand new password'
  const seen = await server.browser().post('/api/auth/reset-password', { token, newPassword })
  expect(seen.status).toBe(200)
  expect(await sessionOf(ann)).toMatchObject({ user: { email: ann.email } })
})
