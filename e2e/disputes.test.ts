import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { report } from '../packages/server/test/orders.ts'
import { northwindServer } from './northwind.ts'
import type { Organization } from './organizations.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { expectAccessiblePage, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let stock: Stock
let open: string
let lost: string
let partly: string

setUp(async (page) => {
  stock = await stockFor(page, northwind)
  open = await sell(app, northwind, stock)
  lost = await sell(app, northwind, stock)
  partly = await sell(app, northwind, stock)
  const warned = await sell(app, northwind, stock)
  await dispute(open, { status: 'needs_response', reason: 'product_not_received' })
  await dispute(lost, { status: 'lost' })
  await dispute(partly, { status: 'under_review', amount: 595 })
  await dispute(warned, { status: 'warning_needs_response', isWarning: true })
})

type Report = Partial<Parameters<typeof report>[3]>

async function dispute(orderId: string, reported: Report): Promise<void> {
  await report(app.server, northwind, 'dispute', {
    orderId,
    processorId: `dp_${orderId}`,
    status: 'needs_response',
    amount: 1190,
    evidenceDueBy: '2030-03-01T00:00:00Z',
    ...reported,
  })
  await app.server.settle()
}

const disputesOf = ({ slug }: Organization, rest = '') => `/dashboard/${slug}/disputes${rest}`
const orderAt = (id: string) => `/dashboard/${northwind.slug}/orders/${id}`
const rows = (page: Page) => rowsIn(page, 'Disputes')

/** The address of the page of an order’s dispute. */
async function pathOf(orderId: string): Promise<string> {
  const { rows: found } = await app.server.database.pool.query<{ id: string }>(
    'select id from dispute where order_id = $1',
    [orderId],
  )
  return disputesOf(northwind, `/${found[0]?.id}`)
}

test.each([
  ['disputes', async () => disputesOf(northwind)],
  ['disputes-none', async () => disputesOf(empty)],
  ['dispute-open', async () => pathOf(open)],
  ['dispute-lost', async () => pathOf(lost)],
  ['order-disputed', async () => orderAt(open)],
  ['order-disputed-partly', async () => orderAt(partly)],
] as const)('%s fits and is accessible', async (name, path) =>
  expectAccessiblePage(name, app.viewAs(ada, await path())),
)

test('lists disputes with their state, and filters them', async () => {
  const page = await app.openAs(jun, disputesOf(northwind))
  await expect.poll(() => rows(page).count()).toBe(4)
  const first = rows(page).filter({ hasText: 'needs response' })
  await expect.poll(() => first.innerText()).toContain('Product not received')
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'lost' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await rows(page).first().click()
  await page.getByRole('heading', { name: 'Dispute of Bea Buyer' }).waitFor()
  await page.getByText('You lost.').waitFor()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.getByRole('heading', { name: 'Order of Bea Buyer' }).waitFor()
})

test('an order says that it is disputed, and why it can’t be refunded', async () => {
  const page = await app.openAs(ada, orderAt(open))
  await page.getByText('$11.90 with tax can’t be refunded').waitFor()
  await page.getByText('Answer before').waitFor()
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByText('disputed').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
})

test('the refund dialog says what is disputed', async () => {
  const page = await app.openAs(ada, orderAt(partly))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund order' })
  await dialog.getByText('$5.95 with tax can’t be refunded').waitFor()
  await expect.poll(() => dialog.innerText()).toContain('Up to $5.00 plus tax can be refunded.')
})
