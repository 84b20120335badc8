import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { told } from '../answers.ts'
import { elsewhere, isIn, newcomer, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { at, get, post, textAt } from '../wire.ts'

// The published holes of a server that speaks this wire, each tried on ours. What concerns where
// browsers are sent stands in destinations.test.ts, other providers in social-advisories.test.ts.

const site = testSite({
  GUILDHALL_SERVER_KEYS: `guildhall_srv_${'k'.repeat(32)}`,
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
})
const sessionCookie = 'guildhall.session_token'
const nobody = '00000000-0000-7000-8000-000000000000'

let ada: Person
let eve: Person

beforeAll(async () => {
  await newcomer(site, 'operator@site.test')
  ada = await newcomer(site, 'ada@lovelace.test')
  eve = await newcomer(site, 'eve@evil.test')
})

describe('GHSA-99h5-pjcv-gr6v / CVE-2025-61928: an id in a body stands for no session', () => {
  it.each([
    ['/get-access-token', { providerId: 'github' }, '401 UNAUTHORIZED'],
    ['/refresh-token', { providerId: 'github' }, '401 UNAUTHORIZED'],
    ['/set-password', { newPassword: password }, '401 UNAUTHORIZED'],
    ['/admin/has-permission', { permissions: { user: ['ban'] } }, '401 UNAUTHORIZED'],
    ['/update-user', { name: 'Pwned' }, '401 UNAUTHORIZED'],
    ['/delete-user', {}, '401 UNAUTHORIZED'],
    ['/list-sessions', {}, '405 METHOD_NOT_ALLOWED'],
  ])('%s, by a stranger', async (path, body, refusal) => {
    const answer = await post(newVisitor(site), path, { ...body, userId: ada.id })
    expect(answer.brief).toBe(refusal)
  })

  it('nor for the one there is', async () => {
    const renamed = await post(eve, '/update-user', { name: 'Eve', userId: ada.id, id: ada.id })
    expect(renamed.status).toBe(200)
    expect(told(await ada.auth.getSession()).user.name).toBe('Ann Example')
    const tokens = await post(eve, '/get-access-token', { providerId: 'github', userId: ada.id })
    expect(tokens.brief).toBe('400 ACCOUNT_NOT_FOUND')
    const asked = { permissions: { user: ['ban'] }, userId: ada.id, role: 'admin' }
    expect((await post(eve, '/admin/has-permission', asked)).body).toMatchObject({
      success: false,
    })
  })

  it('nor does a body make an operator, or prove an address', async () => {
    const wish = { name: 'Mallory', email: 'mallory@evil.test', password }
    const pretended = { id: nobody, role: 'admin', emailVerified: true, banned: false }
    const mallory = newVisitor(site)
    expect((await post(mallory, '/sign-up/email', { ...wish, ...pretended })).status).toBe(200)
    await post(mallory, '/update-user', { name: 'Mallory', ...pretended })
    const { user } = told(await mallory.auth.getSession())
    expect(user).toMatchObject({ role: 'user', emailVerified: false, banned: null })
    expect(user.id).not.toBe(nobody)
  })
})

describe('CVE-2025-71400: what is somebody else’s isn’t there', () => {
  it('a session can’t be ended by its token or id', async () => {
    const { session } = told(await ada.auth.getSession())
    for (const token of [session.token, session.id]) {
      expect((await post(eve, '/revoke-session', { token })).brief).toMatch(/^40\d /)
    }
    expect(await isIn(ada)).toBe(true)
  })

  it('a linked account is neither seen nor unlinked', async () => {
    await linkedAccount('ada-at-github', ada)
    await linkedAccount('eve-at-github', eve)
    const account = { providerId: 'github', accountId: 'ada-at-github' }
    expect((await post(eve, '/unlink-account', account)).brief).toBe('400 ACCOUNT_NOT_FOUND')
    expect((await post(eve, '/account-info', account)).brief).toBe('400 ACCOUNT_NOT_FOUND')
    const { body } = await get(ada, '/list-accounts')
    const rowId = textAt(body, 1, 'id')
    for (const path of ['/get-access-token', '/refresh-token']) {
      const answer = await post(eve, path, { providerId: 'github', accountId: rowId })
      expect(answer.brief).toBe('400 ACCOUNT_NOT_FOUND')
    }
    expect(at(body, 1, 'accountId')).toBe('ada-at-github')
  })
})

const linkedAccount = (accountId: string, { id: userId }: Person) =>
  site.server.database.pool.query(
    `insert into account (id, user_id, provider_id, account_id, created_at, updated_at)
     values (gen_random_uuid(), $1, 'github', $2, now(), now())`,
    [userId, accountId],
  )

describe('CVE-2025-71402: a cookie that isn’t signed ends nothing', () => {
  it.each(['/sign-out', '/revoke-sessions', '/admin/stop-impersonating'])('%s', async (path) => {
    const { token } = told(await ada.auth.getSession()).session
    const tampered = newVisitor(site)
    const forged = encodeURIComponent(`${token}.${'A'.repeat(43)}=`)
    for (const value of [token, `${token}.`, forged]) {
      tampered.jar.put(sessionCookie, value)
      tampered.jar.put('guildhall.admin_session', value)
      await post(tampered, path)
    }
    expect(await isIn(ada)).toBe(true)
  })
})

describe('GHSA-2vg6-77g8-24mp: what is taken away is gone everywhere at once', () => {
  it('with the user the session goes, on every process', async () => {
    const other = await secondProcess()
    try {
      const grace = await newcomer(site, 'grace@hopper.test')
      const operator = newVisitor(site)
      told(await operator.auth.signIn.email({ email: 'operator@site.test', password }))
      const onOther = { ...grace, site: { url: other.url } }
      const seen = async () => (await get(onOther, '/get-session')).body !== null
      expect(await seen()).toBe(true)
      const cookies = grace.jar.header()

      told(await operator.auth.admin.banUser({ userId: grace.id }))
      expect(await seen()).toBe(false)
      told(await operator.auth.admin.unbanUser({ userId: grace.id }))
      const again = { jar: (await elsewhere(grace)).jar, site: { url: other.url } }
      expect((await get(again, '/get-session')).body).not.toBeNull()
      told(await operator.auth.admin.revokeUserSessions({ userId: grace.id }))
      expect((await get(again, '/get-session')).body).toBeNull()

      told(await operator.auth.admin.removeUser({ userId: grace.id }))
      const old = await get(newVisitor(other), '/get-session', { cookie: cookies })
      expect(old.body).toBeNull()
      const listed = await get(newVisitor(other), '/list-sessions', { cookie: cookies })
      expect(listed.brief).toBe('401 UNAUTHORIZED')
    } finally {
      await other.stop()
    }
  })
})

/** Another process of the same server: its own connections and memory, the same database. */
const secondProcess = (): Promise<TestServer> =>
  startTestServer(site.database, { GUILDHALL_ROLES: 'web' })

describe('GHSA-qq9h-g4jm-xgf3: who registered another’s address first', () => {
  it('is out when its owner proves to read the mails', async () => {
    const email = 'victim@example.test'
    const attacker = await newcomer(site, email)
    const victim = newVisitor(site)
    told(await victim.auth.requestPasswordReset({ email, redirectTo: '/choose' }))
    const opened = await victim.open(await site.linkTo(email, /Choose a new password/))
    const token = new URL(opened.location ?? '').searchParams.get('token') ?? ''
    told(await victim.auth.resetPassword({ newPassword: 'the owner’s own one', token }))
    expect(await isIn(attacker)).toBe(false)
    const back = await post(attacker, '/sign-in/email', { email, password })
    expect(back.brief).toBe('401 INVALID_EMAIL_OR_PASSWORD')
  })
})

it('GHSA-j8qq-g9pm-v3c2: no page of another origin reads a bearer token', async () => {
  const body = { email: ada.email, password }
  const answer = await post(newVisitor(site), '/sign-in/email', body, {
    origin: 'https://evil.test',
    // With it, the origin isn't checked, because no browser sends it on its own.
    authorization: 'Bearer x',
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
})

describe('answers that hold credentials', () => {
  it('are kept by no cache (#10065, #10222)', async () => {
    const visitor = newVisitor(site)
    const signedIn = await post(visitor, '/sign-in/email', { email: ada.email, password })
    const session = await get(visitor, '/get-session')
    for (const { headers } of [signedIn, session]) {
      expect(headers.get('cache-control')).toMatch(/no-store/)
    }
  })
})
