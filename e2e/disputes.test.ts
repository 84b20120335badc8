import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { report } from '../packages/server/test/orders.ts'
import { pdfText } from '../packages/server/test/pdf-text.ts'
import { make, makeProduct } from './catalog.ts'
import { expectAccessibleDialogs } from './menu-dialogs.ts'
import { northwindServer } from './northwind.ts'
import { openDialog, press, toastsOn, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { letCustomersChangePlans, portalPath } from './sellers.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  forEachView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let stock: Stock
let open: string
let lost: string
let partly: string

let harbor: Organization
let member: string
let paused: string

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

setUp(async () => {
  const page = await app.signInAs(ada)
  harbor = await createOrganization(page, 'Harbor Books')
  const product = await makeProduct(page, harbor, { name: 'Studio' })
  const prices = [{ amount_type: 'fixed', price_amount: 9000 }]
  await makeProduct(page, harbor, { name: 'Studio for teams', prices })
  await letCustomersChangePlans(page, harbor)
  const email = 'kim@buyer.test'
  member = await make(page, harbor, 'customers', { email })
  const seller = { sellerPage: page, organization: harbor }
  paused = await subscribe(app, seller, { product, email, customerId: member })
  const { rows: orders } = await app.server.database.pool.query<{ id: string }>(
    'select id from orders where subscription_id = $1',
    [paused],
  )
  await dispute(orders[0]?.id ?? '', { status: 'needs_response', amount: 2900 }, harbor)
})

type Report = Partial<Parameters<typeof report>[3]>

async function dispute(
  orderId: string,
  reported: Report,
  organization: Organization = northwind,
): Promise<void> {
  await report(app.server, organization, 'dispute', {
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
  ['disputes-filtered', async () => disputesOf(northwind, '?status=needs_response&currency=usd')],
  ['disputes-none', async () => disputesOf(empty)],
  ['dispute-open', async () => pathOf(open)],
  ['dispute-lost', async () => pathOf(lost)],
  ['order-disputed', async () => orderAt(open)],
  ['order-disputed-partly', async () => orderAt(partly)],
  ['order-dispute-lost', async () => orderAt(lost)],
  ['subscriptions-paused', async () => `/dashboard/${harbor.slug}/subscriptions`],
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
  await page.getByRole('heading', { name: /^Dispute of .* · Bea Buyer$/ }).waitFor()
  await page.getByText('You lost.').waitFor()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.getByRole('heading', { name: / · \$[\d,.]+$/ }).waitFor()
})

test('disputes are filtered by day and currency, sorted by deadline, and exported so', async () => {
  const page = await app.openAs(ada, disputesOf(northwind))
  await page.getByRole('button', { name: 'Currency' }).click()
  const currency = page.getByRole('dialog', { name: 'Currency' })
  await currency.getByLabel('Currency').fill('dollars')
  await press(page, 'Enter')
  await currency.getByText('Enter the three letters').waitFor()
  await currency.getByLabel('Currency').fill('USD')
  await press(page, 'Enter')
  await page.waitForURL('**/disputes?currency=usd')
  await page.getByRole('button', { name: 'Answer before' }).click()
  await page.waitForURL('**/disputes?sort=evidence_due_by&currency=usd')
  await expect.poll(() => rows(page).first().innerText()).toContain('needs response')
  const [head, ...lines] = await exportedLines(
    page,
    `${northwind.slug}-disputes.csv`,
    'Columns shown',
  )
  expect(head).toBe(
    'id,customer_name,customer_email,reason,status,evidence_due_by,amount,tax_amount,currency,' +
      'created_at',
  )
  expect(lines).toHaveLength(4)
  await openPath(page, disputesOf(northwind, '?from=2020-01-01&to=2020-01-31'))
  await page.getByText('Try fewer filters, or another period.').waitFor()
  await openPath(page, disputesOf(northwind, '?currency=eur'))
  await page.getByText('Try fewer filters, or another period.').waitFor()
})

test('the column with the deadline is hidden, and stays so', async () => {
  const page = await app.openAs(ada, disputesOf(northwind))
  const head = page.getByRole('columnheader', { name: 'Answer before' })
  await head.waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Answer before' }).click()
  await press(page, 'Escape')
  await expect.poll(() => head.count()).toBe(0)
  const again = await app.openAs(ada, disputesOf(northwind))
  await expect.poll(() => rows(again).count()).toBe(4)
  expect(await again.getByRole('columnheader', { name: 'Answer before' }).count()).toBe(0)
  await again.getByRole('button', { name: 'View', exact: true }).click()
  await again.getByRole('menuitem', { name: 'Default columns' }).click()
  await again.getByRole('columnheader', { name: 'Answer before' }).waitFor()
  expect(await again.getByRole('columnheader').count()).toBe(6)
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

test('the seller and the customer download the credit note of a lost dispute', async () => {
  const page = await app.openAs(ada, orderAt(lost))
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await invoices.getByText(/^lost dispute of /).waitFor()
  await expectCreditNote(page, invoices.getByRole('button', { name: /^Download PDF of .*-CN-/ }))
  const path = await portalPath(page, northwind, stock.customerId)
  await forEachView(
    (view) => app.openAsVisitor(path, view),
    async (portal, view) => {
      const orders = portal.getByRole('region', { name: 'Orders' })
      await orders.getByRole('button', { name: /^Credit note / }).waitFor()
      await expectAccessibleView(portal, 'portal-dispute-lost', view)
    },
  )
  const portal = await app.openAsVisitor(path)
  await expectCreditNote(portal, portal.getByRole('button', { name: /^Credit note / }))
})

async function expectCreditNote(page: Page, button: Locator): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^NORTHWIND-TOOLS-CN-\d{4}\.pdf$/)
  expect(pdfText(await readFile(await download.path()))).toContain('Credit note')
}

const phone = { width: 390, theme: 'dark' } as const
const subscriptionAt = (id: string) => `/dashboard/${harbor.slug}/subscriptions/${id}`

test('a customer reads why a disputed card can’t pay for another plan', async () => {
  const page = await app.signInAs(ada)
  const portal = await app.openAsVisitor(await portalPath(page, harbor, member), phone)
  await portal.getByRole('button', { name: 'Change plan' }).click()
  const dialog = portal.getByRole('dialog', { name: 'Change from Studio' })
  await dialog.getByText(/your card isn’t charged and the plan can’t change now/).waitFor()
  await expectAccessibleView(portal, 'portal-plan-paused', { ...phone, window: true })
})

test('a disputed payment pauses the renewals, until the seller resumes them', async () => {
  await onDesktopAndPhone(app.viewAs(ada, subscriptionAt(paused)), async (page, eachView) => {
    await page.getByText('A payment is disputed, so renewals are paused.').waitFor()
    await page.getByText(/, if renewals are resumed before then\.$/).waitFor()
    await page.getByRole('region', { name: 'Orders' }).getByText('disputed').waitFor()
    await eachView((view) => expectAccessibleView(page, 'subscription-paused', view))
    await expectAccessibleDialogs(page.getByRole('button', { name: 'More actions' }), eachView, {
      'resume-renewals': 'Resume renewals…',
    })
  })
  const page = await app.openAs(ada, subscriptionAt(paused))
  await expectPausedInPortal(page, 'portal-paused', /^Renewals .* stays active until /)
  await advanceClock(page, harbor, { days: 31 })
  await app.server.settle()
  await expectPausedInPortal(page, 'portal-suspended', /^Renewals .*: \$29\.00 is charged to it\.$/)
  await openPath(page, subscriptionAt(paused))
  await page.getByText('Benefits ended with the paid period.').waitFor()
  await expectAccessibleView(page, 'subscription-suspended', wide)
  const dialog = await openDialog(page, 'Resume renewals')
  await dialog.getByText('A new period starts, and the card is charged now.').waitFor()
  await dialog.getByRole('button', { name: 'Resume', exact: true }).focus()
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Renewals resumed')
  await page.getByText('active', { exact: true }).first().waitFor()
  await expect.poll(() => page.getByText('paused').count()).toBe(0)
})

async function expectPausedInPortal(page: Page, name: string, text: RegExp): Promise<void> {
  const path = await portalPath(page, harbor, member)
  await forEachView(
    (view) => app.openAsVisitor(path, view),
    async (portal, view) => {
      const subscriptions = portal.getByRole('region', { name: 'Subscriptions' })
      await subscriptions.getByText(text).waitFor()
      await subscriptions.getByText('paused', { exact: true }).waitFor()
      expect(await subscriptions.innerText()).not.toContain('Next charge')
      await expectAccessibleView(portal, name, view)
    },
  )
}

test('a seller ends the subscriptions of customers who dispute', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}/settings`)
  const card = page.getByRole('region', { name: 'Subscriptions' })
  await card.getByRole('radio', { name: /^Pause renewals/ }).focus()
  await press(page, 'ArrowDown', 'ArrowDown')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Subscription settings saved')
  const asMember = await app.openAs(jun, `/dashboard/${northwind.slug}/settings`)
  const facts = asMember.getByRole('region', { name: 'Subscriptions' })
  await expect.poll(() => facts.innerText()).toMatch(/Disputed payments\s+End the subscription/)
})
