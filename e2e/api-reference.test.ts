import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { serverWithOperator } from './operators.ts'

const app = serverWithOperator()

const phone = { width: 390, theme: 'light' } as const

const shiftMax = 0.02

/** Adds up how far things moved after they were painted. */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counted = Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        counted.shifted += 'value' in entry ? Number(entry.value) : 0
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )

test.each([390, 1280])('nothing moves while the API reference opens, %i px wide', async (width) => {
  const page = await app.openAsVisitor('/sign-in', { width, theme: 'light' })
  await countShifts(page)
  await page.goto('/docs', { waitUntil: 'load' })
  await twoFrames(page)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted'))).toBeLessThan(shiftMax)
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
