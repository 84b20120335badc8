import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currency } from '../packages/contract/src/primitives.ts'
import {
  postDispute,
  postRefund,
  postSales,
} from '../packages/server/src/domains/ledger/actions/post-entries.ts'
import { minorUnits } from '../packages/server/src/kernel/money.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { bookFee } from '../packages/server/test/balance-transactions.ts'
import { book, newSale } from '../packages/server/test/ledger.ts'
import { northwindServer } from './northwind.ts'
import { press } from './operators.ts'
import { type Organization } from './organizations.ts'
import { expectAccessiblePage, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

setUp(async () => {
  await book(app.server.database, postManySales)
})

const large = { netAmount: minorUnits(123_456_789), taxAmount: minorUnits(9_876_543) }
const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }

async function postManySales(unit: Parameters<typeof postSales>[0]): Promise<void> {
  const on = (day: number) => ({ occurredAt: new Date(Date.UTC(2026, 2, day)) })
  for (let day = 1; day <= 24; day++) {
    await postSales(unit, [newSale(northwind, on(day))])
  }
  const yen = { ...large, currency: currency.parse('jpy'), taxPlace: null, ...on(25) }
  await postSales(unit, [newSale(northwind, yen)])
  const american = newSale(northwind, { taxPlace: 'US-CA', ...on(26) })
  await postSales(unit, [american])
  await postRefund(unit, { ...american, ...half, refundId: newId('refund'), ...on(27) })
  const lost = newSale(northwind, { ...on(28) })
  await postSales(unit, [lost])
  await postDispute(unit, { ...lost, disputeId: 'dp_1', status: 'lost', ...on(29) })
  await postDispute(unit, { ...american, ...half, disputeId: 'dp_2', status: 'open', ...on(30) })
  await bookFee(unit, american, { id: 'txn_1', fee: 330 })
}

const balanceOf = ({ slug }: Organization, search = '') => `/dashboard/${slug}/balance${search}`

const rows = (page: Page) => rowsIn(page, 'Entries')
const region = (page: Page, name: string) => page.getByRole('region', { name })
test.each([
  ['balance', () => northwind],
  ['balance-none', () => empty],
] as const)('%s fits and is accessible', (name, organization) =>
  expectAccessiblePage(name, app.viewAs(ada, balanceOf(organization()))),
)

test('shows for each currency what is available and what it consists of', async () => {
  const page = await app.openAs(ada, balanceOf(northwind))
  const available = region(page, 'Available in Euro')
  const words = async () => (await available.innerText()).split(/\n+/).slice(2).join(' · ')
  await expect
    .poll(words)
    .toBe(
      '€2,396.70 · Sold · €2,600.00 · Refunded · -€50.00 · In open disputes · ' +
        '-€50.00 · Lost in disputes · -€100.00 · Processing fees · -€3.30 · ' +
        'Available · €2,396.70',
    )
  const tax = region(page, 'Tax in Euro')
  await tax.getByText('Germany').waitFor()
  await tax.getByText('California, United States').waitFor()
  const yen = region(page, 'Available in Japanese Yen')
  await expect.poll(() => yen.innerText()).toContain('¥123,456,789')
})

test('lists entries newest first, by page and by keyboard', async () => {
  const page = await app.openAs(jun, balanceOf(northwind))
  await expect.poll(() => rows(page).first().innerText()).toContain('Processing fee')
  await expect.poll(() => rows(page).first().innerText()).toContain('-€3.30')
  await expect.poll(() => rows(page).nth(1).innerText()).toContain('Dispute opened')
  await expect.poll(() => rows(page).nth(1).innerText()).toContain('-€50.00')
  await expect.poll(() => rows(page).nth(2).innerText()).toContain('Dispute lost')
  const toOrder = await rows(page).first().getByRole('link').getAttribute('href')
  expect(toOrder).toMatch(new RegExp(`^/dashboard/${northwind.slug}/orders/[0-9a-f-]{36}$`))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
  await expect.poll(() => rows(page).count()).toBe(7)
  await page.getByRole('button', { name: 'When' }).click()
  await expect.poll(() => rows(page).first().innerText()).toContain('Payment')
  await press(page, 'g', 'h')
  await press(page, 'g', 'w')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Balance')
})

test('says that there are no transactions before the first sale', async () => {
  const page = await app.openAs(ada, balanceOf(empty))
  const main = page.getByRole('main')
  await expect.poll(() => main.innerText()).toContain('No transactions yet')
})
