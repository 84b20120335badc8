import { beforeAll, describe, expect, it } from 'vitest'
import { told } from '../answers.ts'
import { elsewhere, isIn, newcomer, type Person, password } from '../people.ts'
import { day, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { get, post, textAt } from '../wire.ts'

// The defects that were recorded of the original, by their numbers; 1 to 4 are organizations'.

const site = testSite()
const proving = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
// Somebody whose mails go nowhere: the server says it can send none.
const mute = testSite({ GUILDHALL_URL: 'https://mute.example.com' })
const caching = testSite({ GUILDHALL_SESSION_CACHE_SECONDS: '300' })
const nobody = '00000000-0000-7000-8000-000000000000'

let operator: Person
let ada: Person

beforeAll(async () => {
  operator = await newcomer(site, 'operator@site.test')
  ada = await newcomer(site, 'ada@lovelace.test')
})

it('6: an account is not deleted by a session of a day and a half', async () => {
  const grace = onMute()
  const wish = { name: 'Grace', email: 'grace@hopper.test', password }
  expect((await post(grace, '/sign-up/email', wish, muteOrigin)).status).toBe(200)
  mute.pass(1.5 * day)
  const refused = await post(grace, '/delete-user', {}, muteOrigin)
  expect(refused.brief).toBe('400 SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION')
})

/** What it calls itself isn't where it listens, as behind a proxy. */
const onMute = () => newVisitor({ url: `http://127.0.0.1:${mute.server.port}` })
const muteOrigin = { origin: 'https://mute.example.com' }

it('7: what others may do is told to no stranger', async () => {
  const asked = { permissions: { user: ['ban'] } }
  for (const whose of [{ userId: operator.id }, { userId: nobody }, { role: 'admin' }]) {
    const answer = await post(newVisitor(site), '/admin/has-permission', { ...asked, ...whose })
    expect(answer.brief).toBe('401 UNAUTHORIZED')
  }
})

describe('8: an operator’s calls keep to the rules', () => {
  const wish = { name: 'New', email: 'new@example.test', password }

  it.each([
    [{ password: 'short' }, '400 PASSWORD_TOO_SHORT'],
    [{ password: 'password123' }, '400 PASSWORD_TOO_COMMON'],
    [{ email: 'no address' }, '400 INVALID_EMAIL'],
    [{ role: 'emperor' }, '400 YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'],
    [{ data: { role: 'admin' } }, '400 VALIDATION_ERROR'],
    [{ data: { email: 'other@example.test' } }, '400 VALIDATION_ERROR'],
    [{ data: { id: nobody } }, '400 VALIDATION_ERROR'],
  ])('create-user with %j', async (change, refusal) => {
    const { brief } = await post(operator, '/admin/create-user', { ...wish, ...change })
    expect(brief).toBe(refusal)
  })

  it('set-user-password', async () => {
    const body = { userId: ada.id, newPassword: 'short' }
    const { brief } = await post(operator, '/admin/set-user-password', body)
    expect(brief).toBe('400 PASSWORD_TOO_SHORT')
  })

  it('and a user without a password gets one', async () => {
    const { body } = await post(operator, '/admin/create-user', { ...wish, password: undefined })
    const userId = textAt(body, 'user', 'id')
    const set = await post(operator, '/admin/set-user-password', { userId, newPassword: password })
    expect(set.status).toBe(200)
    told(await newVisitor(site).auth.signIn.email({ email: wish.email, password }))
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

  it('and does no harm to the next request', async () => {
    expect(told(await newVisitor(site).auth.$fetch('/ok'))).toEqual({ ok: true })
  })
})

it('10: a refusal is no 200 with null', async () => {
  const stranger = newVisitor(site)
  const paths = ['/revoke-sessions', '/update-user', '/admin/stop-impersonating', '/unlink-account']
  for (const path of paths) {
    const answer = await post(stranger, path, { providerId: 'credential', token: 'x' })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Unauthorized' })
  }
})

it('11: what the database says when it refuses stays with the server', async () => {
  const wish = { email: ada.email, password }
  const taken = await post(newVisitor(site), '/sign-up/email', { ...wish, name: 'Ada' })
  expect(taken.body).toEqual({ code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
  const nameless = await post(newVisitor(site), '/sign-up/email', wish)
  expect(nameless.brief).toBe('400 VALIDATION_ERROR')
})

it('12: a damaged cache cookie signs nobody out', async () => {
  const grace = await newcomer(caching, 'grace@hopper.test')
  for (const damaged of ['', 'x', 'e30', Buffer.from('{"session":1}').toString('base64url')]) {
    grace.jar.put('guildhall.session_data', damaged)
    expect((await get(grace, '/get-session')).body).not.toBeNull()
  }
})

it('13: asking for a reset is answered alike for known and unknown addresses', async () => {
  const ask = (email: string) => post(newVisitor(site), '/request-password-reset', { email })
  const [known, unknown] = [await ask(ada.email), await ask('no@body.test')]
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
})

it('14: by username, too, the password is asked before the proof of the address', async () => {
  const [email, username] = ['unproved@example.test', 'unproved']
  const visitor = newVisitor(proving)
  await post(visitor, '/sign-up/email', { name: 'Unproved', email, password, username })
  const before = (await proving.mailsTo(email)).length
  const guess = await post(visitor, '/sign-in/username', { username, password: 'a guess' })
  expect(guess.brief).toBe('401 INVALID_USERNAME_OR_PASSWORD')
  expect(await proving.mailsTo(email)).toHaveLength(before)
  const right = await post(visitor, '/sign-in/username', { username, password })
  expect(right.brief).toBe('403 EMAIL_NOT_VERIFIED')
  expect(await proving.mailsTo(email)).toHaveLength(before + 1)
})

it('15: no session outlives a reset of the password', async () => {
  const mary = await newcomer(site, 'mary@somerville.test')
  const other = await elsewhere(mary)
  told(await other.auth.requestPasswordReset({ email: mary.email, redirectTo: '/x' }))
  const { location } = await other.open(await site.linkTo(mary.email, /Choose a new password/))
  const token = new URL(location ?? '').searchParams.get('token') ?? ''
  told(await other.auth.resetPassword({ newPassword: 'another good one', token }))
  expect([await isIn(mary), await isIn(other)]).toEqual([false, false])
})

it('16: a link that proved an address proves no other, nor the same one later', async () => {
  const [before, after] = ['first@example.test', 'second@example.test']
  const mary = await newcomer(site, before)
  told(await mary.auth.sendVerificationEmail({ email: before }))
  const link = await site.linkTo(before, /Confirm your e-mail/)
  // Not proved yet, the address is changed at once, and the link is good for nothing any more.
  told(await mary.auth.changeEmail({ newEmail: after }))
  expect((await mary.open(link)).location).toMatch(/error=user_not_found$/)
  expect(told(await mary.auth.getSession()).user).toMatchObject({ emailVerified: false })
  const stranger = await newcomer(site, before)
  await stranger.open(link)
  expect(told(await stranger.auth.getSession()).user).toMatchObject({ emailVerified: false })
})

it('17: who stops acting as another keeps nothing of it', async () => {
  const acting = await elsewhere(operator)
  told(await acting.auth.admin.impersonateUser({ userId: ada.id }))
  const whileActing = acting.jar.header()
  expect([...acting.jar.cookies.keys()].sort()).toEqual([
    'guildhall.admin_session',
    'guildhall.dont_remember',
    'guildhall.session_token',
  ])
  told(await acting.auth.admin.stopImpersonating())
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
])('18: %s of nobody is refused', async (path, body) => {
  const { brief } = await post(operator, path, { userId: nobody, ...body })
  expect(brief).toBe('404 USER_NOT_FOUND')
})

it('19: a name that is taken is a refusal, and no fault of the server', async () => {
  await newcomer(site, 'named@example.test', { username: 'named' })
  const { brief } = await post(ada, '/update-user', { username: 'NAMED' })
  expect(brief).toBe('422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
  expect((await post(ada, '/update-user', { username: null })).status).toBe(200)
  expect((await post(ada, '/update-user', { username: 7 })).brief).toBe('400 VALIDATION_ERROR')
})

it('20: the token that pages can read signs nobody in, and an id does where it is asked for', async () => {
  const session = told(await (await elsewhere(ada)).auth.getSession())
  const { token, id } = session.session
  for (const authorization of [`Bearer ${token}`, `Bearer ${id}`, `Token ${token}`]) {
    const { body } = await get(newVisitor(site), '/get-session', { authorization })
    expect(body).toBeNull()
  }
  expect((await post(ada, '/revoke-session', { token: id })).status).toBe(200)
})
