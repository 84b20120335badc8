import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import type { Organization } from './organizations.ts'
import { expectAccessiblePage, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

setUp(async (page) => {
  const percent = { type: 'percentage', basis_points: 1000, duration: 'once' }
  await make(page, northwind, 'discounts', { ...percent, name: 'Spring sale' })
  await make(page, northwind, 'tax-registrations', { country: 'DE', scheme: 'oss' })
  await make(page, northwind, 'discounts', { ...percent, name: 'Summer sale' })
})

const logOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/audit-log${search}`

const rows = (page: Page) => rowsIn(page, 'Audit log')

test.each([
  ['audit-log', ''],
  ['audit-log-none', '?kind=team'],
] as const)('%s fits and is accessible', (name, search) =>
  expectAccessiblePage(name, app.viewAs(ada, logOf(northwind, search))),
)

test('an entry shows who, from where, and what', async () => {
  const page = await app.openAs(ada, logOf(northwind))
  await rows(page).first().click()
  const sheet = page.getByRole('dialog', { name: 'Create discount' })
  await sheet.waitFor()
  await expect.poll(() => sheet.innerText()).toContain('Ada Lindqvist')
  await expect.poll(() => sheet.innerText()).toContain('Summer sale')
  await expect.poll(() => sheet.innerText()).toContain('127.0.0.1')
})

test('filters are in the URL, and clear', async () => {
  const page = await app.openAs(ada, logOf(northwind, '?kind=tax_registration'))
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => rows(page).first().innerText()).toContain('Create tax registration')
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Action' })
  await field.fill('createDiscount')
  await field.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('action')).toBe('createDiscount')
  await page.getByRole('button', { name: /clear/i }).last().click()
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('the export is a CSV file', async () => {
  const page = await app.openAs(ada, logOf(northwind, '?kind=discount'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${northwind.slug}-audit-log.csv`)
})

test('the owner sets how long entries are kept', async () => {
  const page = await app.openAs(ada, logOf(northwind))
  const field = page.getByLabel('Keep entries for')
  await field.selectOption('36')
  await page.getByText('Entries are kept for 3 years').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Keep entries for').inputValue()).toBe('36')
})

test('members have no link to it', async () => {
  const page = await app.openAs(jun, `/dashboard/${northwind.slug}/settings`)
  await page.getByRole('link', { name: 'Access tokens' }).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
})
