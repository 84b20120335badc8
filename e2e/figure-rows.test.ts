import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { money } from './metrics.ts'
import { northwindServer } from './northwind.ts'
import { press } from './operators.ts'
import { sell, stockFor } from './sales.ts'
import { changeBillingSettings } from './sellers.ts'
import { subscribe } from './subscribers.ts'
import { expectAccessiblePage } from './visit.ts'

const { app, ada, northwind, setUp } = northwindServer()

// Far ahead of UTC, on the day on which clocks are set forward: a reader’s own days differ.
const timeZone = 'Pacific/Auckland'
const day = '2025-09-28'
const [begins, ends] = ['2025-09-27T12:00:00Z', '2025-09-28T11:00:00Z']
const momentBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString()

let refundable = ''

setUp(async (page) => {
  const stock = await stockFor(page, northwind)
  await changeBillingSettings(page, northwind, { time_zone: timeZone })
  for (const at of [momentBefore(begins), begins, momentBefore(ends), ends]) {
    const order = await sell(app, northwind, stock, {})
    refundable = order
    await app.query('update orders set created_at = $2 where id = $1', [order, at])
  }
  const product = await make(page, northwind, 'products', {
    name: 'Field guide',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  for (const [email, at] of [
    ['early@buyer.test', momentBefore(begins)],
    ['first@buyer.test', begins],
    ['last@buyer.test', momentBefore(ends)],
    ['late@buyer.test', ends],
  ] as const) {
    const seller = { sellerPage: page, organization: northwind }
    const subscription = await subscribe(app, seller, { product, email, name: 'Ida Fields' })
    await app.query(
      `update checkout set created_at = $2
        where id = (select checkout_id from subscription where id = $1)`,
      [subscription, at],
    )
    await app.query("update orders set created_at = '2025-01-05' where subscription_id = $1", [
      subscription,
    ])
    await app.query(
      'update subscription_movement set occurred_at = $2 where subscription_id = $1',
      [subscription, at],
    )
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

test('the list says whose days its period has, and only to readers with other days', async () => {
  const page = await app.openAs(ada, ordersOf(ofDay))
  const sentence = page.getByText('days of the period are those of the organization’s time zone')
  await expect.poll(() => sentence.innerText()).toContain('Pacific/Auckland')
  await changeBillingSettings(page, northwind, { time_zone: 'Etc/UTC' })
  await page.reload()
  const totals = page.getByRole('list', { name: 'Totals' })
  await expect.poll(() => totals.innerText()).toContain('2 orders')
  expect(await sentence.count()).toBe(0)
  await changeBillingSettings(page, northwind, { time_zone: timeZone })
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

const movementsOf = (search: string) => `/dashboard/${northwind.slug}/analytics/movements${search}`

test('a step of the waterfall opens its movements, whose sum it is', async () => {
  const path = `/dashboard/${northwind.slug}/analytics/subscriptions${ofDay}&tables=waterfall`
  const page = await app.openAs(ada, path)
  const waterfall = page.getByRole('region', { name: 'Why recurring revenue moved' })
  const step = waterfall.getByRole('row', { name: /^New / }).getByRole('link')
  const shown = await step.innerText()
  expect(shown).toBe(money(5800))
  await step.click()
  await page.waitForURL(`**/movements${ofDay}*kind=new`)
  const totals = page.getByRole('list', { name: 'Totals' })
  await expect.poll(() => totals.innerText()).toContain(`2 movements, +${shown} per month`)
  const rows = page.getByRole('table', { name: 'Movements' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Clear the filter Kind' }).click()
  await page.waitForURL((url) => !url.searchParams.has('kind'))
  await rows.first().getByRole('link').click()
  await page.getByRole('heading', { name: /Field guide|Ida Fields/, level: 1 }).waitFor()
  expect(page.url()).toContain('/subscriptions/')
})

test('started subscriptions open the movements with which they started, as a file, too', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}/analytics/subscriptions${ofDay}`)
  const started = page.getByRole('region', { name: 'Started subscriptions' })
  await started
    .getByRole('link', { name: /^2, show its rows$/ })
    .first()
    .click()
  await page.waitForURL('**/movements*change=started')
  await page.getByRole('table', { name: 'Movements' }).locator('tbody tr').nth(1).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
})

test('succeeded checkouts open the checkouts of their days', async () => {
  const page = await app.openAs(
    ada,
    `/dashboard/${northwind.slug}/analytics/checkouts${ofDay}&tables=funnel`,
  )
  const funnel = page.getByRole('region', { name: 'From checkout to payment' })
  const links = funnel.getByRole('link', { name: /^2, show its rows$/ })
  await expect.poll(() => links.count()).toBe(2)
  await links.last().click()
  await page.waitForURL(`**/checkouts${ofDay}*status=succeeded`)
  const rows = page.getByRole('table', { name: 'Checkouts' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Clear the filter Period' }).click()
  await page.waitForURL((url) => !url.searchParams.has('from'))
  await expect.poll(() => rows.count()).toBe(4)
})

test('what was refunded opens the refunds of its days', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
  const refunded = await page.request.post('/v1/refunds/', {
    data: { order_id: refundable, reason: 'other', amount: 400 },
    headers: { origin: app.server.url },
  })
  expect(refunded.status()).toBe(200)
  await app.server.settle()
  await page.goto(
    `${app.server.url}/dashboard/${northwind.slug}/analytics/revenue?range=last-30-days`,
  )
  const figure = page.getByRole('region', { name: 'Refunded' }).getByRole('link')
  await figure
    .filter({ hasText: money(400) })
    .first()
    .click()
  await page.waitForURL('**/corrections?*kind=refunds')
  const totals = page.getByRole('list', { name: 'Totals' })
  await expect.poll(() => totals.innerText()).toContain('Refunds: 1, $4.00 without tax')
  const rows = page.getByRole('table', { name: 'Refunds and disputes' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('link').click()
  await page.waitForURL(`**/orders/${refundable}`)
})

test('the list of refunds and disputes fits and is accessible', () =>
  expectAccessiblePage(
    'corrections',
    app.viewAs(
      ada,
      `/dashboard/${northwind.slug}/analytics/corrections?from=2025-01-01&to=2030-01-01`,
    ),
  ))

test('refunds and disputes without a match fit and are accessible', () =>
  expectAccessiblePage(
    'corrections-none',
    app.viewAs(ada, `/dashboard/${northwind.slug}/analytics/corrections${ofDay}&kind=disputes`),
  ))

test('the list of checkouts of a period fits and is accessible', () =>
  expectAccessiblePage(
    'checkouts-of-days',
    app.viewAs(ada, `/dashboard/${northwind.slug}/checkouts${ofDay}&currency=usd`),
  ))

test('the list of movements fits and is accessible', () =>
  expectAccessiblePage('movements', app.viewAs(ada, movementsOf(ofDay))))

test('movements without a match fit and are accessible', () =>
  expectAccessiblePage('movements-none', app.viewAs(ada, movementsOf(`${ofDay}&kind=churn`))))
