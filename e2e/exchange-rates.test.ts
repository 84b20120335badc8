import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { expectAccessibleDialogs } from './menu-dialogs.ts'
import { readMetrics, todayOf } from './metrics.ts'
import { northwindServer } from './northwind.ts'
import { press, toastsOn } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { changeBillingSettings } from './sellers.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

setUp(async (page) => {
  const seller = { sellerPage: page, organization: northwind }
  const price = [{ amount_type: 'fixed', price_amount: 1000 }]
  const product = await makeProduct(page, northwind, { name: 'Solo', prices: price })
  const today = await todayOf(page, northwind)
  await subscribe(app, seller, { product, email: 'bea@buyer.test' })
  await advanceClock(page, northwind, { days: 40 })
  await app.server.settle()
  await changeBillingSettings(page, northwind, { reporting_currency: 'eur' })
  await setRate(page, northwind, { day: today, rate: '0.9' })
  await setRate(page, northwind, { day: await todayOf(page, northwind), rate: '0.8' })
})

async function setRate(page: Page, { id }: Organization, input: object): Promise<void> {
  const data = { organization_id: id, currency: 'usd', ...input }
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post('/v1/exchange-rates/', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

const ratesOf = ({ slug }: Organization) => `/dashboard/${slug}/analytics/exchange-rates`
const boardOf = (board: string, search = '', { slug }: Organization = northwind) =>
  `/dashboard/${slug}/analytics/${board}${search}`

const rows = (page: Page) => rowsIn(page, 'Exchange rates')
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const field = (within: Locator | Page, label: string) => within.getByLabel(label, { exact: true })
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const euros = (amount: number) =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'EUR' })

test.each([
  ['exchange-rates', () => ada, () => ratesOf(northwind)],
  ['exchange-rates-as-member', () => jun, () => ratesOf(northwind)],
  ['exchange-rates-none', () => ada, () => ratesOf(empty)],
  ['analytics-converted', () => ada, () => boardOf('subscriptions', '?convert=true')],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('each dialog fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, ratesOf(northwind)), async (page, eachView) => {
    await page.getByRole('button', { name: 'Add rate' }).click()
    const adding = page.getByRole('dialog', { name: 'Add exchange rate' })
    await adding.getByRole('button', { name: 'Add rate' }).click()
    await adding.getByText('Choose a day.').waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'exchange-rate-add', { ...view, window: true }),
    )
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.waitFor({ state: 'detached' })
    const menu = page.getByRole('button', { name: 'Actions for USD on' }).first()
    await expectAccessibleDialogs(menu, eachView, {
      'exchange-rate-edit': 'Edit…',
      'exchange-rate-remove': 'Remove…',
    })
  }))

test('a reporting currency and its rates are entered by keyboard', async () => {
  const page = await app.signInAs(ada)
  await openPath(page, ratesOf(await createOrganization(page, 'Entered')))
  await expect.poll(() => page.getByRole('button', { name: 'Add rate' }).count()).toBe(0)
  await field(page, 'Currency (optional)').fill('eur')
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Reporting currency saved')
  await page.getByText('No exchange rates').waitFor()
  await page.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add exchange rate' })
  await field(dialog, 'Day').fill('1 Mar 2026')
  await field(dialog, 'Currency').fill('EUR')
  await field(dialog, 'Rate').fill('0,92')
  await press(page, 'Enter')
  await dialog.getByText('This is the reporting currency itself.').waitFor()
  await dialog.getByText('Enter a number above 0, such as 0.92.').waitFor()
  await field(dialog, 'Currency').fill('USD')
  await field(dialog, 'Rate').fill('0.92')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('USD on 1 Mar 2026 added')
  await expect.poll(() => rows(page).innerText()).toContain('1 USD = 0.92 EUR')
  await expect.poll(() => rows(page).innerText()).toContain('Ada Lindqvist')
  await press(page, 'j', 'Enter')
  const edit = page.getByRole('dialog', { name: 'Edit USD' })
  await field(edit, 'Rate').fill('0.95')
  await press(page, 'Enter')
  await expect.poll(() => rows(page).innerText()).toContain('1 USD = 0.95 EUR')
  await menuOf(page, 'USD on 1 Mar 2026').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No exchange rates').waitFor()
})

test('a file is imported as a whole, or not at all', async () => {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, 'Imported')
  await changeBillingSettings(page, organization, { reporting_currency: 'eur' })
  await openPath(page, ratesOf(organization))
  const choose = (text: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await page.getByRole('button', { name: 'Import CSV' }).waitFor()
  await choose('day,currency,rate\n2026-03-01,usd,0.92\n2026-03-02,usd,nine\n')
  const failed = page.getByRole('dialog', { name: 'The file was not imported' })
  await failed.getByText('Line 3, rate').waitFor()
  await press(page, 'Escape')
  await page.getByText('No exchange rates').waitFor()
  await choose('day,currency,rate\n2026-03-01,usd,0.92\n2026-03-02,jpy,0.0061\n')
  await expect.poll(() => toastsOn(page)).toContain('2 rates added, 0 changed, 0 unchanged')
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('analytics show all currencies in one, as the API says, and which rates they used', async () => {
  const page = await app.openAs(ada, boardOf('subscriptions'))
  const today = await todayOf(page, northwind)
  const asked = { start_date: today, end_date: today, convert: 'true' }
  const { total } = await readMetrics(page, northwind, asked)
  expect(total('list_run_rate')).toBe(800)
  expect(total('revalued_run_rate')).toBe(-100)
  const opened = await app.openAs(ada, boardOf('subscriptions', `?from=${today}&to=${today}`))
  await opened.getByRole('combobox', { name: 'Currency' }).click()
  await opened.getByRole('option', { name: 'All currencies in EUR' }).click()
  await opened.getByText('Latest: 1 USD = 0.8 EUR from').waitFor()
  const recurring = () => card(opened, 'Recurring revenue per month').innerText()
  await expect.poll(recurring).toContain(euros(800))
  const moved = card(opened, 'Why recurring revenue moved')
  await moved.getByRole('button', { name: /table/i }).click()
  const line = moved.getByRole('row').filter({ hasText: 'Exchange rates' })
  await expect.poll(() => line.innerText()).toContain(euros(-100))
})

test('a currency without a rate is named, with the way to enter one', async () => {
  const page = await app.signInAs(ada)
  await changeBillingSettings(page, northwind, { reporting_currency: 'gbp' })
  await openPath(page, boardOf('revenue', '?convert=true'))
  await page.getByText('USD isn’t included.').waitFor()
  await page.getByRole('link', { name: 'Enter a rate' }).click()
  await page.getByText('No exchange rates').waitFor()
  await openPath(page, `/dashboard/${northwind.slug}`)
  await page.getByText('Not included for lack of a rate: USD.').waitFor()
  await changeBillingSettings(page, northwind, { reporting_currency: 'eur' })
  await openPath(page, `/dashboard/${northwind.slug}`)
  await page.getByText('All currencies in EUR, converted').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Figures' }).innerText()).toContain('€')
})
