import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { openPalette, waitForFocus } from './operators.ts'
import { galleryPath, type Site, startSite } from './site.ts'
import { expectAccessiblePublicPage, openPath, screenshot, visit } from './visit.ts'

let site: Site
const browser = testBrowser()

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site.stop()
})

const wide = { width: 1280, theme: 'light' } as const
const phone = { width: 390, theme: 'light' } as const

const pages = [
  ['checkout-missing', '/checkout/guildhall_c_unknown'],
  ['portal-missing', '/portal/no-such-shop'],
  ['not-found', '/no/such/page'],
  ['components', galleryPath],
  // The server renders these.
  ['api-reference', '/docs'],
  ['authentication-error', '/api/auth/error?error=state_not_found'],
] as const

test.each(pages)('%s fits and is accessible', (name, path) =>
  expectAccessiblePublicPage(name, { browser: browser.current, origin: site.url, path }),
)

test.each(['light', 'dark'] as const)('a page is %s where the system is', async (theme) => {
  const { page, leave } = await visit(browser.current, site.url, { ...wide, theme })
  const shown = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await openPath(page, '/sign-in')
  expect(await shown()).toBe(theme)
  const other = theme === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: other })
  await expect.poll(shown).toBe(other)
  await leave()
})

describe('pages that need sign-in', () => {
  test.each(['/dashboard', '/dashboard/northwind/orders?page=2', '/account', '/admin'])(
    '%s redirects a visitor to sign-in and back',
    async (path) => {
      const { page, leave } = await visit(browser.current, site.url, wide)
      await page.goto(path)
      await page.waitForURL('**/sign-in?**')
      expect(new URL(page.url()).searchParams.get('next')).toBe(path)
      await leave()
    },
  )

  test('the start page links to the dashboard', async () => {
    const { page, leave } = await visit(browser.current, site.url, wide)
    await page.goto('/')
    await page.waitForURL('**/sign-in?**')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard')
    await leave()
  })
})

test('a chosen theme is kept, and shown before the first paint on every page', async () => {
  const { page, leave } = await visit(browser.current, site.url, wide)
  await openPath(page, galleryPath)
  await page.getByRole('radio', { name: 'Dark', exact: true }).first().check()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  await leave()
})

test('the command palette opens by keys, finds by name, and acts', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, site.url, wide)
  await openPath(page, galleryPath)
  const palette = await openPalette(page)
  await screenshot(page, 'palette', { ...wide, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.type('dark theme')
  await palette.locator('[role=option][data-highlighted]', { hasText: /dark/i }).waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(consoleErrors).toEqual([])
  await leave()
})

test('the command palette leads to pages that need sign-in', async () => {
  const { page, leave } = await visit(browser.current, site.url, wide)
  await openPath(page, galleryPath)
  await page.getByRole('button', { name: 'Search' }).first().click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await waitForFocus(palette)
  await page.keyboard.type('account')
  await palette.locator('[role=option][data-highlighted]', { hasText: 'Account' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in?**')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/account')
  await leave()
})

test('on a phone the navigation opens as a sheet and closes on navigation', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, site.url, phone)
  await openPath(page, galleryPath)
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await screenshot(page, 'menu', { ...phone, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await sheet.getByRole('link').first().click()
  await sheet.waitFor({ state: 'hidden' })
  expect(consoleErrors).toEqual([])
  await leave()
})

test('offline is announced and withdrawn', async () => {
  const { page, context, leave } = await visit(browser.current, site.url, wide)
  await openPath(page, galleryPath)
  await context.setOffline(true)
  const hint = page.getByText('You’re offline.')
  await hint.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.setOffline(false)
  await hint.waitFor({ state: 'hidden' })
  await leave()
})
