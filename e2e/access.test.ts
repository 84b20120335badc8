import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { testBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'
import { arrive, visit } from './visit.ts'

const browser = testBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const phone = { width: 390, theme: 'light' } as const

test.each([
  ['a colour of its own', 'color: rgb(170 170 171)'],
  ['a ground of its own', 'background: rgb(80 80 81)'],
  ['a ground that shines through', 'background: rgb(120 120 121); opacity: 0.7'],
])('a text of %s is looked at on a phone, whatever passed before', async (_, style) => {
  const { page, leave } = await visit(browser.current, site.url, phone)
  await arrive(page, '/dev/ui')
  expect(await faultsOfAccess(page)).toEqual([])
  await page.evaluate((given) => {
    const [title] = document.querySelectorAll('h1')
    for (const declaration of given.split('; ')) {
      const [name = '', value = ''] = declaration.split(': ')
      title?.style.setProperty(name, value)
    }
  }, style)
  for (const isDark of [false, true]) {
    const faults = await faultsOfAccess(page, { isPhone: true, isDark })
    expect(faults).toEqual([expect.stringMatching(/^color-contrast: h1/)])
  }
  await leave()
})

test('what isn’t of colours is looked at on a phone as well', async () => {
  const { page, leave } = await visit(browser.current, site.url, phone)
  await arrive(page, '/dev/ui')
  expect(await faultsOfAccess(page)).toEqual([])
  await page.evaluate(() => document.querySelector('h1')?.remove())
  const faults = await faultsOfAccess(page, { isPhone: true })
  expect(faults).toEqual([expect.stringMatching(/^page-has-heading-one: /)])
  await leave()
})
