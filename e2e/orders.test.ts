import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdfText } from '../packages/server/test/pdf-text.ts'
import { make, makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { press, toastsOn } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let stock: Stock
let usual: string
let harbor: Organization

setUp(async (page) => {
  stock = await stockFor(page, northwind)
  const discountId = await make(page, northwind, 'discounts', {
    name: 'Launch week',
    type: 'percentage',
    basis_points: 1000,
    duration: 'once',
  })
  const long = await stockFor(page, northwind, {
    customer: { email: 'somebody.with.a.very.long.address@a-company.example', name: null },
    product: {
      name: 'A product with a name that nobody would read to its end, Extraordinarily-Long-Edition',
    },
  })
  await sell(app, northwind, long, { amounts: [99_999_999], tax: null })
  await sell(app, northwind, stock, { discountId, discountAmount: 100, tax: null })
  usual = await sell(app, northwind, stock, { metadata: { campaign: 'spring' } })
  harbor = await createOrganization(page, 'Harbor Books')
  const product = await makeProduct(page, harbor, { name: 'Studio' })
  const seller = { sellerPage: page, organization: harbor }
  const token = 'tok_sandbox_fails_later'
  await subscribe(app, seller, { product, email: 'kim@buyer.test', token })
  await advanceClock(page, harbor, { days: 31 })
  await app.server.settle()
})

const ordersOf = ({ slug }: Organization, rest = '') => `/dashboard/${slug}/orders${rest}`

const rows = (page: Page) => rowsIn(page, 'Orders')
const region = (page: Page, name: string) => page.getByRole('region', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })

/** Opens a new order as Ada. */
async function openNewOrder(): Promise<Page> {
  const id = await sell(app, northwind, stock)
  return app.openAs(ada, ordersOf(northwind, `/${id}`))
}

async function openRefundDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  return page.getByRole('dialog', { name: 'Refund order' })
}

/** Matched by its name, since a toast is a dialog too. */
const billingDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Billing details', exact: true })

async function linesOfDownload(page: Page, name: RegExp): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).last().click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^NORTHWIND-TOOLS-(CN-)?\d{4}\.pdf$/)
  return pdfText(await readFile(await download.path()))
}

test.each([
  ['orders', () => ada, () => ordersOf(northwind)],
  ['orders-none', () => ada, () => ordersOf(empty)],
  ['order', () => ada, () => ordersOf(northwind, `/${usual}`)],
  ['order-as-member', () => jun, () => ordersOf(northwind, `/${usual}`)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the choice of days fits and is accessible', () =>
  onDesktopAndPhone(
    app.viewAs(ada, ordersOf(northwind, '?from=2026-01-05&to=2026-02-11')),
    async (page, eachView) => {
      await page.getByRole('button', { name: /^Period/ }).click()
      const choice = page.getByRole('dialog', { name: 'Period' })
      await choice.waitFor()
      await eachView((view) => expectAccessibleView(page, 'orders-days', { ...view, window: true }))
      await press(page, 'Escape')
      await choice.waitFor({ state: 'detached' })
    },
  ))

test('each dialog fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, ordersOf(northwind, `/${usual}`)), async (page, eachView) => {
    const refund = await openRefundDialog(page)
    await refund.getByText('Refunded', { exact: true }).waitFor()
    await eachView((view) => expectAccessibleView(page, 'order-refund', { ...view, window: true }))
    await press(page, 'Escape')
    await refund.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit billing details' }).click()
    const billing = billingDialog(page)
    await billing.waitFor()
    await eachView((view) => expectAccessibleView(page, 'order-billing', { ...view, window: true }))
    await press(page, 'Escape')
    await billing.waitFor({ state: 'detached' })
  }))

test('on a phone, orders show their day, and the filters take one line', async () => {
  const page = await app.openAs(ada, ordersOf(northwind), { width: 390, theme: 'light' })
  await expect.poll(() => rows(page).first().innerText()).toMatch(/\d{1,2} [A-Z][a-z]{2} 20\d\d/)
  const first = await page.getByRole('button', { name: 'Period', exact: true }).boundingBox()
  const last = await page.getByRole('combobox', { name: 'Discount' }).boundingBox()
  expect(last?.y).toBeLessThan((first?.y ?? 0) + (first?.height ?? 0))
})

test('the list is searched and filtered, and the URL keeps it', async () => {
  const page = await app.openAs(ada, ordersOf(northwind))
  await rows(page).first().waitFor()
  await page.getByRole('searchbox', { name: 'Search by customer' }).fill('very.long')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => rows(page).innerText()).toContain('$999,999.99')
  await page.getByRole('searchbox', { name: 'Search by customer' }).fill('')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
  await page.getByLabel('Discount').fill('Launch')
  await page.getByRole('option', { name: 'Launch week' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => page.url()).toContain('discount=')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'pending' }).click()
  await page.getByText('No matching orders').waitFor()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
})

test('the list is filtered by days, and the URL keeps it', async () => {
  const page = await app.openAs(ada, ordersOf(northwind))
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
  const all = await rows(page).count()
  const chip = page.getByRole('button', { name: /^Period/ })
  const choose = async (words: string) => {
    await chip.click()
    const choice = page.getByRole('dialog', { name: 'Period' })
    await choice.getByLabel('Period').fill(words)
    await press(page, 'Enter')
    await choice.waitFor({ state: 'detached' })
  }
  await choose('1 Jan 2020 to yesterday')
  await page.getByText('No matching orders').waitFor()
  await choose('yesterday to tomorrow')
  await expect.poll(() => rows(page).count()).toBe(all)
  await expect.poll(() => page.url()).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await openForViewing(page, ordersOf(northwind, '?from=2020-02-01&to=2020-02-29'))
  await page.getByText('No matching orders').waitFor()
  await expect.poll(() => chip.innerText()).toMatch(/1 Feb – 29 Feb 2020/)
  await page.getByRole('button', { name: 'Clear the filter Period' }).click()
  await expect.poll(() => rows(page).count()).toBe(all)
  for (const senseless of ['?from=2020-02-30&to=2020-03-01', '?from=2020-02-02&to=2020-02-01']) {
    await openForViewing(page, ordersOf(northwind, senseless))
    await expect.poll(() => rows(page).count()).toBe(all)
  }
})

test('what the list shows is exported', async () => {
  const page = await app.openAs(jun, ordersOf(northwind, '?sort=-amount&q=very.long.address'))
  const lines = await exportedLines(page, `${northwind.slug}-orders.csv`)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('99999999')
})

test('a row opens its order, which links to the customer', async () => {
  const page = await app.openAs(ada, ordersOf(northwind))
  await rows(page).filter({ hasText: 'very.long' }).click()
  await page.getByRole('heading', { level: 1, name: / · \$[\d,.]+$/ }).waitFor()
  await region(page, 'Customer').getByRole('link').click()
  await expect.poll(() => page.url()).toContain('/customers/')
})

test('an order shows its items, payment and benefits', async () => {
  const page = await app.openAs(jun, ordersOf(northwind, `/${usual}`))
  await expect.poll(() => region(page, 'Items').innerText()).toContain('$11.90')
  await expect.poll(() => region(page, 'Payments').innerText()).toContain('ending in 4242')
  await expect.poll(() => region(page, 'Metadata').innerText()).toContain('spring')
  await expect.poll(() => page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  await expect
    .poll(() => page.getByRole('button', { name: 'Edit billing details' }).count())
    .toBe(0)
})

test('an order is refunded in parts, and the last takes the rest of the tax', async () => {
  const page = await openNewOrder()
  const part = await openRefundDialog(page)
  await field(part, 'Amount without tax').fill('1000')
  await part.getByRole('button', { name: 'Refund', exact: true }).click()
  await part.getByText('Enter at most $10.00.').waitFor()
  await field(part, 'Amount without tax').fill('3.33')
  await expect.poll(() => part.innerText()).toMatch(/Tax\s+\$0\.63/)
  await part.getByRole('button', { name: 'Refund $3.96' }).click()
  await part.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('$3.96 refunded')
  await page.getByText('partially refunded').waitFor()
  await expect.poll(() => region(page, 'Refunds').innerText()).toContain('including $0.63 tax')
  const rest = await openRefundDialog(page)
  await expect.poll(() => field(rest, 'Amount without tax').inputValue()).toBe('6.67')
  await rest.getByRole('button', { name: 'Refund $7.94' }).click()
  await rest.waitFor({ state: 'detached' })
  await page.getByText('refunded', { exact: true }).waitFor()
  await expect.poll(() => region(page, 'Items').innerText()).toContain('-$11.90')
  await expect.poll(() => page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
})

test('an invoice is downloaded, and corrected by new billing details', async () => {
  const page = await openNewOrder()
  const lines = await linesOfDownload(page, /^Download/)
  expect(lines).toEqual(expect.arrayContaining(['Invoice', 'Ada Lovelace', '$11.90']))
  await page.getByRole('button', { name: 'Edit billing details' }).click()
  const dialog = billingDialog(page)
  await dialog.getByText('is canceled with a credit note').waitFor()
  await field(dialog, 'Name').fill('Bea’s Bakery')
  await field(dialog, 'City (optional)').fill('Köln')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Billing details saved')
  await app.server.settle()
  await openPath(page, page.url())
  const invoices = region(page, 'Invoices')
  await expect.poll(() => invoices.getByRole('listitem').count()).toBe(3)
  await invoices.getByText('cancels').waitFor()
  const corrected = await linesOfDownload(page, /^Download/)
  expect(corrected).toEqual(expect.arrayContaining(['Bea’s Bakery', 'Köln', '$11.90']))
})

test('an order that isn’t paid is written off with a note, and then voided', async () => {
  const unpaid = ordersOf(harbor, '?status=pending')
  const closing = (page: Page, title: string) => page.getByRole('dialog', { name: title })
  const ask = (page: Page, action: string) =>
    page.getByRole('button', { name: action, exact: true }).click()
  await onDesktopAndPhone(app.viewAs(ada, unpaid), async (page, eachView) => {
    await rows(page).first().click()
    for (const [action, title] of [
      ['Write off', 'Write off order'],
      ['Void', 'Void order'],
    ] as const) {
      await ask(page, action)
      await closing(page, title).waitFor()
      const name = title.toLowerCase().replaceAll(' ', '-')
      await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await closing(page, title).waitFor({ state: 'detached' })
    }
  })
  const page = await app.openAs(ada, unpaid)
  await rows(page).first().click()
  await ask(page, 'Write off')
  await closing(page, 'Write off order').getByText('is still owed').waitFor()
  await field(closing(page, 'Write off order'), 'Note (optional)').fill('Bankrupt')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Order written off')
  await page.getByText('Bankrupt').waitFor()
  await page.getByText('written off', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Write off', exact: true }).count())
    .toBe(0)
  await expectAccessibleView(page, 'order-written-off', { width: 1280, theme: 'light' })
  await ask(page, 'Void')
  await closing(page, 'Void order').getByText('is no longer owed').waitFor()
  await closing(page, 'Void order').getByRole('button', { name: 'Void the order' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Order voided')
  await page.getByText('void', { exact: true }).waitFor()
  await region(page, 'Invoices').getByText('A void order has no invoice.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Void', exact: true }).count()).toBe(0)
  await expectAccessibleView(page, 'order-voided', { width: 1280, theme: 'dark' })
})

test('an order without billing details asks for them before the invoice', async () => {
  const id = await sell(app, northwind, stock, { billingName: null })
  const page = await app.openAs(ada, ordersOf(northwind, `/${id}`))
  await region(page, 'Invoices').getByText('Add a billing name and address first').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add billing details' }).click()
  const dialog = billingDialog(page)
  await field(dialog, 'Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a billing name.').waitFor()
  await field(dialog, 'Name').fill('Bea Buyer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await linesOfDownload(page, /^Download/)).toContain('Bea Buyer')
})

test('an order of another organization isn’t found', async () => {
  const page = await app.openAs(ada, ordersOf(empty, `/${usual}`))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toBe('Order not found')
})
