import { expect, test } from 'vitest'
import { money } from './metrics.ts'
import { northwindServer } from './northwind.ts'
import { press } from './operators.ts'
import { sell, stockFor } from './sales.ts'
import { changeBillingSettings } from './sellers.ts'
import { expectAccessiblePage } from './visit.ts'

const { app, ada, northwind, setUp } = northwindServer()

// Far ahead of UTC, on the day on which clocks are set forward: a reader’s own days differ.
const timeZone = 'Pacific/Auckland'
const day = '2025-09-28'
const [begins, ends] = ['2025-09-27T12:00:00Z', '2025-09-28T11:00:00Z']
const momentBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString()

setUp(async (page) => {
  const stock = await stockFor(page, northwind)
  await changeBillingSettings(page, northwind, { time_zone: timeZone })
  for (const at of [momentBefore(begins), begins, momentBefore(ends), ends]) {
    const order = await sell(app, northwind, stock, {})
    await app.query('update orders set created_at = $2 where id = $1', [order, at])
  }
})

const ordersOf = (search: string) => `/dashboard/${northwind.slug}/orders${search}`
const ofDay = `?from=${day}&to=${day}`

test('a figure opens its orders, whose sum it is', async () => {
  const path = `/dashboard/${northwind.slug}/analytics/revenue${ofDay}&by=day&tables=revenue`
  const page = await app.openAs(ada, path)
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  const figure = revenue.getByRole('link', { name: /, show its rows$/ }).first()
  const shown = await figure.innerText()
  expect(shown).toBe(money(2000))
  // The row of the table leads to the same day.
  const links = await revenue
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(1)
  await figure.focus()
  await press(page, 'Enter')
  await page.waitForURL(`**/orders${ofDay}*`)
  const totals = page.getByRole('list', { name: 'Totals' })
  await expect.poll(() => totals.innerText()).toContain(`2 orders, ${shown} without tax`)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Clear the filter Currency' }).click()
  await page.waitForURL((url) => !url.searchParams.has('currency'))
  await expect.poll(() => totals.innerText()).toContain('2 orders')
})

test('a figure on the home page opens its orders', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
  const figures = page.getByRole('region', { name: 'Figures' })
  await figures
    .getByRole('link', { name: /^\$0\.00, show its rows$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.getByText('No matching orders').waitFor()
  expect(new URL(page.url()).searchParams.get('currency')).toBe('usd')
})

test('the list with its totals fits and is accessible', () =>
  expectAccessiblePage('orders-totals', app.viewAs(ada, ordersOf(`${ofDay}&currency=usd`))))

test('figures with links fit and are accessible', () =>
  expectAccessiblePage(
    'analytics-links',
    app.viewAs(
      ada,
      `/dashboard/${northwind.slug}/analytics/revenue${ofDay}&by=day&tables=revenue.orders`,
    ),
  ))
