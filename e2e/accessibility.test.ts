import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { galleryPath, type Site, startSite } from './site.ts'
import { openPath, visit } from './visit.ts'

const browser = testBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const phone = { width: 390, theme: 'light' } as const

async function openComponents() {
  const visitor = await visit(browser.current, site.url, phone)
  await openPath(visitor.page, galleryPath)
  expect(await accessibilityViolations(visitor.page, { colors: true })).toEqual([])
  return visitor
}

test.each([
  ['a text color', { color: 'rgb(170 170 171)' }],
  ['a background', { background: 'rgb(80 80 81)' }],
  ['a translucent background', { background: 'rgb(120 120 121)', opacity: '0.7' }],
])('axe finds %s without contrast, unless colors are left out', async (_, style) => {
  const { page, leave } = await openComponents()
  await page.locator('h1').evaluate((title, given) => Object.assign(title.style, given), style)
  const faults = await accessibilityViolations(page, { colors: true })
  expect(faults).toEqual([expect.stringMatching(/^color-contrast: h1/)])
  expect(await accessibilityViolations(page, { colors: false })).toEqual([])
  await leave()
})

test.each([true, false])('axe finds a missing title (with colors: %s)', async (colors) => {
  const { page, leave } = await openComponents()
  await page.evaluate(() => document.querySelector('h1')?.remove())
  const faults = await accessibilityViolations(page, { colors })
  expect(faults).toEqual([expect.stringMatching(/^page-has-heading-one: /)])
  await leave()
})
