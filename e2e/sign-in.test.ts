import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'
import { expectAccessiblePublicPage, openPath, screenshot, visit } from './visit.ts'

let site: Site
const browser = testBrowser()

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site.stop()
})

const view = { width: 390, theme: 'light' } as const

const pages = [
  ['sign-in', '/sign-in'],
  ['sign-in-refused', '/sign-in?error=account_not_linked'],
  ['sign-up', '/sign-up'],
  ['forgot-password', '/forgot-password'],
  ['reset-password', '/reset-password?token=x'],
  ['reset-password-over', '/reset-password?error=INVALID_TOKEN'],
  ['verify-email-over', '/verify-email?error=token_expired'],
] as const

test.each(pages)('%s fits and is accessible', (name, path) =>
  expectAccessiblePublicPage(`gate-${name}`, { browser: browser.current, origin: site.url, path }),
)

test('missing fields are reported and the first gets the focus', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, site.url, view)
  await openPath(page, '/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const identifier = page.getByLabel('Email or username')
  await expect.poll(() => identifier.getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => identifier.evaluate((input) => input === document.activeElement))
    .toBe(true)
  await page.getByText('Enter your password.').waitFor()
  await screenshot(page, 'sign-in-missing', view)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await leave()
})

test('an unreachable server is reported above the fields, which keep the input', async () => {
  const { page, context, leave } = await visit(browser.current, site.url, view)
  await openPath(page, '/sign-in')
  await page.getByLabel('Email or username').fill('ada@lindqvist.se')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The server can’t be reached').waitFor()
  await expect
    .poll(() => page.getByLabel('Email or username').inputValue())
    .toBe('ada@lindqvist.se')
  await screenshot(page, 'sign-in-offline', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await leave()
})

test('a password can be shown', async () => {
  const { page, leave } = await visit(browser.current, site.url, view)
  await openPath(page, '/sign-in')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('correct horse')
  await expect.poll(() => password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await leave()
})

test('caps lock is noticed, announced, and withdrawn', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, site.url, view)
  await openPath(page, '/sign-in')
  const press = (hasCapsLock: boolean) =>
    page.getByLabel('Password', { exact: true }).evaluate((field, modifierCapsLock) => {
      const key = { key: 'a', bubbles: true, modifierCapsLock }
      field.dispatchEvent(new KeyboardEvent('keydown', key))
    }, hasCapsLock)
  const hint = page.getByText('Caps lock is on.')
  await press(false)
  await expect.poll(() => hint.count()).toBe(0)
  // Screen readers announce later changes of a live region only, so it must exist before.
  const live = page.locator('[aria-live=polite]:below(input[type=password])').first()
  await expect.poll(() => live.innerText()).toBe('')
  await press(true)
  await hint.waitFor()
  await expect.poll(() => live.innerText()).toContain('Caps lock is on.')
  await screenshot(page, 'sign-in-caps-lock', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await press(false)
  await hint.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await leave()
})

test('links between the pages keep the return path', async () => {
  const { page, leave } = await visit(browser.current, site.url, view)
  await openPath(page, '/sign-in?next=%2Fdashboard%2Fnorthwind')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/sign-up?**')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/northwind')
  await leave()
})
