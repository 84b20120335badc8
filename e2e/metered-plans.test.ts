import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { make, makeMeter, makeProduct, setUsageBilling } from './catalog.ts'
import { type Person, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { portalPath } from './sellers.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import { expectAccessibleView, forEachView, openPath } from './visit.ts'

const app = serverWithOperator()

let ada: Person
let sellerPage: Page
let northwind: Organization
let requests: string

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  await setUsageBilling(sellerPage, northwind, true)
  requests = await makeMeter(sellerPage, northwind, 'API requests')
})

const metered = (input: object = {}) => ({
  amount_type: 'metered_unit',
  meter_id: requests,
  unit_amount: '2.5',
  ...input,
})

const plan = (name: string, ...prices: readonly object[]): Promise<string> =>
  makeProduct(sellerPage, northwind, { name, prices })

async function use(customer_id: string, times: number): Promise<void> {
  const events = Array.from({ length: times }, () => ({ name: 'request', customer_id }))
  const data = { organization_id: northwind.id, events }
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.post('/v1/events/ingest', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

/** As when events are removed for their age. */
async function removeEvents(customer: string): Promise<void> {
  await app.query(
    `insert into usage_retention (organization_id, complete_from)
     select organization_id, max("timestamp") + interval '1 millisecond'
       from usage_event where customer_id = $1 group by organization_id`,
    [customer],
  )
  await app.query('delete from usage_event where customer_id = $1', [customer])
}

const inEachView = (page: Page, name: string) =>
  forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, name, view),
  )

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a buyer leaves a card for a plan that is billed by usage alone', async () => {
  const product = await plan('Pay as you go', metered({ cap_amount: 10_000 }))
  const { path } = await makeCheckout(sellerPage, northwind, { products: [product] })
  const page = await app.openAsVisitor(path, wide)
  const usage = page.getByRole('list', { name: 'Usage' })
  await usage.getByText('$0.025 per unit of API requests, at most $100 a month').waitFor()
  await inEachView(page, 'checkout-usage-only')
  await fillPaymentForm(page, { email: 'uma@buyer.test' })
  await payButton(page).click()
  await expectThanks(page)
})

const shortDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

test('usage is shown while it adds up, and billed with the renewal', async () => {
  const product = await plan('Team plan', { amount_type: 'fixed', price_amount: 2900 }, metered())
  const customerId = await make(sellerPage, northwind, 'customers', {
    email: 'bea@buyer.test',
    name: 'Bea Buyer',
  })
  const id = await subscribe(
    app,
    { sellerPage, organization: northwind },
    { product, email: 'bea@buyer.test', customerId },
  )
  const billedOn = new Date().toLocaleDateString('en-GB', shortDay)
  await use(customerId, 41)

  const seller = await app.openAs(ada, `/dashboard/${northwind.slug}/subscriptions/${id}`)
  await seller.getByText('/ month + usage').waitFor()
  const soFar = seller.getByRole('list', { name: 'Usage so far' })
  await soFar.getByText('API requests: 41').waitFor()
  await soFar.getByText('$1.03 so far').waitFor()
  const next = region(seller, 'Next invoice')
  await next.getByText('API requests — (41 consumed units) × $0.025').waitFor()
  await next.getByText('Usage is what it was so far.').waitFor()
  await inEachView(seller, 'subscription-usage')

  const buyer = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  const subscriptions = region(buyer, 'Subscriptions')
  await subscriptions.getByText('$29.00 a month, plus usage').waitFor()
  await subscriptions.getByText('API requests: 41').waitFor()
  await subscriptions.getByText(/Next charge on .*: \$30\.03, with the usage so far/).waitFor()
  await inEachView(buyer, 'portal-usage-billed')

  await advanceClock(sellerPage, northwind, { days: 12 })
  const goesOn = /about \$31\.\d\d if usage goes on as it has/
  await seller.reload()
  await region(seller, 'Next invoice').getByText(new RegExp(goesOn.source, 'i')).waitFor()
  await inEachView(seller, 'subscription-usage-forecast')
  const midway = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(midway, 'Subscriptions').getByText(goesOn).waitFor()
  await region(midway, 'Orders').getByText(billedOn).waitFor()
  await inEachView(midway, 'portal-usage-forecast')

  await advanceClock(sellerPage, northwind, { days: 20 })
  const later = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(later, 'Orders').getByText('$30.03').waitFor()
  await region(later, 'Subscriptions').getByText('API requests: 0').waitFor()
  expect(await region(later, 'Subscriptions').getByText('$0.00 so far').count()).toBe(1)
})

test('usage that passes the threshold of a product is billed early', {
  timeout: 180_000,
}, async () => {
  const product = await plan('Early', { amount_type: 'fixed', price_amount: 2900 }, metered())
  const editor = await app.openAs(ada, `/dashboard/${northwind.slug}/products/${product}/edit`)
  const threshold = editor.getByLabel('Bill usage early at')
  await threshold.fill('0.2')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await editor.getByText('Enter at least $0.50.').waitFor()
  await inEachView(editor, 'product-threshold')
  await threshold.fill('1')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await editor.getByText('Usage billed at').waitFor()
  const customerId = await make(sellerPage, northwind, 'customers', { email: 'eva@buyer.test' })
  const id = await subscribe(
    app,
    { sellerPage, organization: northwind },
    { product, email: 'eva@buyer.test', customerId },
  )
  await use(customerId, 41)

  const seller = await app.openAs(ada, `/dashboard/${northwind.slug}/subscriptions/${id}`)
  const soFar = seller.getByRole('list', { name: 'Usage so far' })
  const billed = async () => {
    await seller.reload()
    await soFar.waitFor()
    return soFar.innerText()
  }
  await expect.poll(billed, { timeout: 90_000, interval: 3000 }).toContain('$1.03 billed')
  await region(seller, 'Orders').getByText('Plan change or usage').waitFor()
  await inEachView(seller, 'subscription-billed-early')
  await use(customerId, 3)
  await openPath(seller, `/dashboard/${northwind.slug}/customers/${customerId}`)
  const current = region(seller, 'Current usage')
  await current.getByText('$1.03 billed').waitFor()
  await current.getByText('$0.07 left to bill').waitFor()
  await current.scrollIntoViewIfNeeded()
  await inEachView(seller, 'customer-billed-early')
  await current.getByRole('link', { name: /^\$1\.03 on / }).click()
  await seller.waitForURL(/\/orders\//)
  await seller.getByText('API requests — (41 consumed units) × $0.025').waitFor()
  const buyer = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(buyer, 'Usage').getByText('$1.03 of it already billed').waitFor()
  await region(buyer, 'Usage').getByText('$0.07 left to bill').waitFor()
  await inEachView(buyer, 'portal-billed-early')
  const opener = region(buyer, 'Usage').getByRole('button', { name: /^\$1\.03 on / })
  await opener.focus()
  await buyer.keyboard.press('Enter')
  const items = buyer.getByRole('dialog')
  await items.getByText('API requests — (41 consumed units) × $0.025').waitFor()
  await inEachView(buyer, 'portal-billed-order')
  await buyer.keyboard.press('Escape')
  await items.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('an item of usage opens to its calculation and its events, for seller and customer', async () => {
  const product = await plan(
    'Explained plan',
    { amount_type: 'fixed', price_amount: 500 },
    metered({ cap_amount: 100 }),
  )
  const customerId = await make(sellerPage, northwind, 'customers', {
    email: 'eve@buyer.test',
    name: 'Eve Buyer',
  })
  await subscribe(
    app,
    { sellerPage, organization: northwind },
    { product, email: 'eve@buyer.test', customerId },
  )
  await use(customerId, 53)
  await advanceClock(sellerPage, northwind, { days: 32 })
  const item = /API requests — \(53 consumed units\)/

  const answer = await sellerPage.request.get(
    `/v1/orders/?organization_id=${northwind.id}&customer_id=${customerId}&sorting=-created_at`,
  )
  const { items } = await answer.json()
  const seller = await app.openAs(ada, `/dashboard/${northwind.slug}/orders/${items[0].id}`)
  await seller.getByRole('link', { name: item }).click()
  const calculation = region(seller, 'Calculation')
  await calculation.getByText('53 × $0.025').waitFor()
  await calculation.getByText('$1.325').waitFor()
  await calculation.getByText('Down to the cap of a period').waitFor()
  await calculation.getByText('−$0.325').waitFor()
  const events = region(seller, 'Events').getByRole('listitem')
  await events.nth(49).waitFor()
  expect(await events.count()).toBe(50)
  await inEachView(seller, 'order-item-usage')
  await region(seller, 'Events').getByRole('button', { name: 'Show more' }).click()
  await events.nth(52).waitFor()
  // The address opens it again.
  await seller.reload()
  await region(seller, 'Calculation').waitFor()

  const buyer = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(buyer, 'Orders').getByRole('button', { name: 'Details' }).first().click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: /Explain API requests/ }).click()
  await dialog.getByText('53 × $0.025').waitFor()
  await inEachView(buyer, 'portal-order-explained')
  await dialog.getByRole('button', { name: 'Show more' }).click()

  await removeEvents(customerId)
  await seller.reload()
  await region(seller, 'Events').getByText('The events are no longer kept.').waitFor()
  await calculation.getByText('53 × $0.025').waitFor()
  await inEachView(seller, 'order-item-usage-removed')
  await buyer.reload()
  await region(buyer, 'Orders').getByRole('button', { name: 'Details' }).first().click()
  await dialog.getByRole('button', { name: /Explain API requests/ }).click()
  await dialog.getByText('What was counted is no longer kept one by one.').waitFor()
  await inEachView(buyer, 'portal-order-explained-removed')
})

test('a seller makes tiers by keyboard, with an example, and buyer and customer see them', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}/products/new`)
  await page.getByLabel('Name', { exact: true }).fill('Tiered plan')
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'Add a usage price' }).click()
  const meter = page.getByLabel('Meter')
  await meter.fill('API requests')
  await page.getByRole('option', { name: 'API requests' }).click()
  await page.getByLabel('Pricing model').selectOption('graduated')
  const press = (key: string) => page.keyboard.press(key)
  const type = async (text: string) => {
    await page.keyboard.type(text)
    await press('Tab')
  }
  await page.getByLabel('Last unit of tier 1').focus()
  for (const text of ['100', '0.05', '', '']) await type(text)
  for (const text of ['0.02', '5']) await type(text)
  await page.getByLabel('Included units').fill('10')
  await page.getByLabel('At least').fill('1')
  const example = page.getByRole('list', { name: 'Example' })
  await expect
    .poll(async () => (await example.innerText()).replaceAll(/\s+/g, ' '))
    .toBe('No usage $1 10 units $1 110 units $5 220 units $12.20')
  await page.getByRole('button', { name: 'Add a tier' }).focus()
  await press('Enter')
  await type('200')
  await page.getByLabel('Price per unit of tier 2').fill('0.03')
  await inEachView(page, 'product-editor-tiers')
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/new'))

  const list = await sellerPage.request.get(
    `/v1/products/?organization_id=${northwind.id}&query=Tiered`,
  )
  const [made] = (await list.json()).items
  expect(made.prices[1]).toMatchObject({
    included_units: '10',
    minimum_amount: 100,
    pricing: {
      scheme: 'graduated',
      tiers: [
        { up_to: '100', unit_amount: '5', flat_amount: '0' },
        { up_to: '200', unit_amount: '3', flat_amount: '0' },
        { up_to: null, unit_amount: '2', flat_amount: '500' },
      ],
    },
  })

  const line =
    'First 10 units of API requests included, then in tiers, each unit at its tier, at least $1 a month'
  const { path } = await makeCheckout(sellerPage, northwind, { products: [made.id] })
  const checkout = await app.openAsVisitor(path, wide)
  await checkout.getByText(line).waitFor()
  await checkout.getByText('Above 200: $0.02 each, plus $5.00 once').waitFor()
  await inEachView(checkout, 'checkout-usage-tiers')

  const customerId = await make(sellerPage, northwind, 'customers', { email: 'tia@buyer.test' })
  await subscribe(
    app,
    { sellerPage, organization: northwind },
    { product: made.id, email: 'tia@buyer.test', customerId },
  )
  await use(customerId, 31)
  const portal = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(portal, 'Subscriptions').getByText(line).waitFor()
  await region(portal, 'Subscriptions').getByText('$1.05 so far').waitFor()
  await inEachView(portal, 'portal-usage-tiers')
})
