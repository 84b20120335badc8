import { beforeAll, describe, expect, it } from 'vitest'
import { unwrap } from '../answers.ts'
import { anotherBrowser, isSignedIn, newPerson, type Person, password } from '../people.ts'
import { day, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { get, post, textAt } from '../wire.ts'

// Recorded defects of the original server by number.

const site = testSite()
const verifying = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
// A server that can't send mail.
const withoutMail = testSite({ GUILDHALL_URL: 'https://mute.example.com' })
const caching = testSite({ GUILDHALL_SESSION_CACHE_SECONDS: '300' })
const unknownId = '00000000-0000-7000-8000-000000000000'

let operator: Person
let ada: Person

beforeAll(async () => {
  operator = await newPerson(site, 'operator@site.test')
  ada = await newPerson(site, 'ada@lovelace.test')
})

it('6: a session that is a day and a half old cannot delete an account', async () => {
  const grace = visitorWithoutMail()
  const input = { name: 'Grace', email: 'grace@hopper.test', password }
  expect((await post(grace, '/sign-up/email', input, withoutMailOrigin)).status).toBe(200)
  withoutMail.advanceTime(1.5 * day)
  const refused = await post(grace, '/delete-user', {}, withoutMailOrigin)
  expect(refused.brief).toBe('400 SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION')
})

/** Its public URL differs from its local address, as behind a proxy. */
const visitorWithoutMail = () => newVisitor({ url: `http://127.0.0.1:${withoutMail.server.port}` })
const withoutMailOrigin = { origin: 'https://mute.example.com' }

it('7: permissions of others are not revealed', async () => {
  const asked = { permissions: { user: ['ban'] } }
  for (const whose of [{ userId: operator.id }, { userId: unknownId }, { role: 'admin' }]) {
    const answer = await post(newVisitor(site), '/admin/has-permission', { ...asked, ...whose })
    expect(answer.brief).toBe('401 UNAUTHORIZED')
  }
})

describe('8: operations for operators validate their input', () => {
  const input = { name: 'New', email: 'new@example.test', password }

  it.each([
    [{ password: 'short' }, '400 PASSWORD_TOO_SHORT'],
    [{ password: 'password123' }, '400 PASSWORD_TOO_COMMON'],
    [{ email: 'no address' }, '400 INVALID_EMAIL'],
    [{ role: 'emperor' }, '400 YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'],
    [{ data: { role: 'admin' } }, '400 VALIDATION_ERROR'],
    [{ data: { email: 'other@example.test' } }, '400 VALIDATION_ERROR'],
    [{ data: { id: unknownId } }, '400 VALIDATION_ERROR'],
  ])('create-user with %j', async (change, refusal) => {
    const { brief } = await post(operator, '/admin/create-user', { ...input, ...change })
    expect(brief).toBe(refusal)
  })

  it('set-user-password', async () => {
    const body = { userId: ada.id, newPassword: 'short' }
    const { brief } = await post(operator, '/admin/set-user-password', body)
    expect(brief).toBe('400 PASSWORD_TOO_SHORT')
  })

  it('and can set a password for a user without one', async () => {
    const { body } = await post(operator, '/admin/create-user', { ...input, password: undefined })
    const userId = textAt(body, 'user', 'id')
    const set = await post(operator, '/admin/set-user-password', { userId, newPassword: password })
    expect(set.status).toBe(200)
    unwrap(await newVisitor(site).auth.signIn.email({ email: input.email, password }))
  })
})

describe('9: malformed JSON is refused', () => {
  it.each(['{', '{"email":', '', 'null', '[]', '"text"', '{"a":1}}', "{'a':1}", '\u0000'])(
    '%j',
    async (text) => {
      const answer = await post(newVisitor(site), '/sign-in/email', text)
      expect(answer.brief).toMatch(/^400 (BAD_REQUEST|VALIDATION_ERROR)$/)
    },
  )

  it('and does not affect the next request', async () => {
    expect(unwrap(await newVisitor(site).auth.$fetch('/ok'))).toEqual({ ok: true })
  })
})

it('10: refusals are not 200 with null', async () => {
  const stranger = newVisitor(site)
  const paths = ['/revoke-sessions', '/update-user', '/admin/stop-impersonating', '/unlink-account']
  for (const path of paths) {
    const answer = await post(stranger, path, { providerId: 'credential', token: 'x' })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Unauthorized' })
  }
})

it('11: database errors are not exposed', async () => {
  const input = { email: ada.email, password }
  const taken = await post(newVisitor(site), '/sign-up/email', { ...input, name: 'Ada' })
  expect(taken.body).toEqual({ code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
  const nameless = await post(newVisitor(site), '/sign-up/email', input)
  expect(nameless.brief).toBe('400 VALIDATION_ERROR')
})

it('12: a damaged cache cookie does not sign out', async () => {
  const grace = await newPerson(caching, 'grace@hopper.test')
  for (const damaged of ['', 'x', 'e30', Buffer.from('{"session":1}').toString('base64url')]) {
    grace.jar.put('guildhall.session_data', damaged)
    expect((await get(grace, '/get-session')).body).not.toBeNull()
  }
})

it('13: a reset request is answered the same for known and unknown addresses', async () => {
  const ask = (email: string) => post(newVisitor(site), '/request-password-reset', { email })
  const [known, unknown] = [await ask(ada.email), await ask('no@body.test')]
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
})

it('14: signing in by username checks the password before the address’s verification', async () => {
  const [email, username] = ['unproved@example.test', 'unproved']
  const visitor = newVisitor(verifying)
  await post(visitor, '/sign-up/email', { name: 'Unproved', email, password, username })
  const before = (await verifying.mailsTo(email)).length
  const guess = await post(visitor, '/sign-in/username', { username, password: 'a guess' })
  expect(guess.brief).toBe('401 INVALID_USERNAME_OR_PASSWORD')
  expect(await verifying.mailsTo(email)).toHaveLength(before)
  const right = await post(visitor, '/sign-in/username', { username, password })
  expect(right.brief).toBe('403 EMAIL_NOT_VERIFIED')
  expect(await verifying.mailsTo(email)).toHaveLength(before + 1)
})

it('15: resetting a password ends all sessions', async () => {
  const mary = await newPerson(site, 'mary@somerville.test')
  const other = await anotherBrowser(mary)
  unwrap(await other.auth.requestPasswordReset({ email: mary.email, redirectTo: '/x' }))
  const { location } = await other.open(await site.linkTo(mary.email, /Choose a new password/))
  const token = new URL(location ?? '').searchParams.get('token') ?? ''
  unwrap(await other.auth.resetPassword({ newPassword: 'another good one', token }))
  expect([await isSignedIn(mary), await isSignedIn(other)]).toEqual([false, false])
})

it('16: a used verification link verifies nothing else later', async () => {
  const [before, after] = ['first@example.test', 'second@example.test']
  const mary = await newPerson(site, before)
  unwrap(await mary.auth.sendVerificationEmail({ email: before }))
  const link = await site.linkTo(before, /Confirm your email/)
  // An unverified address changes immediately, which invalidates the link.
  unwrap(await mary.auth.changeEmail({ newEmail: after }))
  expect((await mary.open(link)).text).toMatch(/user_not_found/)
  expect(unwrap(await mary.auth.getSession()).user).toMatchObject({ emailVerified: false })
  const stranger = await newPerson(site, before)
  await stranger.open(link)
  expect(unwrap(await stranger.auth.getSession()).user).toMatchObject({ emailVerified: false })
})

it('17: stopping an impersonation leaves nothing behind', async () => {
  const acting = await anotherBrowser(operator)
  unwrap(await acting.auth.admin.impersonateUser({ userId: ada.id }))
  const whileActing = acting.jar.header()
  expect([...acting.jar.cookies.keys()].sort()).toEqual([
    'guildhall.admin_session',
    'guildhall.dont_remember',
    'guildhall.session_token',
  ])
  unwrap(await acting.auth.admin.stopImpersonating())
  expect([...acting.jar.cookies.keys()]).toEqual(['guildhall.session_token'])
  const { body } = await get(newVisitor(site), '/get-session', { cookie: whileActing })
  expect(body).toBeNull()
})

it.each([
  ['/admin/set-role', { role: 'user' }],
  ['/admin/ban-user', {}],
  ['/admin/unban-user', {}],
  ['/admin/remove-user', {}],
  ['/admin/set-user-password', { newPassword: password }],
  ['/admin/list-user-sessions', {}],
  ['/admin/revoke-user-sessions', {}],
  ['/admin/impersonate-user', {}],
])('18: %s is refused for an unknown user', async (path, body) => {
  const { brief } = await post(operator, path, { userId: unknownId, ...body })
  expect(brief).toBe('404 USER_NOT_FOUND')
})

it('19: a taken username is a refusal, not an internal error', async () => {
  await newPerson(site, 'named@example.test', { username: 'named' })
  const { brief } = await post(ada, '/update-user', { username: 'NAMED' })
  expect(brief).toBe('422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
  expect((await post(ada, '/update-user', { username: null })).status).toBe(200)
  expect((await post(ada, '/update-user', { username: 7 })).brief).toBe('400 VALIDATION_ERROR')
})

it('20: the readable session token does not authenticate, but revokes by token or id', async () => {
  const session = unwrap(await (await anotherBrowser(ada)).auth.getSession())
  const { token, id } = session.session
  for (const authorization of [`Bearer ${token}`, `Bearer ${id}`, `Token ${token}`]) {
    const { body } = await get(newVisitor(site), '/get-session', { authorization })
    expect(body).toBeNull()
  }
  expect((await post(ada, '/revoke-session', { token: id })).status).toBe(200)
})
