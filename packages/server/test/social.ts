import { afterAll, beforeAll, beforeEach } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type Browser, type BrowserResponse, openBrowser } from './browser.ts'
import type { TestDatabase } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import type { Persona } from './provider-dialects.ts'
import { dialects } from './provider-dialects.ts'
import { startTestServer, type TestServer } from './server.ts'
import { noWait, type StandIn, somebody, standInClient, startStandIn } from './stand-in-provider.ts'

export interface SocialServer extends TestServer {
  readonly standIn: StandIn
  readonly clock: MovableClock
  browser(): Browser
}

const settingsOf = (providerId: string, url: string): Record<string, string> => {
  const prefix = `GUILDHALL_SOCIAL_${providerId.toUpperCase()}`
  const { id, secret } = standInClient(providerId)
  return {
    [`${prefix}_CLIENT_ID`]: id,
    [`${prefix}_CLIENT_SECRET`]: secret,
    [`${prefix}_URL`]: url,
  }
}

/** A server with every provider configured, and one stand-in for all of them. */
export function socialServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): { readonly current: SocialServer } {
  let started: SocialServer | undefined
  beforeAll(async () => {
    const clock = movableClock()
    const standIn = await startStandIn(clock)
    const all = Object.keys(dialects).map((providerId) => settingsOf(providerId, standIn.url))
    const server = await startTestServer(db, { ...Object.assign({}, ...all), ...env }, { clock })
    started = { ...server, standIn, clock, browser: () => openBrowser(server.url) }
  })
  beforeEach(() => {
    if (started === undefined) return
    started.clock.resume()
    Object.assign(started.standIn, {
      persona: somebody(),
      beforeAnswer: noWait,
      claimOverrides: {},
      signsBy: 'its key',
      lifetimeSeconds: 3600,
    })
  })
  afterAll(async () => {
    await started?.stop()
    await started?.standIn.stop()
  })
  return {
    get current() {
      assert(started !== undefined, 'the server runs inside tests and hooks only')
      return started
    },
  }
}

/** Starts signing in and returns the URL of the provider's page. */
export async function startSignIn(
  browser: Browser,
  providerId: string,
  body: object = {},
  path = '/api/auth/sign-in/social',
): Promise<string> {
  const { status, body: answer } = await browser.post(path, { provider: providerId, ...body })
  assert(status === 200, `${path} answered ${status}: ${JSON.stringify(answer)}`)
  return String(answer?.['url'])
}

/** Consents at the provider and follows the callback, by form post if the provider uses one. */
export async function completeAtProvider(
  { standIn }: SocialServer,
  browser: Browser,
  authorizeUrl: string,
): Promise<BrowserResponse> {
  const { url, form } = await standIn.consent(authorizeUrl)
  if (form === null) return browser.open(url.href)
  // A form of another site: the browser sends none of our cookies with it.
  const posted = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  })
  assert(posted.status === 303, `the form was answered ${posted.status}`)
  return browser.open(posted.headers.get('location') ?? '')
}

/** The whole redirect flow. */
export const signInWith = async (
  server: SocialServer,
  browser: Browser,
  providerId: string,
  body: object = {},
): Promise<BrowserResponse> =>
  completeAtProvider(server, browser, await startSignIn(browser, providerId, body))

/** The `error` in the URL the browser was redirected to. */
export function errorOf({ status, location }: BrowserResponse): string | null {
  assert(status === 302 && location !== null, `the browser is redirected, not answered ${status}`)
  return new URL(location, 'http://localhost').searchParams.get('error')
}

export async function currentUser(browser: Browser): Promise<Record<string, unknown> | null> {
  const { body } = await browser.get('/api/auth/get-session')
  const user = body?.['user']
  return typeof user === 'object' && user !== null ? { ...user } : null
}

const password = 'a password that nobody has'

/** Signs up with a password. */
export async function signUp(
  { database }: SocialServer,
  browser: Browser,
  { email, name }: Pick<Persona, 'email' | 'name'>,
  { verified }: { readonly verified: boolean },
): Promise<string> {
  const { status, body } = await browser.post('/api/auth/sign-up/email', { email, name, password })
  assert(status === 200, `signing up answered ${status}: ${JSON.stringify(body)}`)
  const { id } = await database.kysely
    .updateTable('users')
    .set({ emailVerified: verified })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The providers of the user's linked accounts. */
export async function linkedProviders(browser: Browser): Promise<string[]> {
  const { body } = await browser.get('/api/auth/list-accounts')
  const accounts: unknown = body
  return Array.isArray(accounts)
    ? accounts.map(({ providerId }) => String(providerId)).toSorted()
    : []
}

export const linkPath = '/api/auth/link-social'

/** The redirect flow and an id token must have the same outcome. */
export const variants = ['redirect', 'id token'] as const

export async function link(
  current: SocialServer,
  browser: Browser,
  variant: (typeof variants)[number],
): Promise<{ redirect: string | null } | Pick<BrowserResponse, 'status' | 'body'>> {
  if (variant === 'redirect') {
    const url = await startSignIn(browser, 'google', { callbackURL: '/account' }, linkPath)
    return { redirect: errorOf(await completeAtProvider(current, browser, url)) }
  }
  const token = await current.standIn.idToken('google', { id: standInClient('google').id })
  const { status, body } = await browser.post(linkPath, { provider: 'google', idToken: { token } })
  return { status, body }
}
