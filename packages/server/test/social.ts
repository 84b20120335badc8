import { afterAll, beforeAll, beforeEach } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type Browser, openBrowser, type Seen } from './browser.ts'
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

/** The whole server with every provider configured, and one stand-in for all of them. */
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
    started.clock.go()
    Object.assign(started.standIn, {
      persona: somebody(),
      waitsFor: noWait,
      lies: {},
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

/** Starts signing in and answers the provider's page. */
export async function leave(
  browser: Browser,
  providerId: string,
  body: object = {},
  path = '/api/auth/sign-in/social',
): Promise<string> {
  const { status, body: answer } = await browser.post(path, { provider: providerId, ...body })
  assert(status === 200, `${path} answered ${status}: ${JSON.stringify(answer)}`)
  return String(answer?.['url'])
}

/** Agrees at the provider and comes back, by a form where the provider does that. */
export async function comeBack(
  { standIn }: SocialServer,
  browser: Browser,
  authorizeUrl: string,
): Promise<Seen> {
  const { url, form } = await standIn.agree(authorizeUrl)
  if (form === null) return browser.open(url.href)
  // Another site's form: the browser sends none of our cookies with it.
  const posted = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  })
  assert(posted.status === 303, `the form was answered ${posted.status}`)
  return browser.open(posted.headers.get('location') ?? '')
}

/** From the sign-in page back to the application. */
export const signInBy = async (
  server: SocialServer,
  browser: Browser,
  providerId: string,
  body: object = {},
): Promise<Seen> => comeBack(server, browser, await leave(browser, providerId, body))

/** The `error` of where the browser was sent. */
export function errorOf({ status, location }: Seen): string | null {
  assert(status === 302 && location !== null, `the browser is sent on, not answered ${status}`)
  return new URL(location, 'http://localhost').searchParams.get('error')
}

export async function whoIsIn(browser: Browser): Promise<Record<string, unknown> | null> {
  const { body } = await browser.get('/api/auth/get-session')
  const user = body?.['user']
  return typeof user === 'object' && user !== null ? { ...user } : null
}

const password = 'a password that nobody has'

/** Signs up by a password, with a proved address or not. */
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

/** With what somebody can sign in. */
export async function providersOf(browser: Browser): Promise<string[]> {
  const { body } = await browser.get('/api/auth/list-accounts')
  const accounts: unknown = body
  return Array.isArray(accounts)
    ? accounts.map(({ providerId }) => String(providerId)).toSorted()
    : []
}

export const linkPath = '/api/auth/link-social'

/** By the redirect, and by an id token. Both must come to the same. */
export const variants = ['redirect', 'id token'] as const

export async function link(
  current: SocialServer,
  browser: Browser,
  variant: (typeof variants)[number],
): Promise<{ redirect: string | null } | Pick<Seen, 'status' | 'body'>> {
  if (variant === 'redirect') {
    const url = await leave(browser, 'google', { callbackURL: '/account' }, linkPath)
    return { redirect: errorOf(await comeBack(current, browser, url)) }
  }
  const token = await current.standIn.idToken('google', { id: standInClient('google').id })
  const { status, body } = await browser.post(linkPath, { provider: 'google', idToken: { token } })
  return { status, body }
}
