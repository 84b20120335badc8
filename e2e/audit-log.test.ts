import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make, makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import type { Organization } from './organizations.ts'
import { expectAccessiblePage, openPath, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

setUp(async (page) => {
  const percent = { type: 'percentage', basis_points: 1000, duration: 'once' }
  await make(page, northwind, 'discounts', { ...percent, name: 'Spring sale' })
  await make(page, northwind, 'tax-registrations', { country: 'DE', scheme: 'oss' })
  await makeProduct(page, northwind, { name: 'Atlas' })
  const gone = await make(page, northwind, 'customers', { email: 'gone@buyer.test' })
  const headers = { origin: new URL(page.url()).origin }
  const deleted = await page.request.delete(`/v1/customers/${gone}`, { headers })
  assert.equal(deleted.status(), 204)
  await app.query(
    `insert into audit_log_entry (organization_id, id, occurred_at, action, actor_type, object_type)
     values ($1, gen_random_uuid(), now(), 'suspendWebhookEndpoint', 'system', 'webhook_endpoint')`,
    [northwind.id],
  )
  await make(page, northwind, 'discounts', { ...percent, name: 'Summer sale' })
})

const logOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/audit-log${search}`

const rows = (page: Page) => rowsIn(page, 'Audit log')

test.each([
  ['audit-log', ''],
  ['audit-log-none', '?kind=team'],
  ['audit-log-of-the-system', '?actor=system'],
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

test('an entry leads to its object, and says when that has been deleted', async () => {
  const page = await app.openAs(ada, logOf(northwind, '?kind=customer'))
  await rows(page).filter({ hasText: 'Create customer' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Create customer' })
  await expect.poll(() => sheet.innerText()).toContain('Customer, deleted since')
  await openPath(page, logOf(northwind, '?kind=product'))
  await rows(page).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Product' }).click()
  await page.getByRole('heading', { name: 'Atlas', level: 1 }).waitFor()
})

test('what the system did is marked, and found by its actor', async () => {
  const page = await app.openAs(ada, logOf(northwind))
  await page.getByRole('button', { name: 'Actor', exact: true }).click()
  await page.getByRole('menuitem', { name: 'System' }).click()
  await page.waitForURL(/[?&]actor=system/)
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect
    .poll(() => rows(page).first().innerText())
    .toMatch(/Suspend webhook endpoint\s+System/)
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
