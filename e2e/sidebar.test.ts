import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { northwindServer } from './northwind.ts'
import { press, wide } from './operators.ts'
import { expectAccessibleView, onDesktopAndPhone, openPath } from './visit.ts'

const { app, ada, northwind } = northwindServer()

const open = (rest = ''): Promise<Page> => app.openAs(ada, `/dashboard/${northwind.slug}${rest}`)
const sidebar = (page: Page) => page.getByRole('navigation', { name: northwind.name })
const group = (page: Page, name: string) => sidebar(page).getByRole('button', { name })
const link = (page: Page, name: string) => sidebar(page).getByRole('link', { name })

test('settings start folded, and the browser keeps what is folded', async () => {
  const page = await open()
  await link(page, 'Orders').waitFor()
  await expect.poll(() => link(page, 'Members').isVisible()).toBe(false)
  await group(page, 'Settings').focus()
  await press(page, 'Enter')
  await link(page, 'Members').waitFor()
  await group(page, 'Sales').click()
  await expect.poll(() => link(page, 'Orders').isVisible()).toBe(false)
  await openPath(page, `/dashboard/${northwind.slug}`)
  await link(page, 'Members').waitFor()
  await expect.poll(() => link(page, 'Orders').isVisible()).toBe(false)
})

test('a page that is opened by another way unfolds its group', async () => {
  const page = await open()
  await link(page, 'Orders').waitFor()
  await press(page, 'g', 'm')
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await expect.poll(() => group(page, 'Settings').getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => link(page, 'Members').isVisible()).toBe(true)
})

test('all pages but the settings fit into a window of 860 px', async () => {
  const page = await open()
  await page.setViewportSize({ width: wide.width, height: 860 })
  await link(page, 'Analytics').waitFor()
  const hidden = () =>
    sidebar(page).evaluate((nav) =>
      [nav, ...nav.querySelectorAll('div')]
        .filter((box) => getComputedStyle(box).overflowY === 'auto')
        .reduce((sum, box) => sum + box.scrollHeight - box.clientHeight, 0),
    )
  await expect.poll(hidden).toBe(0)
  await expect.poll(() => group(page, 'Settings').isVisible()).toBe(true)
})

test('the theme is chosen in the account menu', async () => {
  const page = await open()
  await page.getByRole('button', { name: ada.email }).click()
  await page.getByRole('menuitemradio', { name: 'As the system' }).waitFor()
  await expectAccessibleView(page, 'sidebar-account', { ...wide, window: true })
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('with open settings, on every screen', async () => {
  await onDesktopAndPhone(
    () => open('/settings/members'),
    async (page, eachView, { width }) => {
      if (width < wide.width) await page.getByRole('button', { name: 'Menu' }).click()
      await link(page, 'Members').waitFor()
      await eachView((view) => expectAccessibleView(page, 'sidebar', { ...view, window: true }))
    },
  )
})
