import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tools/browser.ts'
import { realMoney } from '../../../server/test/server.ts'
import { testForeignPage } from '../foreign-page.ts'
import { testSite } from '../site.ts'
import type { newVisitor } from '../visitor.ts'

type Client = ReturnType<typeof newVisitor>['auth']

declare global {
  interface Window {
    newClient(baseURL: string, fetchOptions?: object): Client
  }
}

const app = await testForeignPage()
const stranger = await testForeignPage()
/** A sandbox would trust every page of this machine. */
const site = testSite({ GUILDHALL_TRUSTED_ORIGINS: app.origin, ...realMoney })
const ada = { name: 'Ada', email: 'ada@lovelace.test', password: 'a staple for the battery' }

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function visit(origin: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  return page
}

it('the client of a trusted application signs up and in with cross-origin cookies', async () => {
  const page = await visit(app.origin)
  const seen = await page.evaluate(
    async ({ url, person }) => {
      const auth = window.newClient(url)
      const before = await auth.getSession()
      const signedUp = await auth.signUp.email(person)
      const during = await auth.getSession()
      const updated = await auth.updateUser({ username: 'ada' })
      const refused = await auth.changePassword({ currentPassword: 'x', newPassword: 'short' })
      const out = await auth.signOut()
      const after = await auth.getSession()
      return { before, signedUp, during, updated, refused, out, after }
    },
    { url: site.url, person: ada },
  )
  expect(seen).toMatchObject({
    before: { data: null, error: null },
    signedUp: { data: { user: { email: ada.email } } },
    during: { data: { user: { name: 'Ada' } } },
    updated: { data: { status: true } },
    refused: { error: { status: 400, code: 'PASSWORD_TOO_SHORT' } },
    out: { data: { success: true } },
    after: { data: null, error: null },
  })
  await page.context().close()
})

it('an application without cookies uses the token from the answer', async () => {
  const page = await visit(app.origin)
  const seen = await page.evaluate(
    async ({ url, person }) => {
      const noCookies = { credentials: 'omit' }
      let token = ''
      const signedIn = await window.newClient(url, noCookies).signIn.email({
        ...person,
        fetchOptions: {
          onSuccess: ({ response }) => {
            token = response.headers.get('set-auth-token') ?? ''
          },
        },
      })
      const without = await window.newClient(url, noCookies).getSession()
      const auth = { type: 'Bearer', token }
      const withToken = await window.newClient(url, { ...noCookies, auth }).getSession()
      const raw = { type: 'Bearer', token: signedIn.data?.token }
      const unsigned = await window.newClient(url, { ...noCookies, auth: raw }).getSession()
      return { token, without, withToken, unsigned }
    },
    { url: site.url, person: ada },
  )
  expect(seen.token).toContain('.')
  expect(seen).toMatchObject({
    without: { data: null, error: null },
    withToken: { data: { user: { email: ada.email } } },
    // Only the signed form is a credential; the unsigned one appears in session lists.
    unsigned: { data: null, error: null },
  })
  await page.context().close()
})

it('a page of an untrusted origin cannot read the session', async () => {
  const page = await visit(app.origin)
  const asked = { url: site.url, person: ada }
  await page.evaluate(({ url, person }) => window.newClient(url).signIn.email(person), asked)
  const before = await page.context().cookies(site.url)
  expect(before.map(({ name }) => name)).toEqual(['guildhall.session_token'])

  await page.goto(stranger.origin)
  const seen = await page.evaluate(async ({ url, person }) => {
    const auth = window.newClient(url)
    return [await auth.getSession(), await auth.signOut(), await auth.signIn.email(person)]
  }, asked)
  // The browser hides the answers from the page, so its client sees a network error.
  for (const answer of seen) expect(answer).toMatchObject({ data: null, error: { status: 0 } })
  expect(await page.context().cookies(site.url)).toEqual(before)

  await page.goto(app.origin)
  const still = await page.evaluate(({ url }) => window.newClient(url).getSession(), asked)
  expect(still).toMatchObject({ data: { user: { email: ada.email } } })
  await page.context().close()
})
