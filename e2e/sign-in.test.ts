import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { testBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'
import { arrive, expectPublicPageInOrder, picture, visit } from './visit.ts'

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

test.each(pages)('%s is in order', (name, path) =>
  expectPublicPageInOrder(`gate-${name}`, { browser: browser.current, origin: site.url, path }),
)

test('what is missing is said under its field, and the first one gets the focus', async () => {
  const { page, complaints, leave } = await visit(browser.current, site.url, view)
  await arrive(page, '/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const identifier = page.getByLabel('E-mail or username')
  await expect.poll(() => identifier.getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => identifier.evaluate((input) => input === document.activeElement))
    .toBe(true)
  await page.getByText('Enter your password.').waitFor()
  await picture(page, 'sign-in-missing', view)
  expect(await faultsOfAccess(page)).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})

test('a server out of reach is said above the fields, which keep what was typed', async () => {
  const { page, context, leave } = await visit(browser.current, site.url, view)
  await arrive(page, '/sign-in')
  await page.getByLabel('E-mail or username').fill('ada@lindqvist.se')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The server can’t be reached').waitFor()
  await expect
    .poll(() => page.getByLabel('E-mail or username').inputValue())
    .toBe('ada@lindqvist.se')
  await picture(page, 'sign-in-offline', view)
  expect(await faultsOfAccess(page)).toEqual([])
  await leave()
})

test('a password can be shown', async () => {
  const { page, leave } = await visit(browser.current, site.url, view)
  await arrive(page, '/sign-in')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('correct horse')
  await expect.poll(() => password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await leave()
})

test('a keyboard that shouts is noticed, said, and forgiven', async () => {
  const { page, complaints, leave } = await visit(browser.current, site.url, view)
  await arrive(page, '/sign-in')
  const press = (hasCapsLock: boolean) =>
    page.getByLabel('Password', { exact: true }).evaluate((field, modifierCapsLock) => {
      const key = { key: 'a', bubbles: true, modifierCapsLock }
      field.dispatchEvent(new KeyboardEvent('keydown', key))
    }, hasCapsLock)
  const hint = page.getByText('Caps lock is on.')
  await press(false)
  await expect.poll(() => hint.count()).toBe(0)
  // Only what a live region is given later is read out, so it has to be there before.
  const live = page.locator('[aria-live=polite]:below(input[type=password])').first()
  await expect.poll(() => live.innerText()).toBe('')
  await press(true)
  await hint.waitFor()
  await expect.poll(() => live.innerText()).toContain('Caps lock is on.')
  await picture(page, 'sign-in-caps-lock', view)
  expect(await faultsOfAccess(page)).toEqual([])
  await press(false)
  await hint.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await leave()
})

test('the ways between the pages keep the way back', async () => {
  const { page, leave } = await visit(browser.current, site.url, view)
  await arrive(page, '/sign-in?next=%2Fdashboard%2Fnorthwind')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/sign-up?**')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/northwind')
  await leave()
})
