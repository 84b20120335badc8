import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { countShifts, shiftMax, shiftsOf } from './layout-shifts.ts'
import { serverWithOperator } from './operators.ts'
import { screenshot } from './visit.ts'

const app = serverWithOperator()

const phone = { width: 390, theme: 'light' } as const

test.each([390, 1280])('nothing moves while the API reference opens, %i px wide', async (width) => {
  const page = await app.openAsVisitor('/sign-in', { width, theme: 'light' })
  await countShifts(page)
  await page.goto('/docs', { waitUntil: 'load' })
  expect(await shiftsOf(page)).toBeLessThan(shiftMax)
})

test('code is marked as code, and no backtick is left', async () => {
  const page = await app.openAsVisitor('/docs', phone)
  const texts = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll('.text, .about, .refusals li, nav'),
      (one) => one.textContent,
    ),
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => text.includes('`'))).toEqual([])
})

test('the menu folds on a phone, and the language of the examples is kept', async () => {
  const page = await app.openAsVisitor('/docs', phone)
  const link = page.getByRole('navigation').getByRole('link', { name: 'List orders' }).first()
  await expect.poll(() => link.isVisible()).toBe(false)
  await page.getByText('Operations', { exact: true }).click()
  await link.click()
  await page.waitForURL('**/docs#listOrders')
  await expect.poll(() => link.isVisible()).toBe(false)
  const python = page.locator('#listOrders').getByRole('button', { name: 'Python' })
  await python.click()
  await expect.poll(() => python.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await page.locator('#listOrders [data-language=Python]').first().waitFor()
  await expect.poll(() => python.getAttribute('aria-pressed')).toBe('true')
})

const pricesOfProducts = '#listProducts-response-items-prices'

const views = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const

test.each(views)('an object is one link away, $width px wide, $theme', async (view) => {
  const page = await app.openAsVisitor('/docs#listProducts', view)
  await page.locator('#listProducts summary').first().click()
  const link = page.locator('#listProducts').getByRole('link', { name: 'Fields of prices' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/docs${pricesOfProducts}`)
  const heading = page.locator(pricesOfProducts).getByRole('heading', { name: 'items.prices' })
  await expect.poll(() => distanceFromTop(heading)).toBeLessThan(300)
  expect(await distanceFromTop(heading)).toBeGreaterThan(50)
  await screenshot(page, 'api-reference-object', { ...view, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
})

test('every link within the API reference has its target, and each object is described once', async () => {
  const page = await app.openAsVisitor('/docs', phone)
  const { ids, missing } = await page.evaluate(() => ({
    ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
    missing: Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
      .map(({ hash }) => hash.slice(1))
      .filter((id) => document.getElementById(id) === null),
  }))
  expect(missing).toEqual([])
  expect(ids.length).toBeGreaterThan(500)
  expect(ids.length).toBe(new Set(ids).size)
  expect(await page.locator('#objects article').count()).toBeGreaterThan(20)
})

test('the filter finds operations, and says when there is none', async () => {
  const page = await app.openAsVisitor('/docs', phone)
  const filter = page.getByRole('searchbox')
  const nothing = page.getByText('No operation matches the filter.')
  const objects = page.getByRole('heading', { name: 'Objects', exact: true })
  await filter.fill('list orders')
  await expect.poll(() => page.locator('#listOrders').isVisible()).toBe(true)
  expect(await page.locator('#createProduct').isVisible()).toBe(false)
  expect(await objects.isVisible()).toBe(true)
  await filter.fill('no such words')
  await expect.poll(() => nothing.isVisible()).toBe(true)
  expect(await objects.isVisible()).toBe(false)
})

/** Below the top of the window, in pixels. */
const distanceFromTop = async (place: Locator): Promise<number> =>
  (await place.boundingBox())?.y ?? Number.NaN
