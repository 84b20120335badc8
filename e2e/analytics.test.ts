import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeCheckout } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { count, dayAfter, money, percent, readMetrics, todayOf } from './metrics.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { sell, stockFor } from './sales.ts'
import { advanceClock, buy, subscribe, updateSubscription } from './subscribers.ts'
import { expectAccessiblePage, expectAccessibleView, onDesktopAndPhone } from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

const ids = { solo: '', team: '', guide: '' }
let unsold: Organization | undefined

const monthly = (name: string, price_amount: number) => ({
  name,
  prices: [{ amount_type: 'fixed', price_amount }],
})

setUp(async (page) => {
  const seller = { sellerPage: page, organization: northwind }
  ids.solo = await makeProduct(page, northwind, monthly('Solo', 1000))
  ids.team = await makeProduct(page, northwind, monthly('Team', 3050))
  const guide = { ...monthly('Guide', 4900), recurring_interval: null }
  ids.guide = await makeProduct(page, northwind, guide)
  const subscribed = (product: string, email: string) => subscribe(app, seller, { product, email })
  const upgraded = await subscribed(ids.solo, 'bea@buyer.test')
  const ended = await subscribed(ids.solo, 'carl@buyer.test')
  await buy(app, seller, { product: ids.guide, email: 'dora@buyer.test' })
  await makeCheckout(page, northwind, { products: [ids.solo] })
  await advanceClock(page, northwind, { days: 40 })
  await updateSubscription(page, upgraded, { product_id: ids.team })
  await advanceClock(page, northwind, { days: 5 })
  await updateSubscription(page, ended, { revoke: true })
  await subscribed(ids.team, 'emil@buyer.test')
  await makeCheckout(page, northwind, { products: [ids.solo] })
  await advanceClock(page, northwind, { days: 30 })
  await app.server.settle()
  unsold = await createOrganization(page, 'Unsold')
  await makeProduct(page, unsold, monthly('Solo', 1000))
})

const pathOf = (board: string, search = '', { slug } = northwind) =>
  `/dashboard/${slug}/analytics/${board}${search}`

const lastHundredDays = async (page: Page, query: Readonly<Record<string, string>> = {}) => {
  const today = await todayOf(page, northwind)
  const from = dayAfter(today, -99)
  const given = { start_date: from, end_date: today, ...query }
  return {
    from,
    today,
    search: `?from=${from}&to=${today}`,
    ...(await readMetrics(page, northwind, given)),
  }
}

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })

test.each(['revenue', 'subscriptions', 'customers', 'checkouts'])(
  'the page of %s fits and is accessible',
  (board) =>
    expectAccessiblePage(
      `analytics-${board}`,
      app.viewAs(ada, pathOf(board, '?range=last-month&compare=true')),
    ),
)

test('tables fit and are accessible', () =>
  expectAccessiblePage(
    'analytics-tables',
    app.viewAs(ada, pathOf('subscriptions', '?by=week&tables=runRate.waterfall.annualRunRate')),
  ))

test('the period’s choices fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, pathOf('revenue')), async (page, eachView) => {
    await page.getByRole('button', { name: 'Last 3 months' }).click()
    await page.getByRole('grid').first().waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'analytics-period', { ...view, window: true }),
    )
    await press(page, 'Escape')
  }))

const shown = {
  revenue: [
    ['Revenue', 'revenue', money],
    ['Orders', 'orders', count],
    ['Average order value', 'average_order_value', money],
    ['Cumulative revenue', 'cumulative_revenue', money],
    ['Where revenue comes from', 'one_time_products_revenue', money],
    ['Where revenue comes from', 'new_subscriptions_revenue', money],
    ['Where revenue comes from', 'renewed_subscriptions_revenue', money],
    ['Net revenue', 'net_revenue', money],
    ['Revenue from usage', 'usage_revenue', money],
    ['Refunded', 'refunded_amount', money],
    ['Refund rate', 'refund_rate', percent],
    ['Disputes', 'disputes', count],
    ['Dispute rate', 'dispute_rate', percent],
    ['Failed payments', 'failed_payments_amount', money],
    ['Recovered payments', 'recovered_payments_amount', money],
  ],
  subscriptions: [
    ['Recurring revenue per month', 'list_run_rate', money],
    ['Recurring revenue per month', 'billing_run_rate', money],
    ['Recurring revenue per month', 'committed_run_rate', money],
    ['Recurring revenue per month', 'trial_run_rate', money],
    ['Annual recurring revenue', 'annual_run_rate', money],
    ['Active subscriptions', 'active_subscriptions', count],
    ['Started subscriptions', 'new_subscriptions', count],
    ['Churned subscriptions', 'churned_subscriptions', count],
    ['Gross revenue churn', 'gross_revenue_churn_rate', percent],
    ['Net revenue churn', 'net_revenue_churn_rate', percent],
    ['Why subscriptions ended', 'churned_subscriptions', count],
  ],
  customers: [
    ['Paying customers', 'paying_customers', count],
    ['Average revenue per customer', 'average_revenue_per_user', money],
    ['Churned customers', 'churned_customers', count],
    ['Customer churn', 'customer_churn_rate', percent],
    ['Lifetime value', 'lifetime_value', money],
  ],
  checkouts: [
    ['From checkout to payment', 'checkouts_conversion', percent],
    ['Checkouts', 'checkouts', count],
    ['Succeeded checkouts', 'succeeded_checkouts', count],
    ['Checkout conversion', 'checkouts_conversion', percent],
  ],
} as const satisfies Readonly<
  Record<string, readonly (readonly [string, string, (value: number) => string])[]>
>

test.each(['revenue', 'subscriptions', 'customers', 'checkouts'] as const)(
  'the page of %s shows what the API says, figure by figure',
  async (board) => {
    // A product’s figures differ, and the rates of a range that begins with subscribers aren’t zero.
    const page = await app.openAs(ada, pathOf(board))
    const today = await todayOf(page, northwind)
    const from = dayAfter(today, -40)
    for (const product_id of [undefined, ids.solo]) {
      const asked = { start_date: from, end_date: today, ...(product_id && { product_id }) }
      const { total } = await readMetrics(page, northwind, asked)
      const search = `?from=${from}&to=${today}${product_id ? `&product=${product_id}` : ''}`
      const opened = await app.openAs(ada, pathOf(board, search))
      for (const [title, name, format] of shown[board]) {
        const figures = async () => {
          const text = await card(opened, title).innerText()
          return text.split(/\s+/)
        }
        await expect.poll(figures, { message: `${title}: ${name}` }).toContain(format(total(name)))
      }
    }
  },
)

test('the sums are those of what was sold', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const { total } = await lastHundredDays(page)
  expect(total('list_run_rate')).toBe(6100)
  expect(total('expansion_run_rate')).toBe(2050)
  expect(total('churned_run_rate')).toBe(-1000)
  expect(total('one_time_products_revenue')).toBe(4900)
  expect([total('checkouts'), total('succeeded_checkouts')]).toEqual([6, 4])
})

test('the waterfall adds up, from what the day before ended with', async () => {
  const page = await app.openAs(ada, pathOf('subscriptions'))
  const today = await todayOf(page, northwind)
  const from = dayAfter(today, -40)
  const dayBefore = dayAfter(from, -1)
  const before = await readMetrics(page, northwind, { start_date: dayBefore, end_date: dayBefore })
  const shown = await app.openAs(
    ada,
    pathOf('subscriptions', `?from=${from}&to=${today}&tables=waterfall`),
  )
  const rows = card(shown, 'Why recurring revenue moved').locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(10)
  const amounts = (await rows.locator('td').allInnerTexts()).map((text) =>
    Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100),
  )
  const [opening, ...steps] = amounts
  const closing = steps.pop()
  expect(opening).toBe(before.total('list_run_rate'))
  expect(opening).toBe(2000)
  expect(steps.reduce((sum, step) => sum + step, opening ?? 0)).toBe(closing)
  expect(closing).toBe(6100)
  await shown.getByRole('button', { name: 'Show Why recurring revenue moved as a table' }).click()
  const plot = slider(shown, 'Why recurring revenue moved')
  await plot.focus()
  await press(shown, 'Home', 'ArrowDown')
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toBe('New: +$30.50')
})

test('the cursor is moved by keys, and announces what the API says', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const { search, at, periods } = await lastHundredDays(page)
  const shown = await app.openAs(ada, pathOf('revenue', search))
  const plot = slider(shown, 'Revenue by day')
  await plot.waitFor()
  await plot.focus()
  const value = async () => (await plot.getAttribute('aria-valuetext'))?.split(': ')[1]
  const place = () => plot.getAttribute('aria-valuenow')
  await press(shown, 'ArrowRight')
  await expect.poll(place).toBe(String(periods.length - 1))
  expect(await value()).toBe(money(at(-1)('revenue')))
  await press(shown, 'Home')
  await expect.poll(value).toBe(money(at(0)('revenue')))
  const first = periods.findIndex(({ revenue }) => Number(revenue) > 0)
  await press(shown, ...Array.from({ length: first }, () => 'ArrowRight'))
  await expect.poll(place).toBe(String(first))
  expect(await value()).toBe(money(6900))
  await shown.getByText('$69.00', { exact: true }).first().waitFor()
  await press(shown, 'PageDown', 'End', 'ArrowLeft')
  await expect.poll(place).toBe(String(periods.length - 2))
})

test('the period is typed, chosen by key, and kept in the URL', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const today = await todayOf(page, northwind)
  const button = page.getByRole('button', { name: 'Last 3 months' })
  await button.press('Enter')
  const typed = page.getByRole('textbox', { name: 'Period' })
  await expect.poll(() => hasFocus(typed)).toBe(true)
  await typed.fill('sometime')
  await press(page, 'Enter')
  await page.getByText('Try “last 45 days”').waitFor()
  await typed.fill('2022-12-31 to 2023-01-31')
  await press(page, 'Enter')
  await page.getByText('The first possible day is 1 Jan 2023.').waitFor()
  await typed.fill('last 45 days')
  await press(page, 'Enter')
  const from = dayAfter(today, -44)
  await page.waitForURL(`**/revenue?from=${from}&to=${today}`)
  const { total } = await readMetrics(page, northwind, { start_date: from, end_date: today })
  const orders = card(page, 'Orders').getByText(count(total('orders')), { exact: true })
  await orders.first().waitFor()
  await page.reload()
  await expect.poll(() => card(page, 'Revenue').innerText()).toContain(money(total('revenue')))
  await page.getByRole('button', { name: /–/ }).first().click()
  await page.getByRole('button', { name: 'today', exact: true }).click()
  await page.waitForURL('**/revenue?range=today')
  await slider(page, 'Revenue by hour').waitFor()
  await page.goBack()
  await page.waitForURL(`**/revenue?from=${from}&to=${today}`)
})

test('intervals that are impossible can’t be chosen, and others stay in the URL', async () => {
  const page = await app.openAs(ada, pathOf('customers'))
  const interval = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect.poll(() => interval('Day').isChecked()).toBe(true)
  expect(await interval('Hour').isDisabled()).toBe(true)
  await interval('Month').check()
  await page.waitForURL('**/customers?by=month')
  await slider(page, 'Paying customers by month').waitFor()
  await page.getByRole('link', { name: 'Checkouts', exact: true }).last().click()
  await page.waitForURL('**/checkouts?by=month')
  await slider(page, 'Checkouts by month').waitFor()
  await page.reload()
  await slider(page, 'Checkouts by month').waitFor()
})

test('the period before is compared', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const today = await todayOf(page, northwind)
  const from = dayAfter(today, -36)
  const shown = await app.openAs(ada, pathOf('revenue', `?from=${from}&to=${today}&tables=orders`))
  await shown.getByRole('checkbox', { name: /Compare with the period before/ }).check()
  await shown.waitForURL('**compare=true**')
  const [last, first] = [dayAfter(from, -1), dayAfter(from, -37)]
  const now = await readMetrics(shown, northwind, { start_date: from, end_date: today })
  const before = await readMetrics(shown, northwind, { start_date: first, end_date: last })
  const revenue = card(shown, 'Revenue')
  await expect.poll(() => revenue.innerText()).toContain(`from ${money(before.total('revenue'))}`)
  expect(await revenue.innerText()).toContain(money(now.total('revenue')))
  const cells = card(shown, 'Orders').locator('tbody tr').first().locator('td')
  await expect
    .poll(() => cells.allInnerTexts())
    .toEqual([count(now.at(0)('orders')), count(before.at(0)('orders'))])
  expect(before.total('orders')).toBeGreaterThan(0)
})

test('what is shown is saved as CSV and as PNG', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const { search, from, today, periods, at } = await lastHundredDays(page)
  const shown = await app.openAs(ada, pathOf('revenue', search))
  const save = async (item: string) => {
    await shown.getByRole('button', { name: 'Download Revenue', exact: true }).click()
    const [download] = await Promise.all([
      shown.waitForEvent('download'),
      shown.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
  const csv = await save('Values as CSV')
  expect(csv.name).toBe(`revenue-${from}-to-${today}.csv`)
  const [head, ...lines] = csv.content.toString().trimEnd().split('\r\n')
  expect(head).toBe('Day,Revenue (USD)')
  expect(lines).toEqual(
    periods.map((_, day) => `${dayAfter(from, day)},${(at(day)('revenue') / 100).toFixed(2)}`),
  )
  const png = await save('Picture as PNG')
  expect(png.name).toBe(`revenue-${from}-to-${today}.png`)
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  expect([png.content.readUInt32BE(16), png.content.readUInt32BE(20)]).toEqual([2016, 668])
})

test('figures are of one product, and each says how it is counted', async () => {
  const page = await app.openAs(ada, pathOf('revenue'))
  const product = page.getByRole('combobox', { name: 'Product' })
  await product.fill('Gui')
  await press(page, 'Enter')
  await page.waitForURL(`**/revenue?product=${ids.guide}`)
  await expect.poll(() => card(page, 'Revenue').innerText()).toContain('$49.00')
  const words = card(page, 'Average order value').getByText(
    'Revenue divided by the number of orders',
  )
  expect(await words.isVisible()).toBe(false)
  await card(page, 'Average order value').getByText('How it’s counted').click()
  await words.waitFor()
})

test('days and today are those of the organization’s zone and clock', async () => {
  const page = await app.openAs(ada, pathOf('revenue', '?range=today'))
  await page.getByText('Time zone: UTC').waitFor()
  const [year, month, day] = (await todayOf(page, northwind)).split('-').map(Number)
  const at = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day))
  const words = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const name = `today ${at.toLocaleDateString('en-GB', words)}`
  const picker = page.getByRole('button', { name })
  await expect.poll(() => picker.count()).toBe(1)
})

test('each currency is apart', async () => {
  const page = await app.persistentPageOf(ada)
  const twice = await createOrganization(page, 'Two currencies')
  const stock = await stockFor(page, twice)
  await sell(app, twice, stock, {})
  await sell(app, twice, stock, {})
  const ownPath = `/dashboard/${twice.slug}/analytics/revenue?range=today`
  const single = await app.openAs(ada, ownPath)
  await card(single, 'Revenue').waitFor()
  expect(await single.getByRole('combobox', { name: 'Currency' }).count()).toBe(0)
  await app.query(
    `update orders set currency = 'eur'
      where id = (select id from orders where organization_id = $1 limit 1)`,
    [twice.id],
  )
  const shown = await app.openAs(ada, ownPath)
  await expect.poll(() => card(shown, 'Revenue').innerText()).toContain('$10.00')
  await shown.getByRole('combobox', { name: 'Currency' }).click()
  await shown.getByRole('option', { name: 'EUR' }).click()
  await shown.waitForURL('**currency=eur')
  await expect.poll(() => card(shown, 'Revenue').innerText()).toContain('€10.00')
})

test('before the first checkout the page leads to a product, or to a checkout link', async () => {
  assert(unsold !== undefined)
  const page = await app.openAs(ada, pathOf('revenue', '', empty))
  await page.getByText('No figures yet').waitFor()
  await page.getByRole('link', { name: 'Create product' }).click()
  await page.waitForURL(`**/dashboard/${empty.slug}/products/new`)
  const other = await app.openAs(ada, pathOf('customers', '', unsold))
  await other.getByText('Share a checkout link').waitFor()
  await other.getByRole('link', { name: 'Checkout links' }).last().click()
  await other.waitForURL(`**/dashboard/${unsold.slug}/checkout-links`)
})

test('the empty page fits and is accessible', () =>
  expectAccessiblePage('analytics-none', app.viewAs(ada, pathOf('revenue', '', empty))))

test('members read it, from the sidebar and by keys, and unknown pages aren’t found', async () => {
  const page = await app.openAs(jun, `/dashboard/${northwind.slug}`)
  await press(page, 'g', 'z')
  await page.waitForURL('**/analytics/revenue')
  await card(page, 'Revenue').waitFor()
  const other = await app.openAs(jun, pathOf('magic'))
  const title = other.getByRole('heading', { level: 1 })
  await expect.poll(() => title.innerText()).toBe('Page not found')
})
