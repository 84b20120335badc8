import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const nobody = '01a1f8f0-0000-7000-8000-000000000000'
const path = (name: string) => `/api/auth/admin/${name}`
const call = (name: string, body: object) => operator.browser.post(path(name), body)
const user = async () => newPerson(server.current)
const session = ({ browser }: Pick<Person, 'browser'>) => browser.get('/api/auth/get-session')

const signIn = (body: object) =>
  openBrowser(server.current.url).post('/api/auth/sign-in/email', body)

const answered = z.object({ user: z.object({ id: z.string(), updatedAt: z.string() }) })

describe('set-role', () => {
  it.each([
    ['user', 'user'],
    ['admin', 'admin'],
    [['user', 'admin'], 'user,admin'],
    ['admin, user', 'admin,user'],
  ])('stores %j as %s, effective immediately', async (role, stored) => {
    const { id: userId, browser } = await user()
    const answer = await call('set-role', { userId, role })
    expect(answer).toMatchObject({ status: 200, body: { user: { id: userId, role: stored } } })
    const { status } = await browser.get(path('list-users'))
    expect(status).toBe(stored.includes('admin') ? 200 : 403)
    await call('set-role', { userId, role: 'user' })
    expect(await browser.get(path('list-users'))).toMatchObject({ status: 403 })
  })

  it.each([['root'], [''], [[]], [['user', 'owner']]])('refuses %j', async (role) => {
    const { id: userId } = await user()
    const code = 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'
    expect(await call('set-role', { userId, role })).toMatchObject({ status: 400, body: { code } })
  })

  it('refuses to dismiss the last active operator', async () => {
    const others = await operator.browser.get(
      `${path('list-users')}?filterField=role&filterValue=admin&limit=1000`,
    )
    const { users } = z.object({ users: z.array(z.object({ id: z.string() })) }).parse(others.body)
    for (const { id } of users) {
      if (id !== operator.id) await call('set-role', { userId: id, role: 'user' })
    }
    const answer = await call('set-role', { userId: operator.id, role: 'user' })
    const body = { message: 'This server needs at least one operator' }
    expect(answer).toMatchObject({ status: 400, body })
    // A banned operator doesn't count.
    const { id: userId } = await user()
    await call('set-role', { userId, role: 'admin' })
    await call('ban-user', { userId })
    expect(await call('set-role', { userId: operator.id, role: 'user' })).toMatchObject({ body })
  })
})

describe('ban-user', () => {
  it('ends every session and refuses new sign-ins', async () => {
    const someone = await user()
    const other = await signInAgain(server.current, someone)
    const answer = await call('ban-user', { userId: someone.id })
    const banned = { id: someone.id, banned: true, banReason: 'No reason', banExpires: null }
    expect(answer).toMatchObject({ status: 200, body: { user: banned } })
    expect(await session(someone)).toMatchObject({ body: null })
    expect(await session({ browser: other })).toMatchObject({ body: null })
    expect(await signIn({ email: someone.email, password: goodPassword })).toMatchObject({
      status: 403,
      body: {
        code: 'BANNED_USER',
        message:
          'You have been banned from this application. Please contact support if you believe this is an error.',
      },
    })
  })

  it('has a reason and expires', async () => {
    const { id: userId, email } = await user()
    const answer = await call('ban-user', { userId, banReason: 'Spam', banExpiresIn: 3600 })
    const { banExpires } = z
      .object({ user: z.object({ banExpires: z.string() }) })
      .parse(answer.body).user
    expect(answer).toMatchObject({ body: { user: { banReason: 'Spam' } } })
    const seconds = (new Date(banExpires).getTime() - clock.now().getTime()) / 1000
    expect(Math.abs(seconds - 3600)).toBeLessThan(10)
    clock.advance(3601)
    expect(await signIn({ email, password: goodPassword })).toMatchObject({ status: 200 })
    const lifted = { banned: false, banReason: null, banExpires: null }
    const found = await operator.browser.get(`${path('get-user')}?id=${userId}`)
    expect(found).toMatchObject({ body: lifted })
  })

  it('is lifted by unban-user', async () => {
    const { id: userId, email } = await user()
    await call('ban-user', { userId, banReason: 'Spam' })
    const lifted = { banned: false, banReason: null, banExpires: null }
    expect(await call('unban-user', { userId })).toMatchObject({ body: { user: lifted } })
    expect(await signIn({ email, password: goodPassword })).toMatchObject({ status: 200 })
  })

  it('is refused for the operator themselves', async () => {
    const body = { code: 'YOU_CANNOT_BAN_YOURSELF', message: 'You cannot ban yourself' }
    expect(await call('ban-user', { userId: operator.id })).toMatchObject({ status: 400, body })
  })

  it.each([[0], [-5], [1e12], ['soon']])(
    'a duration of %j seconds is refused',
    async (banExpiresIn) => {
      const { id: userId } = await user()
      const answer = await call('ban-user', { userId, banExpiresIn })
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )
})

describe('set-user-password', () => {
  const newPassword = 'a newer horse battery'

  it('ends the sessions, changes the password and notifies the user', async () => {
    const someone = await user()
    const answer = await call('set-user-password', { userId: someone.id, newPassword })
    expect(answer).toMatchObject({ status: 200, body: { status: true } })
    expect(await session(someone)).toMatchObject({ body: null })
    expect(await signIn({ email: someone.email, password: goodPassword })).toMatchObject({
      status: 401,
    })
    expect(await signIn({ email: someone.email, password: newPassword })).toMatchObject({
      status: 200,
    })
    const mails = await server.current.sentMails()
    const notices = mails.filter(({ to }) => to === someone.email)
    expect(notices.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^An operator set your password at /),
    ])
    expect(notices[0]?.text).not.toContain(newPassword)
  })

  it('works for users without a password', async () => {
    const email = 'social.only@example.com'
    const made = await call('create-user', { name: 'Sol', email })
    const { id: userId } = answered.parse(made.body).user
    expect(await call('set-user-password', { userId, newPassword })).toMatchObject({ status: 200 })
    expect(await signIn({ email, password: newPassword })).toMatchObject({ status: 200 })
  })

  it.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['password123', 'PASSWORD_TOO_COMMON'],
  ])('defect 8: refuses %s', async (refused, code) => {
    const { id: userId, browser } = await user()
    const answer = await call('set-user-password', { userId, newPassword: refused })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(await session({ browser })).toMatchObject({ body: { user: { id: userId } } })
  })

  it('requires a fresh session of the operator', async () => {
    const { id: userId } = await user()
    clock.advance(86_401)
    const stale = await call('set-user-password', { userId, newPassword })
    expect(stale).toMatchObject({ status: 403, body: { code: 'SESSION_IS_NOT_FRESH' } })
    const fresh = await signInAgain(server.current, operator)
    const answer = await fresh.post(path('set-user-password'), { userId, newPassword })
    expect(answer).toMatchObject({ status: 200 })
  })
})

describe('remove-user', () => {
  it('deletes the user with everything they own', async () => {
    const someone = await user()
    expect(await call('remove-user', { userId: someone.id })).toMatchObject({
      body: { success: true },
    })
    expect(await session(someone)).toMatchObject({ body: null })
    expect(await signIn({ email: someone.email, password: goodPassword })).toMatchObject({
      status: 401,
    })
    expect(await operator.browser.get(`${path('get-user')}?id=${someone.id}`)).toMatchObject({
      status: 404,
    })
  })

  it('is refused for the operator themselves', async () => {
    const body = { code: 'YOU_CANNOT_REMOVE_YOURSELF', message: 'You cannot remove yourself' }
    expect(await call('remove-user', { userId: operator.id })).toMatchObject({ status: 400, body })
  })
})

describe('defect 18: acting on an unknown user is 404', () => {
  it.each([
    ['set-role', { role: 'admin' }],
    ['ban-user', {}],
    ['unban-user', {}],
    ['update-user', { data: { name: 'X' } }],
    ['set-user-password', { newPassword: goodPassword }],
    ['list-user-sessions', {}],
    ['revoke-user-sessions', {}],
    ['impersonate-user', {}],
    ['remove-user', {}],
  ])('%s', async (name, body) => {
    const fresh = await signInAgain(server.current, operator)
    const answer = await fresh.post(path(name), { userId: nobody, ...body })
    expect(answer).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })
})
