import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currency } from '../packages/contract/src/primitives.ts'
import {
  postRefund,
  postSales,
} from '../packages/server/src/domains/ledger/actions/post-entries.ts'
import { minorUnits } from '../packages/server/src/kernel/money.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { book, newSale } from '../packages/server/test/ledger.ts'
import { northwindServer } from './northwind.ts'
import { press } from './operators.ts'
import type { Organization } from './organizations.ts'
import { expectAccessiblePage } from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

const on = (month: number, day: number) => ({
  occurredAt: new Date(Date.UTC(2026, month - 1, day)),
})

setUp(async () => {
  await book(app.server.database, async (uow) => {
    const american = newSale(northwind, { taxPlace: 'US-CA', ...on(3, 26) })
    const yen = newSale(northwind, { currency: currency.parse('jpy'), ...on(3, 2) })
    await postSales(uow, [newSale(northwind, on(2, 10)), american, yen])
    const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }
    await postRefund(uow, { ...american, ...half, refundId: newId('refund'), ...on(4, 2) })
  })
})

const spring = 'from=2026-02-01&to=2026-04-30'
const financeOf = ({ slug }: Organization, search = spring) =>
  `/dashboard/${slug}/finance?${search}`

test.each([
  ['finance', () => northwind],
  ['finance-none', () => empty],
] as const)('%s fits and is accessible', (name, organization) =>
  expectAccessiblePage(name, app.viewAs(ada, financeOf(organization()))),
)

/** The rows of a table, cells joined by spaces. */
const linesIn = (page: Page, name: string) =>
  page
    .getByRole('region', { name: `${name}, table` })
    .getByRole('row')
    .allInnerTexts()
    .then((rows) => rows.map((row) => row.replaceAll(/\s+/g, ' ').trim()))

test('shows the income of each month and what it consists of, each currency apart', async () => {
  const page = await app.openAs(ada, financeOf(northwind))
  await expect
    .poll(() => linesIn(page, 'Income in EUR'))
    .toEqual([
      'Month (EUR) Sold Refunded Disputed Fees Credit given Income Tax',
      'February 2026 €100.00 €0.00 €0.00 €0.00 €0.00 €100.00 €19.00',
      'March 2026 €100.00 €0.00 €0.00 €0.00 €0.00 €100.00 €19.00',
      'April 2026 €0.00 -€50.00 €0.00 €0.00 €0.00 -€50.00 -€9.50',
      'Total €200.00 -€50.00 €0.00 €0.00 €0.00 €150.00 €28.50',
    ])
  await expect
    .poll(() => linesIn(page, 'Income in JPY'))
    .toContain('Total ¥10,000 ¥0 ¥0 ¥0 ¥0 ¥10,000 ¥1,900')
  await expect
    .poll(() => linesIn(page, 'Tax by place'))
    .toContain('California, United States Taxed, EUR €0.00 €19.00 €9.50 €9.50')
})

test('groups by day by keyboard, and the URL keeps it', async () => {
  const page = await app.openAs(jun, financeOf(northwind))
  const byMonth = page.getByRole('radio', { name: 'Month' })
  await byMonth.focus()
  await press(page, 'ArrowLeft')
  await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('day')
  await expect
    .poll(() => linesIn(page, 'Income in EUR'))
    .toContain('2 Apr 2026 €0.00 -€50.00 €0.00 €0.00 €0.00 -€50.00 -€9.50')
  await press(page, 'g', 'h')
  await press(page, 'g', 'q')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Finance')
})

test('exports the journal with the chosen columns, and the shown income', async () => {
  const page = await app.openAs(ada, financeOf(northwind))
  await page.getByRole('checkbox', { name: 'Invoice number' }).uncheck()
  await page.getByRole('checkbox', { name: 'Side (D or C)' }).check()
  const [journal] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export journal' }).click(),
  ])
  const lines = (await textOf(journal)).split('\r\n')
  expect(lines[0]).toBe('date,kind,account,place,currency,debit,credit,side')
  expect(lines).toContain('2026-04-02,refund,tax_payable,US-CA,EUR,9.50,,D')
  const [income] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Income as CSV' }).click(),
  ])
  expect(await textOf(income)).toContain('2026-04-01,EUR,0.00,-50.00')
})

const textOf = async (download: Download): Promise<string> =>
  readFile(await download.path(), 'utf8')

test('says that nothing was posted before the first sale', async () => {
  const page = await app.openAs(ada, financeOf(empty))
  await page.getByText('Nothing was posted in this period.').waitFor()
  await page.getByText('No sales in this period.').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})
