import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clickAsTimersEnd, holdTimers } from './held-timers.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn } from './operators.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessibleView, exportedLines, onDesktopAndPhone, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

setUp(async (page) => {
  for (const name of ['Ann', 'Bob', 'Cid']) {
    const email = `${name.toLowerCase()}@buyer.test`
    const billing_address = { country: 'DE' }
    await createForSeller(page, northwind, 'customers', { name, email, billing_address })
  }
})

const customersOf = (rest = '') => `/dashboard/${northwind.slug}/customers${rest}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const column = (page: Page, name: string) =>
  page.getByRole('menuitemcheckbox', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of Customers' }).getByRole('link', { name })
const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== '')

const usual = ['Name', 'Email address', 'External ID', 'Status', 'Spent', 'Created']
const chosen = ['Name', 'Email address', 'Status', 'Created', 'Country']

test('columns are chosen by keyboard, and kept for the person', async () => {
  const page = await app.openAs(ada, customersOf())
  await expect.poll(() => heads(page)).toEqual(['Select all on this page', ...usual])
  await button(page, 'View').focus()
  await press(page, 'Enter')
  for (const name of ['External ID', 'Spent', 'Country']) {
    const box = column(page, name)
    await box.waitFor()
    for (let step = 0; step < 12 && !(await hasFocus(box)); step++) await press(page, 'ArrowDown')
    await press(page, 'Space')
  }
  await expect.poll(() => heads(page)).toEqual(['Select all on this page', ...chosen])
  await press(page, 'Escape')
  await expect.poll(() => hasFocus(button(page, 'View'))).toBe(true)
  const [head, ...lines] = await exportedLines(
    page,
    `${northwind.slug}-customers.csv`,
    'Columns shown',
  )
  expect(head).toBe('id,name,email,created_at,billing_address_country')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/,Cid,cid@buyer\.test,.*,DE$/)
  const again = await app.openAs(ada, customersOf())
  await expect.poll(() => heads(again)).toEqual(['Select all on this page', ...chosen])
  const other = await app.openAs(jun, customersOf())
  await expect.poll(() => heads(other)).toEqual(usual)
  await button(again, 'View').click()
  await item(again, 'Default columns').click()
  await expect.poll(() => heads(again)).toEqual(['Select all on this page', ...usual])
})

test('a view is saved, changed, renamed and deleted', async () => {
  const page = await app.openAs(ada, customersOf('?q=buyer&sort=name'))
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(3)
  await button(page, 'Save view').click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('By name')
  await press(page, 'Enter')
  await expect.poll(() => tab(page, 'By name').getAttribute('aria-current')).toBe('page')
  expect(await button(page, 'Save view').count()).toBe(0)

  await tab(page, 'All').click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => rowsIn(page, 'Customers').first().textContent()).toContain('Cid')
  await tab(page, 'By name').click()
  await expect.poll(() => rowsIn(page, 'Customers').first().textContent()).toContain('Ann')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name')

  await page.getByRole('searchbox', { name: 'Search customers' }).fill('bob')
  await button(page, 'Update view').click()
  await expect.poll(() => toastsOn(page)).toContain('By name updated')
  await expect.poll(() => button(page, 'Update view').count()).toBe(0)

  await button(page, 'View').click()
  await item(page, /^Rename/).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Bob')
  await press(page, 'Enter')
  await expect.poll(() => tab(page, 'Bob').count()).toBe(1)
  const again = await app.openAs(ada, customersOf())
  await tab(again, 'Bob').click()
  await expect.poll(() => rowsIn(again, 'Customers').count()).toBe(1)

  await button(again, 'View').click()
  await item(again, /^Save as/).click()
  await again.getByRole('dialog').getByLabel('Name').fill('BOB')
  await press(again, 'Enter')
  await again.getByText('You already have a view of this list with this name.').waitFor()
  await press(again, 'Escape')
  await button(again, 'View').click()
  await item(again, /^Delete/).click()
  await button(again, 'Delete view').click()
  await expect.poll(() => toastsOn(again)).toContain('Bob deleted')
  await expect.poll(() => rowsIn(again, 'Customers').count()).toBe(3)
  expect(await again.getByRole('navigation', { name: 'Views of Customers' }).count()).toBe(0)
})

test('a filter that is chosen just before a search settles is kept', async () => {
  const page = await app.openAs(ada, customersOf())
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(3)
  await page.evaluate(holdTimers, 250)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('bob')
  await button(page, 'Status').click()
  await item(page, 'no purchases').evaluate(clickAsTimersEnd)
  await expect.poll(() => page.url()).toContain('q=bob')
  expect(page.url()).toContain('status=none')
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(1)
})

test('tabs, menu and dialog fit and are accessible; phones keep their columns', async () => {
  await app.query('delete from saved_view', [])
  const page = await app.openAs(ada, customersOf('?q=buyer'))
  await button(page, 'Save view').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Those who buy from us every single month')
  await press(page, 'Enter')
  await tab(page, 'Those who').waitFor()
  await button(page, 'View').click()
  await column(page, 'Spent').click()
  await column(page, 'Tax ID').click()
  await expect.poll(() => heads(page)).not.toContain('Spent')
  await onDesktopAndPhone(
    () => app.openAs(ada, customersOf('?q=ann')),
    async (visited, eachView) => {
      await tab(visited, 'Those who').click()
      await expect.poll(() => rowsIn(visited, 'Customers').count()).toBe(3)
      await eachView(async (view) => {
        await expectAccessibleView(visited, 'customers-view', view)
        const spent = visited.getByRole('columnheader', { name: 'Spent' })
        expect(await spent.count()).toBe(view.width < 768 ? 1 : 0)
      })
      await visited.getByRole('searchbox', { name: 'Search customers' }).fill('a')
      await button(visited, 'Update view').waitFor()
      await button(visited, 'View').click()
      await item(visited, /^Save as/).waitFor()
      await eachView((view) => expectAccessibleView(visited, 'customers-view-menu', view))
      await item(visited, /^Save as/).click()
      await visited.getByRole('dialog', { name: 'Save this view' }).waitFor()
      await eachView((view) => expectAccessibleView(visited, 'customers-view-dialog', view))
    },
  )
})
