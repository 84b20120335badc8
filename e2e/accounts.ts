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

/** Who signs in at Acme, unless a test says somebody else does. */
export const persona = {
  subject: 'ada-at-acme',
  email: 'ada@example.com',
  verified: true,
  name: 'Ada Lindqvist',
  picture: 'https://pictures.example/ada.png',
}

interface Place {
  readonly url: string
  readonly browser: Browser
  readonly acme: OpenIdProvider
  /** An account made without its page, which has tests of its own; answers its id. */
  readonly newAccount: (context: BrowserContext, email: string) => Promise<string>
  /** The link of the newest mail to this address. */
  readonly linkTo: (email: string) => Promise<string>
  readonly prove: (page: Page, email: string) => Promise<void>
  readonly signIn: (page: Page, identifier: string) => Promise<void>
  readonly query: (sql: string, values: readonly unknown[]) => Promise<void>
}

/** A server where one can also sign in by a company's provider, for the tests of a file. */
export function serverWithAcme(): Place {
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

  async function linkTo(email: string): Promise<string> {
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
    linkTo,
    prove: async (page, email) => {
      const data = { email, callbackURL: '/verify-email?verified=1' }
      await page.context().request.post('/api/auth/send-verification-email', { data })
      await page.goto(await linkTo(email))
      await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    },
    signIn: async (page, identifier) => {
      await page.getByLabel('E-mail or username').fill(identifier)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
    query: async (sql, values) => {
      await db.database.pool.query(sql, [...values])
    },
  }
}
