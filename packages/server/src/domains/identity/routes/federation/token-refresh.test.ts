import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { createGate } from '../../../../../test/gate.ts'
import {
  completeAtProvider,
  currentUser,
  type SocialServer,
  signInWith,
  signUp,
  socialServer,
  startSignIn,
} from '../../../../../test/social.ts'
import { noWait, somebody } from '../../../../../test/stand-in-provider.ts'
import { makeSecret, secretPrefixes } from '../../../../platform/crypto/tokens.ts'

const db = testDatabase()
const serverKey = makeSecret(secretPrefixes.server).secret
const server = socialServer(db, { GUILDHALL_SERVER_KEYS: serverKey })

const refreshPath = '/api/auth/refresh-token'
const accessPath = '/api/auth/get-access-token'
const discord = { providerId: 'discord' }

/** Signs in a new person. */
async function signInNewPerson({ current }: { current: SocialServer }) {
  const browser = current.browser()
  current.standIn.persona = somebody()
  await signInWith(current, browser, 'discord')
  return { current, browser, subject: current.standIn.persona.subject }
}

const rowOf = async (current: SocialServer, subject: string) => {
  const row = await current.database.kysely
    .selectFrom('account')
    .selectAll()
    .where('accountId', '=', subject)
    .executeTakeFirstOrThrow()
  return row
}

describe('refreshing a rotating token', () => {
  it('calls the provider once for 50 parallel refreshes', async () => {
    const { current, browser } = await signInNewPerson(server)
    const { refreshes: before, tokensReused: reused } = current.standIn
    current.clock.freeze()
    current.standIn.beforeAnswer = () => pause(300)
    const all = await Promise.all(
      Array.from({ length: 50 }, () => browser.post(refreshPath, discord)),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(all.map(({ body }) => body?.['accessToken'])).size).toBe(1)
    expect(current.standIn.refreshes - before).toBe(1)
    expect(current.standIn.tokensReused).toBe(reused)
  })

  it('calls the provider once for 50 parallel requests of an access token', async () => {
    server.current.standIn.lifetimeSeconds = 4
    const { current: at, browser } = await signInNewPerson(server)
    at.clock.freeze()
    at.standIn.beforeAnswer = () => pause(300)
    at.standIn.lifetimeSeconds = 3600
    const before = at.standIn.refreshes
    const all = await Promise.all(
      Array.from({ length: 50 }, () => browser.post(accessPath, discord)),
    )
    expect(new Set(all.map(({ body }) => body?.['accessToken'])).size).toBe(1)
    expect(at.standIn.refreshes - before).toBe(1)
  })

  it('uses the newest refresh token for a later refresh', async () => {
    const { current, browser } = await signInNewPerson(server)
    const reused = current.standIn.tokensReused
    const first = await browser.post(refreshPath, discord)
    const before = current.standIn.refreshes
    const second = await browser.post(refreshPath, discord)
    expect(second.status).toBe(200)
    expect(current.standIn.refreshes - before).toBe(1)
    expect(second.body?.['refreshToken']).not.toBe(first.body?.['refreshToken'])
    expect(current.standIn.tokensReused).toBe(reused)
  })

  it('is taken over after a crash', async () => {
    const { current, browser, subject } = await signInNewPerson(server)
    const { id } = await rowOf(current, subject)
    const dead = { refreshLease: '0192f0c1-0000-7000-8000-000000000000' }
    const endsAt = new Date(current.clock.now().getTime() + 30_000)
    await current.database.kysely
      .updateTable('account')
      .set({ ...dead, refreshLeaseEndsAt: endsAt })
      .where('id', '=', id)
      .execute()
    const asked = browser.post(refreshPath, discord)
    const early = await Promise.race([asked, pause(300, 'waits')])
    expect(early).toBe('waits')
    current.clock.advance(31)
    expect((await asked).status).toBe(200)
  })

  it('fails for everybody who waited, without details', async () => {
    const { current, browser, subject } = await signInNewPerson(server)
    const { refreshToken } = await rowOf(current, subject)
    await browser.post(refreshPath, discord)
    // As if the answer had been lost: the stored token is used.
    await current.database.kysely
      .updateTable('account')
      .set({ refreshToken })
      .where('accountId', '=', subject)
      .execute()
    const refusal = {
      code: 'FAILED_TO_REFRESH_ACCESS_TOKEN',
      message: 'Failed to refresh access token',
    }
    current.clock.advance(2)
    const before = current.standIn.refreshes
    current.clock.freeze()
    current.standIn.beforeAnswer = () => pause(300)
    const all = await Promise.all(
      Array.from({ length: 10 }, () => browser.post(refreshPath, discord)),
    )
    for (const { status, body } of all) expect([status, body]).toEqual([400, refusal])
    expect(current.standIn.refreshes - before).toBe(1)
    // Only calls under way share an outcome: the next one asks again.
    current.clock.advance(0.001)
    expect(await browser.post(refreshPath, discord)).toMatchObject({ status: 400 })
    expect(current.standIn.refreshes - before).toBe(2)
    current.clock.advance(3600)
    const { status, body } = await browser.post(accessPath, discord)
    expect([status, body?.['code']]).toEqual([400, 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN'])
  })

  it('yields to a sign-in that stored newer tokens meanwhile', async () => {
    const { current, browser, subject } = await signInNewPerson(server)
    const [asked, answered] = [createGate(), createGate()]
    current.standIn.beforeAnswer = () => {
      asked.open()
      return answered.passed
    }
    const refreshing = browser.post(refreshPath, discord)
    await asked.passed
    current.standIn.beforeAnswer = noWait
    await signInWith(current, current.browser(), 'discord')
    const signedIn = await rowOf(current, subject)
    answered.open()
    expect((await refreshing).status).toBe(200)
    const after = await rowOf(current, subject)
    expect(after.accessToken).toEqual(signedIn.accessToken)
    expect(after.refreshLease).toBeNull()
  })
})

describe('an access token', () => {
  it('is refreshed in its last five seconds', async () => {
    server.current.standIn.lifetimeSeconds = 60
    server.current.clock.freeze()
    const { current, browser } = await signInNewPerson(server)
    const first = await browser.post(accessPath, discord)
    current.clock.advance(54)
    const second = await browser.post(accessPath, discord)
    expect(second.body?.['accessToken']).toBe(first.body?.['accessToken'])
    current.clock.advance(2)
    const third = await browser.post(accessPath, discord)
    expect(third.body?.['accessToken']).not.toBe(first.body?.['accessToken'])
    expect(third.body).toEqual({
      accessToken: expect.any(String),
      accessTokenExpiresAt: expect.stringMatching(/Z$/),
      scopes: ['identify', 'email'],
    })
  })

  it('is that of the given account, by its id here or at the provider', async () => {
    const { current, browser, subject } = await signInNewPerson(server)
    const { id } = await rowOf(current, subject)
    for (const accountId of [id, subject]) {
      expect((await browser.post(accessPath, { ...discord, accountId })).status).toBe(200)
    }
    const other = await rowOf(current, (await signInNewPerson(server)).subject)
    for (const accountId of [other.id, other.accountId, 'another']) {
      expect(await browser.post(accessPath, { ...discord, accountId })).toMatchObject({
        status: 400,
        body: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
      })
    }
  })

  it('is refused for providers that are not configured', async () => {
    const { browser } = await signInNewPerson(server)
    const body = { providerId: 'nobody' }
    expect((await browser.post(accessPath, body)).body).toEqual({
      code: 'PROVIDER_NOBODY_IS_NOT_SUPPORTED',
      message: 'Provider nobody is not supported.',
    })
    expect((await browser.post(refreshPath, body)).body).toEqual({
      code: 'PROVIDER_NOBODY_IS_NOT_SUPPORTED',
      message: 'Provider nobody is not supported.',
    })
  })
})

describe.each([accessPath, refreshPath])('%s', (path) => {
  it("returns tokens to their owner and to the application's backend", async () => {
    const { current, browser } = await signInNewPerson(server)
    const mine = (await currentUser(browser))?.['id']
    const other = await signInNewPerson(server)
    const theirs = (await currentUser(other.browser))?.['id']
    const byKey = { authorization: `Bearer ${serverKey}` }
    const anybody = current.browser()
    const required = {
      code: 'EITHER_USERID_OR_SESSION_IS_REQUIRED',
      message: 'Either userId or session is required',
    }
    const unauthorized = { code: 'UNAUTHORIZED', message: 'Unauthorized' }
    const ask = async (who: typeof anybody, userId?: unknown, headers = {}) => {
      const { status, body } = await who.post(path, { ...discord, userId }, headers)
      return [status, status === 200 ? null : body]
    }
    expect(await ask(anybody)).toEqual([401, unauthorized])
    expect(await ask(anybody, 7)).toEqual([401, unauthorized])
    expect(await ask(anybody, mine)).toEqual([401, unauthorized])
    expect(await ask(anybody, mine, { authorization: 'Bearer guildhall_srv_x' })).toEqual([
      401,
      unauthorized,
    ])
    expect(await ask(anybody, mine, byKey)).toEqual([200, null])
    expect(await ask(anybody, undefined, byKey)).toEqual([400, required])
    const own = await browser.post(path, { ...discord, userId: theirs })
    const keyed = await anybody.post(path, { ...discord, userId: theirs }, byKey)
    expect(own.body?.['accessToken']).not.toBe(keyed.body?.['accessToken'])
  })
})

describe('tokens in the database', () => {
  it('are sealed, and bound to their row', async () => {
    const { current, browser, subject } = await signInNewPerson(server)
    const { body } = await browser.post(refreshPath, discord)
    const mine = await rowOf(current, subject)
    const bytes = Buffer.concat([
      mine.accessToken ?? randomBytes(0),
      mine.refreshToken ?? randomBytes(0),
    ])
    expect(bytes.length).toBeGreaterThan(60)
    for (const token of ['accessToken', 'refreshToken']) {
      expect(bytes.includes(String(body?.[token]))).toBe(false)
    }
    const thief = await signInNewPerson(server)
    await current.database.kysely
      .updateTable('account')
      .set({ accessToken: mine.accessToken, refreshToken: mine.refreshToken })
      .where('accountId', '=', thief.subject)
      .execute()
    const stolen = await thief.browser.post(accessPath, discord)
    expect(stolen.body).not.toHaveProperty('accessToken')
    expect((await thief.browser.post(refreshPath, discord)).status).toBe(400)
  })

  it('stay if a later sign-in brings fewer', async () => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    await completeAtProvider(
      current,
      browser,
      await startSignIn(browser, 'google', {}, '/api/auth/link-social'),
    )
    const { accessToken, refreshToken } = await rowOf(current, current.standIn.persona.subject)
    const token = await current.standIn.idToken('google', { id: 'google-client' })
    const body = { provider: 'google', idToken: { token } }
    expect((await current.browser().post('/api/auth/sign-in/social', body)).status).toBe(200)
    expect(await rowOf(current, current.standIn.persona.subject)).toMatchObject({
      accessToken,
      refreshToken,
    })
  })
})
