import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { make, makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { subscribe } from './subscribers.ts'
import { expectAccessiblePage, exportedLines, openPath, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

let stock: Stock
let subscriber = ''
let fresh = ''

setUp(async (page) => {
  stock = await stockFor(page, northwind)
  const order = await sell(app, northwind, stock)
  await sell(app, northwind, stock)
  const data = { order_id: order, reason: 'other', amount: 400 }
  const headers = { origin: new URL(page.url()).origin }
  const refunded = await page.request.post('/v1/refunds/', { data, headers })
  assert.equal(refunded.status(), 200, await refunded.text())
  await app.server.settle()
  const pro = await makeProduct(page, northwind, { name: 'Pro plan' })
  subscriber = await make(page, northwind, 'customers', {
    email: 'kim@buyer.test',
    name: 'Kim Later',
  })
  const seller = { sellerPage: page, organization: northwind }
  await subscribe(app, seller, { product: pro, email: 'kim@buyer.test', name: 'Kim Later' })
  fresh = await make(page, northwind, 'customers', { email: 'new@buyer.test' })
})

const customersOf = (rest = '') => `/dashboard/${northwind.slug}/customers${rest}`
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, label: string) =>
  card(page, 'Spent in USD').locator('div', { hasText: label }).locator('dd')
const rowOf = (page: Page, name: string) => rowsIn(page, 'Customers').filter({ hasText: name })

test.each([
  ['customer-sold', () => jun, () => customersOf(`/${stock.customerId}`)],
  ['customer-subscribed', () => ada, () => customersOf(`/${subscriber}`)],
  ['customers-spent', () => ada, () => customersOf()],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

describe('the page of a customer', () => {
  test('says what was paid less what was refunded, and leads to the orders', async () => {
    const page = await app.openAs(ada, customersOf(`/${stock.customerId}`))
    await expect.poll(() => figure(page, 'Lifetime value').innerText()).toBe('$19.04')
    await expect.poll(() => figure(page, 'Paid orders').innerText()).toBe('2')
    await expect.poll(() => figure(page, 'Refunded').innerText()).toBe('$4.76')
    const orders = card(page, 'Latest orders').getByRole('listitem')
    await expect.poll(() => orders.count()).toBe(2)
    await page.getByRole('link', { name: 'All orders of this customer' }).click()
    await page.waitForURL(`**/orders?customer=${stock.customerId}`)
    await expect.poll(() => rowsIn(page, 'Orders').count()).toBe(2)
    await page.getByRole('button', { name: 'Clear the filter Customer' }).click()
    await expect.poll(() => rowsIn(page, 'Orders').count()).toBe(3)
  })

  test('names the cards, and nothing of them that is secret', async () => {
    const page = await app.openAs(ada, customersOf(`/${subscriber}`))
    const cards = card(page, 'Payment methods')
    await cards.getByText('Visa ending in 4242').waitFor()
    await expect.poll(() => cards.innerText()).toMatch(/Expires \d\d\/20\d\d/)
  })

  test('has no figures before the first paid order', async () => {
    const page = await app.openAs(ada, customersOf(`/${fresh}`))
    await card(page, 'Latest orders').getByText('No orders yet.').waitFor()
    await card(page, 'Payment methods').getByText('No saved cards.').waitFor()
    await expect.poll(() => card(page, 'Spent in USD').count()).toBe(0)
  })
})

test('the list of customers shows what each has spent', async () => {
  const page = await app.openAs(ada, customersOf())
  await expect.poll(() => rowOf(page, 'Bea Buyer').innerText()).toContain('$19.04')
  await expect.poll(() => rowOf(page, 'Kim Later').innerText()).toContain('$29.00')
  await expect.poll(() => rowOf(page, 'new@buyer.test').innerText()).not.toContain('$')
})

test('the list of customers says how it stands with each', async () => {
  const page = await app.openAs(ada, customersOf())
  await expect.poll(() => rowOf(page, 'Bea Buyer').innerText()).toContain('one-time')
  await expect.poll(() => rowOf(page, 'Kim Later').innerText()).toContain('active')
  await expect.poll(() => rowOf(page, 'new@buyer.test').innerText()).toContain('no purchases')
})

test('the list of customers is filtered by status, and its file has the same', async () => {
  const page = await app.openAs(ada, customersOf())
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'one-time' }).click()
  await page.waitForURL('**/customers?status=one_time')
  await expect.poll(() => rowOf(page, 'Bea Buyer').count()).toBe(1)
  await expect.poll(() => rowOf(page, 'Kim Later').count()).toBe(0)
  const lines = await exportedLines(page, `${northwind.slug}-customers.csv`)
  const shown = await rowsIn(page, 'Customers').count()
  expect(lines).toHaveLength(1 + shown)
  await page.getByRole('button', { name: 'Clear the filter Status' }).click()
  await expect.poll(() => rowOf(page, 'Kim Later').count()).toBe(1)
  await openPath(page, customersOf('?status=unpaid'))
  await page.getByText('Try another status').waitFor()
})

test('the list with a filter fits and is accessible', () =>
  expectAccessiblePage('customers-by-status', app.viewAs(ada, customersOf('?status=active'))))

test('pages of orders and subscriptions are named by what tells them from others', async () => {
  const page = await app.openAs(ada, customersOf(`/${stock.customerId}`))
  const orders = card(page, 'Latest orders')
  const number = /NORTHWIND-TOOLS-\d+/.exec(
    await orders
      .getByText(/NORTHWIND/)
      .first()
      .innerText(),
  )
  await orders.getByRole('link', { name: 'Handbook' }).first().click()
  await page.getByRole('heading', { level: 1, name: `${number?.[0]} · $11.90` }).waitFor()
  await expect.poll(() => page.title()).toBe(`${number?.[0]} · $11.90 · Guildhall`)
})
