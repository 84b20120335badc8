import { join } from 'node:path'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isReturnPath } from '../packages/contract/src/return-path.ts'
import { testDatabase } from '../packages/server/test/database.ts'
import { oddPaths } from '../packages/server/test/odd-paths.ts'
import { type TestServer, testServer } from '../packages/server/test/server.ts'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import {
  blankPath,
  expectAccessibleView,
  openPath,
  screenshot,
  unreachableByKeyboard,
  visit,
} from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')
const db = testDatabase()
const open = testServer(db, {}, { webFolder })
const strict = testServer(
  db,
  {
    GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
    GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
    GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
    GUILDHALL_OIDC_ACME_ISSUER: 'http://127.0.0.1:9',
    GUILDHALL_OIDC_ACME_CLIENT_ID: 'id',
    GUILDHALL_OIDC_ACME_CLIENT_SECRET: 'secret',
    GUILDHALL_OIDC_ACME_LABEL: 'Acme SSO',
  },
  { webFolder },
)
const browser = testBrowser()

const view = { width: 390, theme: 'light' } as const
const password = 'correct horse battery'

async function fillSignUp(page: Page, email: string, chosen = password): Promise<void> {
  await openPath(page, '/sign-up?next=%2Faccount%2Femail')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function fillSignIn(page: Page, identifier: string, typed = password): Promise<void> {
  await page.getByLabel('Email or username').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function mailedLink(server: TestServer, email: string): Promise<string> {
  const mails = await server.sentMails()
  const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
  if (link === undefined) throw new Error(`No mail with a link went to ${email}.`)
  return link
}

/** Signs up by the API. */
async function newAccount(email: string, more: { username?: string } = {}): Promise<void> {
  const { url } = open.current
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ name: 'Ada', email, password, ...more })
  const answer = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

/** On a page without scripts: the dashboard would go to the sign-in page by itself. */
async function clearCookies(page: Page): Promise<void> {
  await page.goto(blankPath)
  await page.context().clearCookies()
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)

describe('signing up', () => {
  test('reports mistakes under their fields, from the form and from the server', async () => {
    const { page, consoleErrors, leave } = await visit(browser.current, open.current.url, view)
    await openPath(page, '/sign-up')
    await page.getByLabel('Username').fill('a b')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your name.').waitFor()
    await page.getByText('Use letters, digits, dots and underscores only.').waitFor()
    await page.getByText('Enter your email address.').waitFor()
    await page.getByText('Use at least 8 characters.').waitFor()
    await expect.poll(() => focused(page)).toBe('name')
    await screenshot(page, 'sign-up-faults', view)
    expect(await accessibilityViolations(page)).toEqual([])

    await fillSignUp(page, 'no address')
    await page.getByText('This isn’t an email address.').waitFor()
    await expect.poll(() => focused(page)).toBe('email')
    await fillSignUp(page, 'common@example.com', 'password1')
    await page.getByText('This password is too common.').waitFor()
    await expect.poll(() => focused(page)).toBe('password')
    expect(consoleErrors).toEqual([])
    await leave()
  })

  test('reports a taken address or username', async () => {
    const { page, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('taken@example.com', { username: 'taken.one' })
    await fillSignUp(page, 'taken@example.com')
    await page.getByText('An account with this address already exists.').waitFor()
    await page.getByLabel('Email').fill('other@example.com')
    await page.getByLabel('Username').fill('Taken.One')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This username is taken.').waitFor()
    await expect.poll(() => focused(page)).toBe('username')
    await leave()
  })

  test('waits for the mail where addresses must be verified', async () => {
    const { page, consoleErrors, leave } = await visit(browser.current, strict.current.url, view)
    await fillSignUp(page, 'wait@example.com')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByRole('button', { name: /Resend in \d+ s/ }).waitFor()
    await screenshot(page, 'check-your-mail', view)
    expect(await accessibilityViolations(page)).toEqual([])

    await openPath(page, '/sign-in')
    await fillSignIn(page, 'wait@example.com')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await mailedLink(strict.current, 'wait@example.com'))
    await page.getByRole('button', { name: 'Confirm address' }).waitFor()
    await screenshot(page, 'verify-email-confirm', view)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, 'wait@example.com')
    await page.waitForURL('**/dashboard')
    expect(consoleErrors).toEqual([])
    await leave()
  })
})

test('a stranger’s account is confirmed by the reader of the mailbox, who gets it alone', async () => {
  const email = 'foreign@example.com'
  const theirs = await visit(browser.current, open.current.url, view)
  await fillSignUp(theirs.page, email)
  await theirs.page.waitForURL('**/account/email')
  await theirs.page.request.post('/api/auth/send-verification-email', {
    data: { email },
    headers: { origin: open.current.url },
  })
  const link = await mailedLink(open.current, email)
  const { page, consoleErrors, leave } = await visit(browser.current, open.current.url, view)
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('This password is incorrect.').waitFor()
  await page.getByRole('button', { name: 'Continue without the password' }).click()
  await page.getByRole('heading', { name: 'Confirm without the password?' }).waitFor()
  await screenshot(page, 'verify-email-take-over', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('Everyone is signed out of the account.').waitFor()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
  await theirs.page.goto('/dashboard')
  await theirs.page.waitForURL('**/sign-in**')
  await fillSignIn(theirs.page, email)
  await theirs.page.getByText('Incorrect email, username or password.').waitFor()
  await theirs.leave()
})

describe('signing in', () => {
  test('doesn’t reveal which of the two was wrong, and keeps the input', async () => {
    const { page, consoleErrors, leave } = await visit(browser.current, open.current.url, view)
    await openPath(page, '/sign-in')
    await fillSignIn(page, 'nobody@example.com', 'wrong')
    await page.getByRole('alert').getByText('Incorrect email, username or password.').waitFor()
    await fillSignIn(page, 'nobody', 'wrong')
    await page.getByRole('alert').getByText('Incorrect email, username or password.').waitFor()
    await expect.poll(() => page.getByLabel('Email or username').inputValue()).toBe('nobody')
    await screenshot(page, 'sign-in-wrong', view)
    expect(consoleErrors).toEqual([])
    await leave()
  })

  test('returns only to pages of the same site', async () => {
    const { page, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('home@example.com')
    for (const next of ['https://evil.example/', '/..//evil.example/', '/%2e%2e//evil.example/']) {
      await openPath(page, `/sign-in?${new URLSearchParams({ next })}`)
      await fillSignIn(page, 'home@example.com')
      await page.waitForURL('**/dashboard')
      expect(new URL(page.url()).origin).toBe(open.current.url)
      await clearCookies(page)
    }
    await leave()
  })

  test('by the parser of the browser, no path that may be returned to leads away', async () => {
    const { page, leave } = await visit(browser.current, open.current.url, view)
    await openPath(page, '/sign-in')
    const paths = fc.sample(oddPaths.filter(isReturnPath), 2000)
    const origins = await page.evaluate((texts) => {
      const { origin } = window.location
      return texts.flatMap((text) => {
        const url = new URL(text, origin)
        return [url.origin, new URL(`${url.pathname}${url.search}`, origin).origin]
      })
    }, paths)
    expect([...new Set(origins)]).toEqual([open.current.url])
    await leave()
  })

  test('without remembering sets a session cookie', async () => {
    const { page, context, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('brief@example.com')
    await openPath(page, '/sign-in')
    await page.getByLabel('Keep me signed in').uncheck()
    await fillSignIn(page, 'brief@example.com')
    await page.waitForURL('**/dashboard')
    const cookies = await context.cookies()
    const session = cookies.find(({ name }) => name.endsWith('session_token'))
    expect(session).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
    await leave()
  })

  test('offers the configured providers, reachable by keyboard', async () => {
    const wide = { width: 1280, theme: 'light' } as const
    const { page, consoleErrors, leave } = await visit(browser.current, strict.current.url, wide)
    await openPath(page, '/sign-in')
    await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
    await page.getByRole('button', { name: 'Continue with Acme SSO' }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expectAccessibleView(page, 'sign-in-providers', { ...wide, theme })
    }
    expect(await unreachableByKeyboard(page)).toEqual([])
    expect(consoleErrors).toEqual([])
    await leave()
  })

  test('explains the error of a provider', async () => {
    const { page, leave } = await visit(browser.current, strict.current.url, view)
    await openPath(page, '/sign-in?error=account_not_linked')
    await page.getByText('An account with your email address already exists.').waitFor()
    await screenshot(page, 'sign-in-not-linked', view)
    expect(await accessibilityViolations(page)).toEqual([])
    await leave()
  })
})

test('a forgotten password is reset by mail, once', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, open.current.url, view)
  await newAccount('forgot@example.com')
  await openPath(page, '/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('forgot@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const link = await mailedLink(open.current, 'forgot@example.com')
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  await screenshot(page, 'reset-password-short', view)
  await page.getByLabel('New password').fill('a new good one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'forgot@example.com', 'a new good one')
  await page.waitForURL('**/dashboard')
  await clearCookies(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
})

test('an expired verification link offers a new one', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, open.current.url, view)
  await page.goto('/api/auth/verify-email?token=made-up&callbackURL=%2Fverify-email%3Fverified%3D1')
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByLabel('Email').fill('somebody@example.com')
  await screenshot(page, 'verify-email-expired', view)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
})

test('fields are labelled for password managers', async () => {
  const { page, leave } = await visit(browser.current, open.current.url, view)
  const hints = () =>
    page
      .locator('form input:not([type=checkbox])')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  await openPath(page, '/sign-in')
  await expect.poll(() => hints()).toEqual(['username', 'current-password'])
  await openPath(page, '/sign-up')
  await expect.poll(() => hints()).toEqual(['name', 'nickname', 'username', 'new-password'])
  await openPath(page, '/reset-password?token=x')
  await expect.poll(() => hints()).toEqual(['new-password'])
  await fillSignUp(page, 'manager@example.com')
  await page.waitForURL('**/account/email')
  await openPath(page, '/account/password')
  await expect.poll(() => hints()).toEqual(['username', 'current-password', 'new-password'])
  await leave()
})

test('sign-up and sign-in work by keyboard', async () => {
  const { page, context, leave } = await visit(browser.current, open.current.url, {
    width: 1280,
    theme: 'light',
  })
  await openPath(page, '/sign-up')
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
  }
  await type('Key Board', 'key.board', 'key@example.com', password)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await clearCookies(page)
  await openPath(page, '/sign-in')
  await page.keyboard.type('KEY.board')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  const session = await context.request.get('/api/auth/get-session')
  expect(await session.json()).toMatchObject({ user: { displayUsername: 'key.board' } })
  await leave()
})
