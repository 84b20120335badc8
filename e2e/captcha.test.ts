import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { startTestServer, type TestServer } from '../packages/server/test/server.ts'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { openPath, overflow, screenshot, visit } from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')
const db = testDatabase()
let verifier: Server
let verifications: URLSearchParams[] = []
const browser = testBrowser()

beforeAll(async () => {
  verifier = createServer((request, response) => {
    verdict(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(verifier, 'listening')
})

afterAll(async () => {
  verifier.close()
})

async function verdict(request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams(await text(request))
  verifications.push(form)
  return JSON.stringify({ success: form.get('response') === 'human' })
}

const view = { width: 390, theme: 'light' } as const
const password = 'correct horse battery'

function startWith(provider: string): Promise<TestServer> {
  const address = verifier.address()
  const port = typeof address === 'object' ? address?.port : null
  const env = {
    GUILDHALL_CAPTCHA_PROVIDER: provider,
    GUILDHALL_CAPTCHA_SITE_KEY: 'the site key',
    GUILDHALL_CAPTCHA_SECRET_KEY: 'the secret key',
    GUILDHALL_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/`,
  }
  return startTestServer(db, env, { webFolder })
}

/** Replaces the provider's script: the same functions, and a button for each kind of visitor. */
const script = (name: string) => `
  window[${JSON.stringify(name)}] = {
    ready: (then) => setTimeout(then, 10),
    render(container, { sitekey, callback }) {
      for (const kind of ['human', 'robot']) {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'I am a ' + kind + ' (' + sitekey + ')'
        button.addEventListener('click', () => callback(kind))
        container.append(button)
      }
    },
  }`

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Email or username').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const providers = [
  ['cloudflare-turnstile', 'turnstile', 'https://challenges.cloudflare.com/**'],
  ['google-recaptcha', 'grecaptcha', 'https://www.google.com/recaptcha/**'],
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com/**'],
] as const

test.each(providers)(
  '%s guards sign-in, sign-up and password reset',
  async (name, api, address) => {
    verifications = []
    const server = await startWith(name)
    const { page, context, consoleErrors, leave } = await visit(browser.current, server.url, view)
    await context.route(address, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script(api) }),
    )
    const human = page.getByRole('button', { name: 'I am a human (the site key)' })
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })

    await openPath(page, '/sign-in')
    await human.waitFor()
    await screenshot(page, `captcha-${api}`, view)
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await fill(page)
    await signIn.click()
    await page.getByText('Confirm that you’re not a robot.').waitFor()
    expect(verifications).toEqual([])

    await page.getByRole('button', { name: 'I am a robot' }).click()
    await signIn.click()
    await page.getByText('The captcha check failed.').waitFor()
    await human.click()
    await signIn.click()
    await page.getByText('Incorrect email, username or password.').waitFor()
    // A solution is valid once, so the next attempt needs a new one.
    await signIn.click()
    await page.getByText('Confirm that you’re not a robot.').waitFor()
    expect(verifications.map((form) => form.get('response'))).toEqual(['robot', 'human'])

    await openPath(page, '/sign-up')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email').fill(`${api}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await human.click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/dashboard')

    await openPath(page, '/forgot-password')
    await human.click()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(consoleErrors).toEqual([])
    await leave()
    await server.stop()
  },
)

test('a captcha script that can’t load says what to do', async () => {
  const server = await startWith('cloudflare-turnstile')
  const { page, context, leave } = await visit(browser.current, server.url, view)
  await context.route('https://challenges.cloudflare.com/**', (route) => route.abort())
  await openPath(page, '/sign-in')
  await page.getByText('Allow scripts from challenges.cloudflare.com').waitFor()
  await screenshot(page, 'captcha-blocked', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await leave()
  await server.stop()
})
