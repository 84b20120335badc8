import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { unwrap } from '../answers.ts'
import { anotherBrowser, isSignedIn, newPerson, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { at, get, post, textAt } from '../wire.ts'

// Published vulnerabilities of another server with the same API, each tested on ours. Redirects are
// in redirects.test.ts, providers in social-advisories.test.ts.

const site = testSite({
  GUILDHALL_SERVER_KEYS: `guildhall_srv_${'k'.repeat(32)}`,
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
})
const sessionCookie = 'guildhall.session_token'
const unknownId = '00000000-0000-7000-8000-000000000000'

let ada: Person
let eve: Person

beforeAll(async () => {
  await newPerson(site, 'operator@site.test')
  ada = await newPerson(site, 'ada@lovelace.test')
  eve = await newPerson(site, 'eve@evil.test')
})

describe('GHSA-99h5-pjcv-gr6v / CVE-2025-61928: an id in a body doesn’t authenticate', () => {
  it.each([
    ['/get-access-token', { providerId: 'github' }, '401 UNAUTHORIZED'],
    ['/refresh-token', { providerId: 'github' }, '401 UNAUTHORIZED'],
    ['/set-password', { newPassword: password }, '401 UNAUTHORIZED'],
    ['/admin/has-permission', { permissions: { user: ['ban'] } }, '401 UNAUTHORIZED'],
    ['/update-user', { name: 'Pwned' }, '401 UNAUTHORIZED'],
    ['/delete-user', {}, '401 UNAUTHORIZED'],
    ['/list-sessions', {}, '405 METHOD_NOT_ALLOWED'],
  ])('%s, anonymously', async (path, body, refusal) => {
    const answer = await post(newVisitor(site), path, { ...body, userId: ada.id })
    expect(answer.brief).toBe(refusal)
  })

  it('nor does it replace the session of the caller', async () => {
    const renamed = await post(eve, '/update-user', { name: 'Eve', userId: ada.id, id: ada.id })
    expect(renamed.status).toBe(200)
    expect(unwrap(await ada.auth.getSession()).user.name).toBe('Ann Example')
    const tokens = await post(eve, '/get-access-token', { providerId: 'github', userId: ada.id })
    expect(tokens.brief).toBe('400 ACCOUNT_NOT_FOUND')
    const input = { permissions: { user: ['ban'] }, userId: ada.id, role: 'admin' }
    expect((await post(eve, '/admin/has-permission', input)).body).toMatchObject({
      success: false,
    })
  })

  it('nor does a body appoint an operator or verify an address', async () => {
    const input = { name: 'Mallory', email: 'mallory@evil.test', password }
    const forged = { id: unknownId, role: 'admin', emailVerified: true, banned: false }
    const mallory = newVisitor(site)
    expect((await post(mallory, '/sign-up/email', { ...input, ...forged })).status).toBe(200)
    await post(mallory, '/update-user', { name: 'Mallory', ...forged })
    const { user } = unwrap(await mallory.auth.getSession())
    expect(user).toMatchObject({ role: 'user', emailVerified: false, banned: null })
    expect(user.id).not.toBe(unknownId)
  })
})

describe('CVE-2025-71400: objects of other users are not found', () => {
  it('a session cannot be revoked by its token or id', async () => {
    const { session } = unwrap(await ada.auth.getSession())
    for (const token of [session.token, session.id]) {
      expect((await post(eve, '/revoke-session', { token })).brief).toMatch(/^40\d /)
    }
    expect(await isSignedIn(ada)).toBe(true)
  })

  it('a linked account is neither listed nor unlinked', async () => {
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

describe('CVE-2025-71402: an unsigned cookie ends nothing', () => {
  it.each(['/sign-out', '/revoke-sessions', '/admin/stop-impersonating'])('%s', async (path) => {
    const { token } = unwrap(await ada.auth.getSession()).session
    const tampered = newVisitor(site)
    const forged = encodeURIComponent(`${token}.${'A'.repeat(43)}=`)
    for (const value of [token, `${token}.`, forged]) {
      tampered.jar.put(sessionCookie, value)
      tampered.jar.put('guildhall.admin_session', value)
      await post(tampered, path)
    }
    expect(await isSignedIn(ada)).toBe(true)
  })
})

describe('GHSA-2vg6-77g8-24mp: revocation takes effect immediately everywhere', () => {
  it('deleting a user ends the session in every process', async () => {
    const other = await secondProcess()
    try {
      const grace = await newPerson(site, 'grace@hopper.test')
      const operator = newVisitor(site)
      unwrap(await operator.auth.signIn.email({ email: 'operator@site.test', password }))
      const onOther = { ...grace, site: { url: other.url } }
      const seen = async () => (await get(onOther, '/get-session')).body !== null
      expect(await seen()).toBe(true)
      const cookies = grace.jar.header()

      unwrap(await operator.auth.admin.banUser({ userId: grace.id }))
      expect(await seen()).toBe(false)
      unwrap(await operator.auth.admin.unbanUser({ userId: grace.id }))
      const again = { jar: (await anotherBrowser(grace)).jar, site: { url: other.url } }
      expect((await get(again, '/get-session')).body).not.toBeNull()
      unwrap(await operator.auth.admin.revokeUserSessions({ userId: grace.id }))
      expect((await get(again, '/get-session')).body).toBeNull()

      unwrap(await operator.auth.admin.removeUser({ userId: grace.id }))
      const old = await get(newVisitor(other), '/get-session', { cookie: cookies })
      expect(old.body).toBeNull()
      const listed = await get(newVisitor(other), '/list-sessions', { cookie: cookies })
      expect(listed.brief).toBe('401 UNAUTHORIZED')
    } finally {
      await other.stop()
    }
  })
})

/** Another process of the same server, with the same database. */
const secondProcess = (): Promise<TestServer> =>
  startTestServer(site.database, { GUILDHALL_ROLES: 'web' })

describe('GHSA-qq9h-g4jm-xgf3: a stranger registered the address first', () => {
  it('and is signed out when the owner resets the password', async () => {
    const email = 'victim@example.test'
    const attacker = await newPerson(site, email)
    const victim = newVisitor(site)
    unwrap(await victim.auth.requestPasswordReset({ email, redirectTo: '/choose' }))
    const opened = await victim.open(await site.linkTo(email, /Choose a new password/))
    const token = new URL(opened.location ?? '').searchParams.get('token') ?? ''
    unwrap(await victim.auth.resetPassword({ newPassword: 'the owner’s own one', token }))
    expect(await isSignedIn(attacker)).toBe(false)
    const back = await post(attacker, '/sign-in/email', { email, password })
    expect(back.brief).toBe('401 INVALID_EMAIL_OR_PASSWORD')
  })
})

it('GHSA-j8qq-g9pm-v3c2: no page of another origin reads a bearer token', async () => {
  const body = { email: ada.email, password }
  const answer = await post(newVisitor(site), '/sign-in/email', body, {
    origin: 'https://evil.test',
    // With a bearer token the origin isn't checked, because browsers don't send one on their own.
    authorization: 'Bearer x',
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
})

describe('answers with credentials', () => {
  it('are not cacheable (#10065, #10222)', async () => {
    const visitor = newVisitor(site)
    const signedIn = await post(visitor, '/sign-in/email', { email: ada.email, password })
    const session = await get(visitor, '/get-session')
    for (const { headers } of [signedIn, session]) {
      expect(headers.get('cache-control')).toMatch(/no-store/)
    }
  })
})
