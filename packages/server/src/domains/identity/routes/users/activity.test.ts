import { type ActivityAction, activityTitles } from '@guildhall/contract/identity/activity'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'
import { runOn } from '../../../../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current, { name: 'Olga Operator' })
})

const entry = z.object({
  id: z.string(),
  action: z.string(),
  title: z.string(),
  succeeded: z.boolean(),
  operatorId: z.nullable(z.string()),
  ipAddress: z.string(),
  userAgent: z.string(),
  details: z.record(z.string(), z.unknown()),
})
const page = z.object({ activity: z.array(entry), nextCursor: z.nullable(z.string()) })

const activityOf = async ({ browser }: Pick<Person, 'browser'>, query = '') =>
  page.parse((await browser.get(`/api/auth/list-activity${query}`)).body)

const seenByOperator = async (userId: string) => {
  const path = `/api/auth/admin/list-user-activity?userId=${userId}`
  return page.parse((await operator.browser.get(path)).body).activity
}

const act = (name: string, body: object) => operator.browser.post(`/api/auth/admin/${name}`, body)
const wrong = { password: 'not the password' }
const newPassword = 'a newer horse battery'
const audit = 'audit_entry'

describe('each action is one entry that the user can read', () => {
  type Act = (someone: Person, userId: string) => Promise<unknown>

  const acts: readonly (readonly [ActivityAction, boolean, Act])[] = [
    ['sign-in', true, (someone) => signInAgain(server.current, someone)],
    [
      'sign-in',
      false,
      ({ email }) =>
        openBrowser(server.current.url).post('/api/auth/sign-in/email', { email, ...wrong }),
    ],
    [
      'sign-out',
      true,
      async (someone) =>
        (await signInAgain(server.current, someone)).post('/api/auth/sign-out', {}),
    ],
    [
      'session.revoke',
      true,
      async (someone) => {
        const other = await signInAgain(server.current, someone)
        const { body } = await other.get('/api/auth/get-session')
        const { session } = z.object({ session: z.object({ token: z.string() }) }).parse(body)
        await someone.browser.post('/api/auth/revoke-session', { token: session.token })
      },
    ],
    [
      'sessions.revoke-others',
      true,
      ({ browser }) => browser.post('/api/auth/revoke-other-sessions', {}),
    ],
    ['profile.update', true, ({ browser }) => browser.post('/api/auth/update-user', { name: 'B' })],
    [
      'username.change',
      true,
      ({ browser, id }) => browser.post('/api/auth/update-user', { username: `u${id.slice(-12)}` }),
    ],
    [
      'password.change',
      true,
      ({ browser }) =>
        browser.post('/api/auth/change-password', { currentPassword: goodPassword, newPassword }),
    ],
    [
      'password.change',
      false,
      ({ browser }) =>
        browser.post('/api/auth/change-password', {
          currentPassword: wrong.password,
          newPassword,
        }),
    ],
    [
      'password.reset-request',
      true,
      async ({ email }) => {
        await openBrowser(server.current.url).post('/api/auth/forget-password', { email })
        await server.current.settle()
      },
    ],
    [
      'email.verification-request',
      true,
      ({ browser, email }) => browser.post('/api/auth/send-verification-email', { email }),
    ],
    ['deletion.request', true, ({ browser }) => browser.post('/api/auth/delete-user', {})],
    ['user.delete', false, ({ browser }) => browser.post('/api/auth/delete-user', wrong)],
    ['admin.update-user', true, (_, userId) => act('update-user', { userId, data: { name: 'C' } })],
    ['admin.set-role', true, (_, userId) => act('set-role', { userId, role: ['user'] })],
    ['admin.unban-user', true, (_, userId) => act('unban-user', { userId })],
  ]

  it.each(acts)('%s, succeeded: %s', async (action, succeeded, run) => {
    const someone = await newPerson(server.current)
    const before = await seenByOperator(someone.id)
    await run(someone, someone.id)
    const after = await seenByOperator(someone.id)
    const known = new Set(before.map(({ id }) => id))
    const added = after.filter(({ id }) => !known.has(id))
    const these = added.filter((one) => one.action === action && one.succeeded === succeeded)
    expect(these).toHaveLength(1)
    // Some of them start with signing in.
    expect(added.filter((one) => one.action !== action && one.action !== 'sign-in')).toEqual([])
    const { done, failed }: { done: string; failed?: string } = activityTitles[action]
    expect(these[0]?.title).toBe(succeeded ? done : failed)
    const isOperators = action.startsWith('admin.')
    expect(these[0]).toMatchObject({
      operatorId: isOperators ? operator.id : null,
      ipAddress: isOperators ? '' : '127.0.0.1',
      userAgent: isOperators ? '' : 'node',
    })
    expect((await activityOf(someone)).activity).toEqual(after)
  })

  it('actions that sign the user out are listed after the next sign-in', async () => {
    const someone = await newPerson(server.current)
    await act('revoke-user-session', { sessionToken: someone.token })
    await act('revoke-user-sessions', { userId: someone.id })
    await act('ban-user', { userId: someone.id, banReason: 'Mallory Malone spams' })
    await act('unban-user', { userId: someone.id })
    await act('set-user-password', { userId: someone.id, newPassword })
    await act('impersonate-user', { userId: someone.id })
    await operator.browser.post('/api/auth/admin/stop-impersonating', {})
    const browser = openBrowser(server.current.url)
    await browser.post('/api/auth/sign-in/email', { email: someone.email, password: newPassword })
    const { activity } = await activityOf({ browser })
    expect(activity.map(({ title }) => title).reverse()).toEqual([
      'Account created',
      'Signed in',
      'Session ended by an operator',
      'All sessions ended by an operator',
      'Banned by an operator',
      'Ban lifted by an operator',
      'Password set by an operator',
      'An operator signed in as this user',
      'The operator stopped acting as this user',
      'Signed in',
    ])
    expect(JSON.stringify(activity)).not.toContain('Mallory')
  })

  it('actions of an impersonating operator name the operator', async () => {
    const someone = await newPerson(server.current)
    await act('impersonate-user', { userId: someone.id })
    await operator.browser.post('/api/auth/update-user', { name: 'Renamed' })
    await operator.browser.post('/api/auth/admin/stop-impersonating', {})
    const { activity } = await activityOf(someone)
    const update = activity.find(({ action }) => action === 'profile.update')
    expect(update).toMatchObject({ operatorId: operator.id, ipAddress: '', userAgent: '' })
  })
})

describe('the activity list', () => {
  it('requires a session', async () => {
    const answer = await openBrowser(server.current.url).get('/api/auth/list-activity')
    expect(answer).toMatchObject({ status: 401 })
  })

  it('shows only own entries', async () => {
    const [one, other] = [await newPerson(server.current), await newPerson(server.current)]
    const ids = (await activityOf(one)).activity.map(({ id }) => id)
    const others = (await activityOf(other)).activity.map(({ id }) => id)
    expect(ids.filter((id) => others.includes(id))).toEqual([])
    expect(ids).toHaveLength(2)
  })

  it('has pages that stay stable while entries are added', async () => {
    const someone = await newPerson(server.current)
    for (let time = 0; time < 5; time += 1) await signInAgain(server.current, someone)
    const whole = (await activityOf(someone)).activity.map(({ id }) => id)
    expect(whole).toHaveLength(7)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const { activity, nextCursor } = await activityOf(someone, query)
      found.push(...activity.map(({ id }) => id))
      cursor = nextCursor
      await signInAgain(server.current, someone)
    } while (cursor !== null)
    expect(found).toEqual(whole)
  })

  it.each(['cursor=abc', 'cursor=2026-11-20T00:00:00.000000Z_x', 'limit=0', 'limit=201'])(
    '%s is refused',
    async (query) => {
      const answer = await operator.browser.get(`/api/auth/list-activity?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )
})

describe('an audit entry', () => {
  it.each([`update ${audit} set action = 'sign-in'`, `delete from ${audit}`, `truncate ${audit}`])(
    '%s is refused to the server and to the owner',
    async (statement) => {
      await newPerson(server.current)
      const [before] = await runOn(db.ownerUrl, `select count(*) from ${audit}`)
      await expect(runOn(db.url, statement)).rejects.toThrow(/permission denied|append-only/)
      await expect(runOn(db.ownerUrl, statement)).rejects.toThrow(/append-only/)
      expect(await runOn(db.ownerUrl, `select count(*) from ${audit}`)).toEqual([before])
    },
  )

  it('holds no name and no address after the user is deleted', async () => {
    const name = 'Quirinius Unmistakable'
    const email = 'unmistakable@example.com'
    const someone = await newPerson(server.current, { name, email, username: 'unmistakable_q' })
    await openBrowser(server.current.url).post('/api/auth/sign-in/email', { email, ...wrong })
    await someone.browser.post('/api/auth/update-user', { name: `${name} II` })
    await someone.browser.post('/api/auth/change-email', { newEmail: 'unmistakable2@example.com' })
    await act('ban-user', { userId: someone.id, banReason: `${name} again` })
    await act('remove-user', { userId: someone.id })
    const [kept] = await runOn<{ text: string }>(
      db.ownerUrl,
      `select string_agg(to_jsonb(a)::text, ' ') as text from ${audit} a where user_id = $1`,
      [someone.id],
    )
    expect(kept?.text).toContain('admin.remove-user')
    expect(kept?.text.toLowerCase()).not.toMatch(/unmistakable|quirinius|@/)
    expect((await seenByOperator(someone.id))[0]).toMatchObject({ action: 'admin.remove-user' })
  })
})

describe('a sign-in with an unknown name', () => {
  it('is recorded without the name', async () => {
    const email = 'never.seen@example.com'
    await openBrowser(server.current.url).post('/api/auth/sign-in/email', { email, ...wrong })
    const rows = await runOn<{ text: string }>(
      db.ownerUrl,
      `select to_jsonb(a)::text as text from ${audit} a where user_id is null`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain('never.seen')
  })
})
