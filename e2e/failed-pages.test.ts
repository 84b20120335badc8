import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { expectAccessibleView, openPath, rowsIn } from './visit.ts'

const { app, ada, northwind, setUp } = northwindServer()

setUp(async (page) => {
  await make(page, northwind, 'customers', { email: 'bea@buyer.test', name: 'Bea Buyer' })
})

const wide = { width: 1280, theme: 'light' } as const
const customers = () => `/dashboard/${northwind.slug}/customers`
const listCalls = /\/v1\/customers\/\?/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Try again' })

/** A window whose errors in the console, which these tests cause, aren’t counted. */
async function openUncounted(path: string): Promise<Page> {
  const page = await (await app.signInAs(ada)).context().newPage()
  await openPath(page, path)
  return page
}

/** Opens the customers while the server fails at these calls. */
async function openFailing(calls: RegExp): Promise<Page> {
  const page = await openUncounted(`/dashboard/${northwind.slug}`)
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  return page
}

test('a list that fails leaves its page, and is tried again', async () => {
  const page = await openFailing(listCalls)
  await alert(page).getByText('Something went wrong').waitFor()
  await heading(page, 'Customers').waitFor()
  await expectAccessibleView(page, 'list-failed', wide)
  await page.unroute(listCalls)
  await alert(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(1)
  await expect.poll(() => alert(page).count()).toBe(0)
})

test('a list that failed is forgotten on the next page', async () => {
  const page = await openFailing(listCalls)
  await alert(page).waitFor()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await heading(page, 'Products').waitFor()
  await expect.poll(() => alert(page).count()).toBe(0)
})

test('a column that fails leaves the rows', async () => {
  const page = await openFailing(/\/v1\/customer-(spend|statuses)\//)
  await expect.poll(() => rowsIn(page, 'Customers').innerText()).toContain('not loaded')
  await expect.poll(() => alert(page).count()).toBe(0)
})

test('a page that opens offline says so, and opens once online', async () => {
  const page = await openUncounted(customers())
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(1)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Discounts', exact: true }).click()
  await heading(page, 'The server can’t be reached').waitFor()
  await expectAccessibleView(page, 'page-offline', wide)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Discounts').waitFor()
})

test('a missing page outside of the dashboard has the brand, which leads home', async () => {
  const page = await app.openAs(ada, '/no/such/page')
  await heading(page, 'Page not found').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Guildhall' }).click()
  await page.waitForURL('**/dashboard/**')
  expect(new URL(page.url()).pathname).toContain('/dashboard/')
})
