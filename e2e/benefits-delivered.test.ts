import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { drawing, make, readProduct, setBenefits, uploadFile } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { press, wide } from './operators.ts'
import type { Organization } from './organizations.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { portalPath } from './sellers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  forEachView,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

const crowdCount = 11
/** The crowd, and Bea, who bought twice. */
const holdersCount = crowdCount + 2

let handbook = ''
let unsold = ''
let files = ''
let keys = ''
let bundle = ''
let stock: Stock
let sellerPage: Page

setUp(async (page) => {
  sellerPage = await app.persistentPageOf(ada)
  handbook = await make(page, northwind, 'benefits', {
    type: 'custom',
    description: 'The handbook',
    properties: { note: '## Where it is\n\nAt [our place](https://example.com/book).' },
  })
  unsold = await make(page, northwind, 'benefits', {
    type: 'custom',
    description: 'A call with our founder',
    properties: { note: null },
  })
  const icons = await uploadFile(page, northwind, {
    service: 'downloadable',
    name: 'icons.svg',
    mime_type: 'image/svg+xml',
    content: drawing('teal'),
    version: '1.2',
  })
  files = await make(page, northwind, 'benefits', {
    type: 'downloadables',
    description: 'Every icon',
    properties: { files: [icons] },
  })
  keys = await make(page, northwind, 'benefits', {
    type: 'license_keys',
    description: 'A license key',
    properties: {
      prefix: 'NORTH',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 3, enable_customer_admin: true },
      limit_usage: 1000,
    },
  })
  bundle = await make(page, northwind, 'products', {
    name: 'Everything',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  await setBenefits(page, bundle, [handbook, files, keys])
  stock = await stockFor(page, northwind)
  await setBenefits(page, stock.productId, [handbook])
  for (let nth = 1; nth <= crowdCount; nth += 1) {
    const customerId = await make(page, northwind, 'customers', { email: `c${nth}@crowd.test` })
    await sell(app, northwind, { ...stock, customerId })
  }
  await sell(app, northwind, stock)
  const { prices } = await readProduct(page, bundle)
  await sell(app, northwind, {
    customerId: stock.customerId,
    productId: bundle,
    priceId: String(prices[0].id),
  })
})

async function refund(page: Page, order: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const data = { order_id: order, reason: 'other', amount: 1000, revoke_benefits: true }
  const answer = await page.request.post('/v1/refunds/', { data, headers })
  expect(answer.status()).toBe(200)
  await app.server.settle()
}

const orders = z.object({ items: z.array(z.object({ id: z.string() })) })

async function orderOf(checkoutId: string): Promise<string> {
  const path = `/v1/orders/?organization_id=${northwind.id}&checkout_id=${checkoutId}`
  const { items } = orders.parse(await (await sellerPage.request.get(path)).json())
  expect(items).toHaveLength(1)
  return items[0]?.id ?? ''
}

async function expectDownload(page: Page, within: Locator): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: 'Download icons.svg' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('icons.svg')
  expect(await readFile(await download.path(), 'utf8')).toBe(drawing('teal'))
}

const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())

/** What the seller’s application does, without anybody’s session. */
async function activate(key: string, label: string): Promise<void> {
  const answer = await fetch(`${app.server.url}/v1/customer-portal/license-keys/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, organization_id: northwind.id, label }),
  })
  expect(answer.status).toBe(200)
}

const pathTo = ({ slug }: Organization, rest: string) => `/dashboard/${slug}/${rest}`
const benefitPath = (id: string, search = '') => pathTo(northwind, `benefits/${id}${search}`)
const customerPath = (id: string) => pathTo(northwind, `customers/${id}`)

const holders = (page: Page) => rowsIn(page, 'Holders')
const section = (page: Page, name: string) => page.getByRole('region', { name })

test.each([
  ['benefit-holders', () => ada, () => benefitPath(handbook, '?holders=all')],
  ['benefit-license-keys', () => ada, () => benefitPath(keys)],
  ['benefit-without-holders', () => jun, () => benefitPath(unsold)],
  ['customer-benefits', () => ada, () => customerPath(stock.customerId)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the holders of a benefit are paged, and lead to customers and orders', async () => {
  const page = await app.openAs(jun, benefitPath(handbook))
  await page.getByText(`1–10 of ${holdersCount}`).waitFor()
  await expect.poll(() => holders(page).first().innerText()).toContain('Bea Buyer')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL('**?page=2')
  await expect.poll(() => holders(page).count()).toBe(holdersCount - 10)
  await openPath(page, benefitPath(handbook, '?page=99'))
  await page.waitForURL('**?page=2')
  await openPath(page, benefitPath(handbook))
  await holders(page).first().getByRole('link', { name: 'Order' }).click()
  await page.getByRole('heading', { level: 1, name: / · \$[\d,.]+$/ }).waitFor()
  await page.goBack()
  await holders(page).first().waitFor()
  await press(page, 'j', 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Bea Buyer' }).waitFor()
})

test('who lost a benefit is shown on request', async () => {
  const page = await app.signInAs(ada)
  const customerId = await make(page, northwind, 'customers', { email: 'kim@buyer.test' })
  const order = await sell(app, northwind, { ...stock, customerId })
  await openPath(page, customerPath(customerId))
  const held = section(page, 'Benefits').getByRole('listitem')
  await held.getByText('since').waitFor()
  await expect.poll(() => held.innerText()).toMatch(/The handbook\s+Custom\s+Order of Handbook/)
  await refund(page, order)
  await openPath(page, benefitPath(handbook))
  await holders(page).first().waitFor()
  const kim = holders(page).filter({ hasText: 'kim@buyer.test' })
  expect(await kim.count()).toBe(0)
  await page.getByRole('radio', { name: 'All' }).check()
  await page.waitForURL('**?holders=all')
  await kim.getByText('revoked').waitFor()
  await expect.poll(() => kim.innerText()).toMatch(/until/)
  await kim.getByRole('link', { name: 'kim@buyer.test' }).click()
  await section(page, 'Benefits').getByText('Holds no benefits.').waitFor()
  const timeline = section(page, 'Timeline')
  await timeline.getByText('Granted The handbook').waitFor()
  await timeline.getByText('Revoked The handbook').waitFor()
})

test('a refund takes the benefits away if the seller says so', async () => {
  const page = await app.signInAs(ada)
  const customerId = await make(page, northwind, 'customers', { email: 'lea@buyer.test' })
  const order = await sell(app, northwind, { ...stock, customerId })
  await openPath(page, pathTo(northwind, `orders/${order}`))
  const given = section(page, 'Benefits').getByRole('listitem')
  await given.getByText('granted', { exact: true }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Refund order' })
  const refundButton = page.getByRole('button', { name: 'Refund', exact: true })
  const isTaken = dialog.getByRole('checkbox', { name: 'Take the benefits away' })
  await refundButton.click()
  await isTaken.waitFor()
  await dialog.getByText('the customer loses The handbook. Otherwise they keep it.').waitFor()
  await expectAccessibleView(page, 'order-refund-benefits', { ...wide, window: true })
  await dialog.getByLabel('Amount without tax').fill('4')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  const refunds = section(page, 'Refunds')
  await expect.poll(() => refunds.getByRole('listitem').count()).toBe(1)
  await given.getByText('granted', { exact: true }).waitFor()
  expect(await refunds.getByText('benefits taken away').count()).toBe(0)
  await refundButton.click()
  await isTaken.focus()
  await press(page, 'Space')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await refunds.getByText('benefits taken away').waitFor()
  await given.getByText('revoked', { exact: true }).waitFor()
  await expectAccessibleView(page, 'order-without-benefits', wide)
})

test('a buyer gets everything on the page of thanks and in the portal, until it is refunded', async () => {
  const { path, id } = await makeCheckout(sellerPage, northwind, { products: [bundle] })
  const page = await app.openAsVisitor(path, wide)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillPaymentForm(page, { email: 'mia@buyer.test' })
  await payButton(page).click()
  await expectThanks(page)
  const given = page.getByRole('list', { name: 'Ready to use' })
  await given.getByRole('heading', { name: 'The handbook' }).waitFor()
  const place = given.getByRole('link', { name: 'our place' })
  expect(await place.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  await given.getByText(/^NORTH-/).waitFor()
  await expectDownload(page, given)
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'checkout-granted', view),
  )
  const mail = (await app.server.sentMails()).find(({ to }) => to === 'mia@buyer.test')
  expect(mail?.text).toContain('Includes: “The handbook”, “Every icon”, “A license key”')
  expect(mail?.text).toMatch(/License key: NORTH-[0-9A-F-]{36}/)
  expect(mail?.links).toEqual([`${app.server.url}/portal/${northwind.slug}`])
  const portal = await page.getByRole('link', { name: 'in your portal' }).getAttribute('href')
  // The session was in the answer to the payment only: a link to the page doesn’t give it away.
  await page.reload()
  await page.getByText('The handbook', { exact: true }).waitFor()
  expect(await given.count()).toBe(0)
  const later = page.getByRole('link', { name: 'in your portal' })
  expect(await later.getAttribute('href')).toBe(`/portal/${northwind.slug}`)
  await page.goto(String(portal))
  const held = section(page, 'Benefits')
  await held.getByRole('heading', { name: 'Where it is' }).waitFor()
  await expect.poll(() => held.innerText()).toContain('since')
  await expectDownload(page, held)
  await held.getByRole('button', { name: 'Copy the SHA-256 of icons.svg' }).click()
  expect(await clipboard(page)).toMatch(/^[0-9a-f]{64}$/)
  await held.getByText(/^\*{4}-/).waitFor()
  await held.getByRole('button', { name: 'Copy license key' }).click()
  expect(await clipboard(page)).toMatch(/^NORTH-/)
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'portal-benefits', view),
  )
  await refund(sellerPage, await orderOf(id))
  await held.getByRole('button', { name: 'Download icons.svg' }).click()
  await page.getByRole('alert').getByText('This file is no longer available.').waitFor()
  await page.reload()
  await section(page, 'Orders').getByText('refunded').waitFor()
  await held.waitFor({ state: 'detached' })
})

test('a customer shows a license key, and removes where it is in use', async () => {
  const customerId = await make(sellerPage, northwind, 'customers', { email: 'ivy@buyer.test' })
  const { prices } = await readProduct(sellerPage, bundle)
  await sell(app, northwind, { customerId, productId: bundle, priceId: String(prices[0].id) })
  const page = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  const held = section(page, 'Benefits')
  const show = held.getByRole('button', { name: /^Show/ })
  await show.focus()
  await press(page, 'Enter')
  const key = await held.getByText(/^NORTH-/).innerText()
  await activate(key, 'Ivy’s laptop')
  await activate(key, 'The studio')
  await page.reload()
  await held.getByText('2 of 3 activations').waitFor()
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'portal-license-key', view),
  )
  await held.getByRole('button', { name: 'Remove The studio' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove The studio?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await held.getByText('1 of 3 activations').waitFor()
  expect(await held.getByText('The studio').count()).toBe(0)
})

test('a seller sees all keys of a benefit, and changes, replaces and frees one', async () => {
  const customerId = await make(sellerPage, northwind, 'customers', { email: 'gil@buyer.test' })
  const { prices } = await readProduct(sellerPage, bundle)
  await sell(app, northwind, { customerId, productId: bundle, priceId: String(prices[0].id) })
  const page = await app.openAs(ada, benefitPath(keys))
  const row = rowsIn(page, 'License keys').filter({ hasText: 'gil@buyer.test' })
  await expect.poll(() => row.innerText()).toContain('0 of 1,000 uses')
  await row.getByRole('button').focus()
  await press(page, 'Enter')
  await page.waitForURL(/[?&]key=/)
  const dialog = page.getByRole('dialog', { name: 'License key of gil@buyer.test' })
  const key = await dialog.getByText(/^NORTH-/).innerText()
  await activate(key, 'Gil’s laptop')
  await page.reload()
  await dialog.getByText('1 of 3 activations').waitFor()
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'license-key', { ...view, window: true }),
  )
  await dialog.getByRole('button', { name: 'Remove Gil’s laptop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Gil’s laptop?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('0 of 3 activations').waitFor()
  await dialog.getByRole('button', { name: 'Replace…' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace the license key?' })
  await replacing.getByRole('radio', { name: 'no longer, because it leaked' }).check()
  await expectAccessibleView(page, 'license-key-replace', { ...wide, window: true })
  await replacing.getByRole('button', { name: 'Replace' }).click()
  await replacing.waitFor({ state: 'detached' })
  await dialog.getByText(key).waitFor({ state: 'detached' })
  await dialog.getByLabel('Usage limit').fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a whole number from 1 to').waitFor()
  await dialog.getByLabel('Usage limit').fill('2000')
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: /^Disabled/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => row.innerText()).toMatch(/disabled[\s\S]*0 of 2,000 uses/)
})

test('the keys of a benefit are filtered, saved as a view and exported as they are shown', async () => {
  const page = await app.openAs(ada, benefitPath(keys))
  const card = page.getByRole('region', { name: 'License keys' })
  const rows = rowsIn(page, 'License keys')
  await rows.first().waitFor()
  const all = await rows.count()
  await card.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'disabled' }).click()
  await page.waitForURL(/[?&]key_status=disabled/)
  await expect.poll(() => rows.count()).toBe(1)
  await card.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Expires' }).click()
  await press(page, 'Escape')
  await expect.poll(() => card.getByRole('columnheader', { name: 'Expires' }).count()).toBe(0)
  const file = `${northwind.slug}-license-keys.csv`
  const [head, ...lines] = await exportedLines(page, file, 'Columns shown')
  expect(head).toBe(
    'id,display_key,customer_name,customer_email,status,usage,limit_usage,activations_count,' +
      'limit_activations',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(',gil@buyer.test,disabled,')
  await card.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name').fill('Disabled')
  await press(page, 'Enter')
  const views = page.getByRole('navigation', { name: 'Views of License keys' })
  await views.getByRole('link', { name: 'Disabled' }).waitFor()
  await views.getByRole('link', { name: 'All' }).click()
  await expect.poll(() => rows.count()).toBe(all)
})

test('the keys of a benefit with a view fit and are accessible', () =>
  expectAccessiblePage(
    'benefit-keys-filtered',
    app.viewAs(ada, `${benefitPath(keys)}?key_status=disabled`),
  ))

test('a member sees a license key, and changes nothing', async () => {
  const page = await app.openAs(jun, benefitPath(keys))
  const rows = rowsIn(page, 'License keys')
  await rows.first().click()
  const dialog = page.getByRole('dialog', { name: /^License key of/ })
  await dialog.getByText(/^NORTH-/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).not.toContain('key=')
})
