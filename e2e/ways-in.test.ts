import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { type TestServer, testServer } from '../packages/server/test/server.ts'
import { faultsOfAccess } from './access.ts'
import { testBrowser } from './browser.ts'
import { arrive, beyondTheKeyboard, expectInOrder, picture, visit } from './visit.ts'

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
  await arrive(page, '/sign-up?next=%2Faccount%2Femail')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function fillSignIn(page: Page, identifier: string, typed = password): Promise<void> {
  await page.getByLabel('E-mail or username').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function linkTo(server: TestServer, email: string): Promise<string> {
  const mails = await server.sentMails()
  const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
  if (link === undefined) throw new Error(`No mail with a link went to ${email}.`)
  return link
}

/** An account, for tests that begin after its page. */
async function newAccount(email: string, more: { username?: string } = {}): Promise<void> {
  const { url } = open.current
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ name: 'Ada', email, password, ...more })
  const answer = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

/** As if the browser had never been here; what the page still asks for comes to its end first. */
async function forget(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)

describe('signing up', () => {
  test('says under each field what is wrong with it, before and after asking the server', async () => {
    const { page, complaints, leave } = await visit(browser.current, open.current.url, view)
    await arrive(page, '/sign-up')
    await page.getByLabel('Username').fill('a b')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your name.').waitFor()
    await page.getByText('Use letters, digits, dots and underscores only.').waitFor()
    await page.getByText('Enter your e-mail address.').waitFor()
    await page.getByText('Use at least 8 characters.').waitFor()
    await expect.poll(() => focused(page)).toBe('name')
    await picture(page, 'sign-up-faults', view)
    expect(await faultsOfAccess(page)).toEqual([])

    await fillSignUp(page, 'no address')
    await page.getByText('This isn’t an e-mail address.').waitFor()
    await expect.poll(() => focused(page)).toBe('email')
    await fillSignUp(page, 'common@example.com', 'password1')
    await page.getByText('Too many people use this password.').waitFor()
    await expect.poll(() => focused(page)).toBe('password')
    expect(complaints).toEqual([])
    await leave()
  })

  test('of a taken address or username says so', async () => {
    const { page, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('taken@example.com', { username: 'taken.one' })
    await fillSignUp(page, 'taken@example.com')
    await page.getByText('An account with this address exists already.').waitFor()
    await page.getByLabel('E-mail').fill('other@example.com')
    await page.getByLabel('Username').fill('Taken.One')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Somebody has this username.').waitFor()
    await expect.poll(() => focused(page)).toBe('username')
    await leave()
  })

  test('where addresses must be confirmed, waits for the mail', async () => {
    const { page, complaints, leave } = await visit(browser.current, strict.current.url, view)
    await fillSignUp(page, 'wait@example.com')
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.getByRole('button', { name: /Send again in \d+ s/ }).waitFor()
    await picture(page, 'check-your-mail', view)
    expect(await faultsOfAccess(page)).toEqual([])

    await arrive(page, '/sign-in')
    await fillSignIn(page, 'wait@example.com')
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.goto(await linkTo(strict.current, 'wait@example.com'))
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, 'wait@example.com')
    await page.waitForURL('**/dashboard')
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('signing in', () => {
  test('says that it was wrong, not which of the two, and keeps what was typed', async () => {
    const { page, complaints, leave } = await visit(browser.current, open.current.url, view)
    await arrive(page, '/sign-in')
    await fillSignIn(page, 'nobody@example.com', 'wrong')
    await page.getByRole('alert').getByText('Wrong e-mail, username or password.').waitFor()
    await fillSignIn(page, 'nobody', 'wrong')
    await page.getByRole('alert').getByText('Wrong e-mail, username or password.').waitFor()
    await expect.poll(() => page.getByLabel('E-mail or username').inputValue()).toBe('nobody')
    await picture(page, 'sign-in-wrong', view)
    expect(complaints).toEqual([])
    await leave()
  })

  test('goes back only to pages of our own', async () => {
    const { page, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('home@example.com')
    await arrive(page, '/sign-in?next=https%3A%2F%2Fevil.example%2F')
    await fillSignIn(page, 'home@example.com')
    await page.waitForURL('**/dashboard')
    expect(new URL(page.url()).origin).toBe(open.current.url)
    await leave()
  })

  test('without being remembered leaves a cookie that ends with the browser', async () => {
    const { page, context, leave } = await visit(browser.current, open.current.url, view)
    await newAccount('brief@example.com')
    await arrive(page, '/sign-in')
    await page.getByLabel('Stay signed in').uncheck()
    await fillSignIn(page, 'brief@example.com')
    await page.waitForURL('**/dashboard')
    const cookies = await context.cookies()
    const session = cookies.find(({ name }) => name.endsWith('session_token'))
    expect(session).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
    await leave()
  })

  test('offers the providers that are configured, in words a keyboard reaches', async () => {
    const wide = { width: 1280, theme: 'light' } as const
    const { page, complaints, leave } = await visit(browser.current, strict.current.url, wide)
    await arrive(page, '/sign-in')
    await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
    await page.getByRole('button', { name: 'Continue with Acme SSO' }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expectInOrder(page, 'sign-in-providers', { ...wide, theme })
    }
    expect(await beyondTheKeyboard(page)).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })

  test('says in words what a provider sent somebody back with', async () => {
    const { page, leave } = await visit(browser.current, strict.current.url, view)
    await arrive(page, '/sign-in?error=account_not_linked')
    await page.getByText('An account with your e-mail address exists already.').waitFor()
    await picture(page, 'sign-in-not-linked', view)
    expect(await faultsOfAccess(page)).toEqual([])
    await leave()
  })
})

test('a forgotten password is set anew by mail, once', async () => {
  const { page, complaints, leave } = await visit(browser.current, open.current.url, view)
  await newAccount('forgot@example.com')
  await arrive(page, '/sign-in')
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await page.getByLabel('E-mail').fill('forgot@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  const link = await linkTo(open.current, 'forgot@example.com')
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  await picture(page, 'reset-password-short', view)
  await page.getByLabel('New password').fill('a new good one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'forgot@example.com', 'a new good one')
  await page.waitForURL('**/dashboard')
  await forget(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

test('a verification link that ran out leads to a new one', async () => {
  const { page, complaints, leave } = await visit(browser.current, open.current.url, view)
  await page.goto('/api/auth/verify-email?token=made-up&callbackURL=%2Fverify-email%3Fverified%3D1')
  await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
  await page.getByLabel('E-mail').fill('somebody@example.com')
  await picture(page, 'verify-email-expired', view)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

test('password managers are told which field is which', async () => {
  const { page, leave } = await visit(browser.current, open.current.url, view)
  const hints = () =>
    page
      .locator('form input:not([type=checkbox])')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  await arrive(page, '/sign-in')
  await expect.poll(() => hints()).toEqual(['username', 'current-password'])
  await arrive(page, '/sign-up')
  await expect.poll(() => hints()).toEqual(['name', 'nickname', 'username', 'new-password'])
  await arrive(page, '/reset-password?token=x')
  await expect.poll(() => hints()).toEqual(['new-password'])
  await fillSignUp(page, 'manager@example.com')
  await page.waitForURL('**/account/email')
  await arrive(page, '/account/password')
  await expect.poll(() => hints()).toEqual(['username', 'current-password', 'new-password'])
  await leave()
})

test('by keyboard alone one signs up and in', async () => {
  const { page, context, leave } = await visit(browser.current, open.current.url, {
    width: 1280,
    theme: 'light',
  })
  await arrive(page, '/sign-up')
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
  await forget(page)
  await arrive(page, '/sign-in')
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
