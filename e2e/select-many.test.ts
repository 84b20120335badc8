import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn } from './operators.ts'
import { createForSeller } from './sellers.ts'
import { createFreeSubscription } from './subscribers.ts'
import { expectAccessibleView, onDesktopAndPhone, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

const made = z.object({ id: z.string() })
const customerIds: string[] = []

setUp(async (page) => {
  const product_id = await makeProduct(page, northwind, {
    name: 'Starter',
    prices: [{ amount_type: 'free' }],
  })
  for (const name of ['Ann', 'Bob', 'Cid', 'Dot', 'Eve', 'Fay']) {
    const input = { name, email: `${name.toLowerCase()}@buyer.test` }
    const { id } = made.parse(await createForSeller(page, northwind, 'customers', input))
    customerIds.push(id)
    if (name < 'D') await createFreeSubscription(page, { product_id, customer_id: id })
  }
})

const listOf = (name: string, rest = '') => `/dashboard/${northwind.slug}/${name}${rest}`
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

async function pressOn(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).focus()
  await press(page, 'Enter')
}

test('customers are deleted by keyboard; what failed is named and tried again', async () => {
  const page = await app.openAs(ada, listOf('customers', '?sort=-name'))
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(6)
  await press(page, 'j', 'x', 'j', 'x', 'j', 'x')
  await page.getByText('3 selected').waitFor()
  const eve = customerIds[4]
  await app.query('update customer set deleted_at = now() where id = $1', [eve])
  await pressOn(page, 'Delete…')
  const dialog = page.getByRole('dialog', { name: 'Delete 3 customers?' })
  await dialog.waitFor()
  await pressOn(page, 'Delete')
  await dialog.getByText('1 failed. The others are done.').waitFor()
  await dialog.getByText('Eve', { exact: true }).waitFor()
  await dialog.getByText('This customer was already deleted.').waitFor()
  await expect.poll(() => hasFocus(button(page, 'Try 1 again'))).toBe(true)
  await app.query('update customer set deleted_at = null where id = $1', [eve])
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('3 customers deleted')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBe(3)
  await page.getByRole('searchbox', { name: 'Search customers' }).waitFor()
})

test('all shown subscriptions are canceled at once, and resumed', async () => {
  const page = await app.openAs(ada, listOf('subscriptions'))
  await expect.poll(() => rowsIn(page, 'Subscriptions').count()).toBe(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  await press(page, 'Space')
  await page.getByText('3 selected').waitFor()
  await pressOn(page, 'Cancel…')
  await pressOn(page, 'Cancel')
  await expect.poll(() => toastsOn(page)).toContain('3 subscriptions canceled')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'ends soon' }).count()).toBe(3)
  await page.getByRole('checkbox', { name: 'Select Ann, Starter' }).check()
  await expect.poll(() => button(page, 'Cancel (0)…').isDisabled()).toBe(true)
  await pressOn(page, 'Resume…')
  await pressOn(page, 'Resume')
  await expect.poll(() => toastsOn(page)).toContain('1 subscription resumed')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'ends soon' }).count()).toBe(2)
})

test('the bar and its dialogs fit and are accessible', () =>
  onDesktopAndPhone(
    () => app.openAs(ada, listOf('subscriptions')),
    async (page, eachView) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText('3 selected').waitFor()
      await eachView((view) => expectAccessibleView(page, 'subscriptions-selected', view))
      await page.route('**/v1/subscriptions/*', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await button(page, /^Cancel/).click()
      const dialog = page.getByRole('dialog', { name: /^Cancel / })
      await dialog.waitFor()
      await eachView((view) => expectAccessibleView(page, 'subscriptions-cancel-many', view))
      await button(page, 'Cancel').click()
      await dialog.getByText(/failed/).waitFor()
      await eachView((view) => expectAccessibleView(page, 'subscriptions-failed-many', view))
      await button(page, 'Close').last().click()
      await expect.poll(() => dialog.count()).toBe(0)
      await page.unroute('**/v1/subscriptions/*')
    },
  ))

test('members without the right select nothing', async () => {
  const page = await app.openAs(jun, listOf('customers'))
  await expect.poll(() => rowsIn(page, 'Customers').count()).toBeGreaterThan(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
})
