import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '../packages/server/test/open-id-provider.ts'
import { startTestServer, type TestServer } from '../packages/server/test/server.ts'
import { testPort } from '../packages/server/test/test-port.ts'
import { testBrowser } from './browser.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')

export const password = 'correct horse battery'

/** The user who signs in at Acme, unless a test sets another one. */
export const persona = {
  subject: 'ada-at-acme',
  email: 'ada@example.com',
  verified: true,
  name: 'Ada Lindqvist',
  picture: 'https://pictures.example/ada.png',
}

interface App {
  readonly url: string
  readonly browser: Browser
  readonly acme: OpenIdProvider
  /** Signs up by the API, since the page has its own tests; returns the user's id. */
  readonly newAccount: (context: BrowserContext, email: string) => Promise<string>
  /** The link in the newest mail to this address. */
  readonly mailedLink: (email: string) => Promise<string>
  readonly verifyEmail: (page: Page, email: string) => Promise<void>
  readonly signIn: (page: Page, identifier: string) => Promise<void>
  readonly query: (sql: string, values: readonly unknown[]) => Promise<void>
}

/** A server with a company's OpenID provider as a sign-in method, for the tests of a file. */
export function serverWithAcme(): App {
  const db = testDatabase()
  let started: { acme: OpenIdProvider; server: TestServer } | undefined

  beforeAll(async () => {
    const port = await testPort()
    const redirectUrl = `http://localhost:${port}/api/auth/callback/acme`
    const client = { id: 'guildhall', secret: 'a secret', redirectUrl }
    const acme = await startOpenIdProvider(client, persona)
    const env = {
      PORT: String(port),
      GUILDHALL_OIDC_ACME_ISSUER: acme.issuer,
      GUILDHALL_OIDC_ACME_CLIENT_ID: client.id,
      GUILDHALL_OIDC_ACME_CLIENT_SECRET: client.secret,
      GUILDHALL_OIDC_ACME_LABEL: 'Acme SSO',
    }
    const server = await startTestServer(db, env, { webFolder })
    started = { acme, server }
  })

  afterAll(async () => {
    const { acme, server } = running()
    await server.stop()
    await acme.stop()
  })

  const browser = testBrowser()

  function running() {
    assert(started !== undefined, 'the server runs inside tests and hooks only')
    return started
  }

  async function mailedLink(email: string): Promise<string> {
    const mails = await running().server.sentMails()
    const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
    assert(link !== undefined, `no mail with a link went to ${email}`)
    return link
  }

  return {
    get url() {
      return running().server.url
    },
    get browser() {
      return browser.current
    },
    get acme() {
      return running().acme
    },
    newAccount: async (context, email) => {
      const data = { name: 'Ada Lindqvist', email, password }
      const answer = await context.request.post('/api/auth/sign-up/email', { data })
      const { user }: { user: { id: string } } = await answer.json()
      return user.id
    },
    mailedLink,
    verifyEmail: async (page, email) => {
      const data = { email, callbackURL: '/verify-email?verified=1' }
      await page.context().request.post('/api/auth/send-verification-email', { data })
      await page.goto(await mailedLink(email))
      await page.getByRole('button', { name: 'Confirm address' }).click()
      await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    },
    signIn: async (page, identifier) => {
      await page.getByLabel('Email or username').fill(identifier)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
    query: async (sql, values) => {
      await db.database.pool.query(sql, [...values])
    },
  }
}
