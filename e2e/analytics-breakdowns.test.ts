import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make, makeProduct } from './catalog.ts'
import { count, dayAfter, money, percent, readMetrics, todayOf } from './metrics.ts'
import { northwindServer } from './northwind.ts'
import { advanceClock, buy, subscribe, updateSubscription } from './subscribers.ts'
import { expectAccessiblePage } from './visit.ts'

const { app, ada, northwind, setUp } = northwindServer()

const monthly = (name: string, price_amount: number) => ({
  name,
  prices: [{ amount_type: 'fixed', price_amount }],
})

setUp(async (page) => {
  const seller = { sellerPage: page, organization: northwind }
  const solo = await makeProduct(page, northwind, monthly('Solo', 1000))
  const team = await makeProduct(page, northwind, monthly('Team', 3050))
  const guide = { ...monthly('Guide', 4900), recurring_interval: null }
  const once = await makeProduct(page, northwind, guide)
  const subscribed = (product: string, email: string) => subscribe(app, seller, { product, email })
  const upgraded = await subscribed(solo, 'bea@buyer.test')
  const ended = await subscribed(solo, 'carl@buyer.test')
  await buy(app, seller, { product: once, email: 'dora@buyer.test' })
  await advanceClock(page, northwind, { days: 40 })
  await updateSubscription(page, upgraded, { product_id: team })
  await updateSubscription(page, ended, {
    revoke: true,
    customer_cancellation_reason: 'too_expensive',
  })
  await subscribed(team, 'emil@buyer.test')
  await openLink(page, { label: 'Newsletter', products: [solo] })
  await advanceClock(page, northwind, { days: 30 })
  await app.server.settle()
})

async function openLink(page: Page, input: object): Promise<void> {
  const id = await make(page, northwind, 'checkout-links', input)
  const link = await page.request.get(`/v1/checkout-links/${id}`)
  const answer = await page.request.get((await link.json()).url, { maxRedirects: 0 })
  assert.match(answer.headers()['location'] ?? '', /\/checkout\//)
}

const pathOf = (board: string, search = '') =>
  `/dashboard/${northwind.slug}/analytics/${board}${search}`

const lastDays = async (page: Page) => {
  const today = await todayOf(page, northwind)
  const asked = { start_date: dayAfter(today, -99), end_date: today }
  return {
    asked,
    search: `?from=${asked.start_date}&to=${today}`,
    ...(await readMetrics(page, northwind, asked)),
  }
}

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

test('cohorts, reasons and conversion fit and are accessible', async () => {
  const page = await app.openAs(ada, pathOf('customers'))
  const { search } = await lastDays(page)
  for (const board of ['subscriptions', 'customers', 'checkouts']) {
    await expectAccessiblePage(
      `analytics-breakdowns-${board}`,
      app.viewAs(ada, pathOf(board, search)),
    )
  }
})

test('reasons say why subscriptions ended', async () => {
  const page = await app.openAs(ada, pathOf('subscriptions'))
  const { search } = await lastDays(page)
  const shown = await app.openAs(ada, pathOf('subscriptions', `${search}&tables=reasons`))
  const rows = async () => (await cellsOf(shown, 'Why subscriptions ended')).slice(0, 2)
  await expect.poll(rows).toEqual([
    ['Too expensive', '1'],
    ['Customer service', '0'],
  ])
})

const cellsOf = (page: Page, title: string) =>
  card(page, title)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.children, (cell) => cell.textContent.trim())),
    )

test('cohorts say who stays, of customers and of revenue', async () => {
  const page = await app.openAs(ada, pathOf('customers'))
  const { search, asked } = await lastDays(page)
  const answer = await page.request.get('/v1/metrics/cohorts', {
    params: { organization_id: northwind.id, ...asked },
  })
  assert.equal(answer.status(), 200, await answer.text())
  const { cohorts } = await answer.json()
  assert.equal(cohorts.length, 2)
  const shown = await app.openAs(ada, pathOf('customers', search))
  const rowsBy = (began: (one: CohortAnswer) => string, share: (one: CohortMonth) => number) =>
    cohorts.map((one: CohortAnswer) => [
      began(one),
      ...one.months.map((month) => percent(share(month))),
    ])
  const rows = async () =>
    (await cellsOf(shown, 'Who stays')).map(([, ...cells]) => cells.filter((cell) => cell !== ''))
  await expect.poll(rows).toEqual(
    rowsBy(
      (one) => count(one.customers),
      (month) => month.customer_retention,
    ),
  )
  await card(shown, 'Who stays').getByRole('radio', { name: 'Revenue' }).check()
  await expect.poll(rows).toEqual(
    rowsBy(
      (one) => money(one.run_rate),
      (month) => month.revenue_retention,
    ),
  )
  await expect.poll(() => new URL(shown.url()).searchParams.get('cohorts')).toBe('revenue')
  const [file] = await Promise.all([
    shown.waitForEvent('download'),
    shown.getByRole('button', { name: 'Download Who stays as CSV' }).click(),
  ])
  const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(heading).toMatch(/^Began in,Per month \(USD\),Same month \(%\),Month 1 \(%\)/)
  expect(lines).toHaveLength(2)
})

interface CohortMonth {
  customer_retention: number
  revenue_retention: number
}

interface CohortAnswer {
  customers: number
  run_rate: number
  months: CohortMonth[]
}

test('conversion is shown of products, which it leads to, and of links', async () => {
  const page = await app.openAs(ada, pathOf('checkouts'))
  const { search, total } = await lastDays(page)
  const shown = await app.openAs(ada, pathOf('checkouts', search))
  const sumOf = async () =>
    (await cellsOf(shown, 'What converts')).reduce((sum, [, created]) => sum + Number(created), 0)
  await expect.poll(sumOf).toBe(total('checkouts'))
  await expect
    .poll(() => cellsOf(shown, 'What converts'))
    .toContainEqual(['Guide', '1', '1', '100%', '$49.00'])
  await card(shown, 'What converts').getByRole('radio', { name: 'Links' }).check()
  const ofLinks = [['Newsletter', '1', '0', '0%', '$0.00']]
  await expect.poll(() => cellsOf(shown, 'What converts')).toEqual(ofLinks)
  await shown.reload()
  await expect.poll(() => cellsOf(shown, 'What converts')).toEqual(ofLinks)
  await card(shown, 'What converts').getByRole('radio', { name: 'Products' }).check()
  await card(shown, 'What converts').getByRole('link', { name: 'Guide' }).click()
  await shown.getByRole('heading', { name: 'Guide', level: 1 }).waitFor()
})
