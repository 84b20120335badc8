import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { northwindServer } from './northwind.ts'
import { hasFocus, holdRequests, openPalette, press, toastsOn, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import {
  apiUrls,
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  forEachView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()
const crowdCount = 30

let crowded: Organization
let wile: Customer
let bare: Customer

interface Customer {
  id: string
  email: string
}

setUp(async (page) => {
  crowded = await createOrganization(page, 'Crowded')
  bare = await createCustomer(page, northwind, { email: 'bare@example.com' })
  await createCustomer(page, northwind, {
    email: 'bartholomew.maximilian.featherstonehaugh@a-company-with-a-long-name.example',
    name: 'Bartholomew-Maximilian-of-the-very-long-name Featherstonehaugh-Cholmondeley',
    external_id: 'an-external-id-of-quite-some-length/0190f2a0-0000-7000-8000-000000000000',
  })
  wile = await createCustomer(page, northwind, {
    email: 'wile@coyote.example',
    name: 'Wile E. Coyote',
    external_id: 'coyotes/1',
    billing_address: { country: 'US', state: 'AZ', city: 'Flagstaff', line1: '1 Mesa Rd' },
    tax_id: ['12-3456789', 'us_ein'],
    metadata: { species: 'Canis latrans', falls: 141, isHungry: true },
  })
  await update(page, wile, {
    name: 'Wile Ethelbert Coyote',
    metadata: { falls: 142, isHungry: false },
  })
  await update(page, wile, { billing_address: null, tax_id: null, email: 'wile@acme.example' })
  await createForSeller(page, northwind, 'customer-sessions', { customer_id: wile.id })
  await app.query(
    `insert into customer (organization_id, id, email, name, created_at)
     select $2, gen_random_uuid(), 'crowd' || n || '@crowd.example', 'Crowd ' || n,
            now() - n * interval '1 hour'
       from generate_series(1, $1::int) n`,
    [crowdCount, crowded.id],
  )
})

const customerShape = z.object({ id: z.string(), email: z.string() })

async function createCustomer(page: Page, organization: Organization, input: object) {
  return customerShape.parse(await createForSeller(page, organization, 'customers', input))
}

async function update(page: Page, { id }: Customer, data: object): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.patch(`/v1/customers/${id}`, { data, headers })
  expect(answer.status()).toBe(200)
}

const customersOf = ({ slug }: Organization, rest = '') => `/dashboard/${slug}/customers${rest}`
const pageOf = ({ id }: Customer) => customersOf(northwind, `/${id}`)

const rows = (page: Page) => rowsIn(page, 'Customers')
const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true })
const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const timeline = (page: Page) =>
  page.getByRole('region', { name: 'Timeline' }).locator('ul').first().locator('> li')
const facts = (page: Page) => page.getByRole('complementary', { name: 'Details' })

async function openForm(page: Page): Promise<Locator> {
  await button(page, 'Create customer').click()
  const dialog = form(page, 'Create a customer')
  await dialog.waitFor()
  return dialog
}

async function choose(dialog: Locator, field: string, typed: string): Promise<void> {
  await dialog.getByRole('combobox', { name: `${field} (optional)`, exact: true }).fill(typed)
  await dialog.page().getByRole('option').first().waitFor()
  await press(dialog.page(), 'Enter')
}

async function openDeleteDialog(page: Page): Promise<Locator> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

test.each([
  ['customers', () => ada, () => customersOf(northwind)],
  ['customers-crowd', () => ada, () => customersOf(crowded)],
  ['customers-none', () => ada, () => customersOf(empty)],
  ['customer', () => ada, () => pageOf(wile)],
  ['customer-as-member', () => jun, () => pageOf(wile)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the dialogs of a customer fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, pageOf(wile)), async (page, eachView) => {
    const dialogs = [
      ['customer-edit', () => button(page, 'Edit').click()],
      ['customer-portal', () => button(page, 'Portal link').click()],
      ['customer-delete', () => openDeleteDialog(page)],
    ] as const
    for (const [name, open] of dialogs) {
      await open()
      const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
      await dialog.waitFor()
      await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

describe('the list', () => {
  test('is searched and sorted, and the URL keeps it', async () => {
    const page = await app.openAs(jun, customersOf(northwind))
    await expect.poll(() => rows(page).count()).toBe(3)
    await expect.poll(() => rows(page).first().innerText()).toContain('Wile')
    await page.getByRole('button', { name: 'Email address' }).click()
    await page.waitForURL('**/customers?sort=email')
    await expect.poll(() => rows(page).first().innerText()).toContain('bare@example.com')
    await press(page, '/')
    await page.keyboard.type('coyotes/')
    await page.waitForURL('**/customers?q=coyotes%2F&sort=email')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Wile')])
    await page.getByRole('searchbox').fill('nobody')
    await button(page, 'Show all customers').click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await expect.poll(() => button(page, 'Create customer').count()).toBe(0)
  })

  test('is exported as it is shown', async () => {
    const page = await app.openAs(jun, customersOf(northwind, '?q=acme'))
    const lines = await exportedLines(page, `${northwind.slug}-customers.csv`)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('wile@acme.example')
  })

  test('is paged, and a row opens its customer by keyboard', async () => {
    const page = await app.openAs(ada, customersOf(crowded))
    await page.getByText('1–25 of 30').waitFor()
    await button(page, 'Next page').click()
    await page.waitForURL('**/customers?page=2')
    await expect.poll(() => rows(page).count()).toBe(5)
    await press(page, 'j', 'j', 'Enter')
    await page.getByRole('heading', { name: 'Crowd 27', level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(5)
    await openPath(page, customersOf(crowded, '?page=99'))
    await page.waitForURL('**/customers?page=2')
  })
})

test('the page of a customer shows all their details', async () => {
  const page = await app.openAs(jun, pageOf(wile))
  await expect.poll(() => timeline(page).count()).toBe(4)
  const [portal, moved, renamed, created] = await timeline(page).allInnerTexts()
  expect(portal).toContain('Portal link created by Ada Lindqvist')
  expect(moved).toContain('Email address, billing address and tax ID changed')
  expect(moved).toMatch(/Billing address, city:\s+Flagstaff\s+changed to\s+nothing/)
  expect(renamed).toMatch(/Name:\s+Wile E\. Coyote\s+changed to\s+Wile Ethelbert Coyote/)
  expect(renamed).toMatch(/Metadata, isHungry:\s+yes\s+changed to\s+no/)
  expect(created).toContain('Customer created by Ada Lindqvist')
  for (const fact of ['coyotes/1', 'wile@acme.example', 'not verified', '142']) {
    await expect.poll(() => facts(page).innerText()).toContain(fact)
  }
  await expect.poll(() => button(page, 'Edit').count()).toBe(0)
  await expect.poll(() => button(page, 'Portal link').count()).toBe(0)
})

test('older entries of the timeline load on demand', async () => {
  const page = await app.signInAs(ada)
  const customer = await createCustomer(page, northwind, { email: 'busy@example.com' })
  for (let count = 1; count <= 20; count += 1) await update(page, customer, { name: `B ${count}` })
  await openPath(page, pageOf(customer))
  await expect.poll(() => timeline(page).count()).toBe(20)
  await button(page, 'Show older').click()
  await expect.poll(() => timeline(page).count()).toBe(21)
  await expect.poll(() => timeline(page).last().innerText()).toContain('Customer created')
  await expect.poll(() => button(page, 'Show older').count()).toBe(0)
})

describe('creating a customer', () => {
  test('works by keyboard with every field', async () => {
    const page = await app.openAs(ada, customersOf(northwind))
    await waitUntilLoaded(page)
    await press(page, 'c')
    const dialog = form(page, 'Create a customer')
    await dialog.waitFor()
    await expect.poll(() => hasFocus(dialog.getByLabel('Email address'))).toBe(true)
    await page.keyboard.type('Daffy@duck.example')
    await press(page, 'Tab')
    await page.keyboard.type('Daffy Duck')
    await press(page, 'Tab')
    await page.keyboard.type('ducks/1')
    await choose(dialog, 'Country', 'germ')
    await dialog.getByLabel('Address line 1').fill('Entengasse 1')
    await dialog.getByLabel('City').fill('Ulm')
    await choose(dialog, 'Tax ID type', 'EU VAT')
    await dialog.getByLabel('Tax ID', { exact: false }).last().fill('DE123456789')
    await button(dialog, 'Add a pair').click()
    await dialog.getByLabel('Key of pair 1').fill('seats')
    await dialog.getByLabel('Type of pair 1').selectOption('Number')
    await dialog.getByLabel('Value of pair 1').fill('5')
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Daffy Duck', level: 1 }).waitFor()
    await expect.poll(() => toastsOn(page)).toContain('Daffy Duck created')
    for (const fact of ['Entengasse 1', 'Germany', 'DE123456789', 'EU VAT', 'seats', '5']) {
      await expect.poll(() => facts(page).innerText()).toContain(fact)
    }
    await timeline(page).getByText('Customer created').waitFor()
  })

  test('explains every mistake under its field', async () => {
    const page = await app.openAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    const submit = button(dialog, 'Create customer')
    await submit.click()
    await dialog.getByText('Enter the customer’s email address.').waitFor()
    await dialog.getByLabel('Email address').fill('daffy')
    await dialog.getByLabel('City').fill('Ulm')
    await choose(dialog, 'Tax ID type', 'EU VAT')
    await button(dialog, 'Add a pair').click()
    await dialog.getByLabel('Value of pair 1').fill('pro')
    await submit.click()
    for (const words of [
      'This isn’t an email address.',
      'Choose the country of this address.',
      'Enter a number, or clear the type.',
      'Enter a key for this value.',
    ]) {
      await dialog.getByText(words).waitFor()
    }
    await forEachView(
      () => Promise.resolve(page),
      async (_, view) => {
        await dialog.getByText('Enter a key for this value.').scrollIntoViewIfNeeded()
        await expectAccessibleView(page, 'customer-mistakes', { ...view, window: true })
      },
    )
  })

  test('is refused for a taken address or external id, and keeps the input', async () => {
    const page = await app.openAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    const email = dialog.getByLabel('Email address')
    await email.fill('BARE@example.com')
    await dialog.getByLabel('Name', { exact: false }).first().fill('Second')
    await button(dialog, 'Create customer').click()
    await dialog.getByText('A customer with this email address already exists.').waitFor()
    await expect.poll(() => hasFocus(email)).toBe(true)
    await email.fill('second@example.com')
    await dialog.getByLabel('External ID').fill('coyotes/1')
    await page.context().setOffline(true)
    await button(dialog, 'Create customer').click()
    await dialog.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await button(dialog, 'Create customer').click()
    await dialog.getByText('A customer with this external id already exists.').waitFor()
    await expect.poll(() => email.inputValue()).toBe('second@example.com')
  })

  test('asks before it discards input', async () => {
    const page = await app.openAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    await dialog.getByLabel('Email address').fill('half@example.com')
    await press(page, 'Escape')
    await dialog.getByText('Close without saving?').waitFor()
    await expect.poll(() => hasFocus(button(dialog, 'Keep editing'))).toBe(true)
    await press(page, 'Enter')
    await expect
      .poll(() => dialog.getByLabel('Email address').inputValue())
      .toBe('half@example.com')
    await press(page, 'Escape')
    await button(dialog, 'Discard').click()
    await dialog.waitFor({ state: 'detached' })
  })
})

test('a changed customer shows the change in the timeline', async () => {
  const page = await app.signInAs(ada)
  const customer = await createCustomer(page, northwind, {
    email: 'porky@pig.example',
    external_id: 'pigs/1',
    metadata: { plan: 'free' },
  })
  await openPath(page, pageOf(customer))
  await press(page, 'e')
  const dialog = form(page, 'Edit porky@pig.example')
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel('External ID').getAttribute('readonly')).not.toBeNull()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Porky')
  await dialog.getByLabel('Value of pair 1').fill('pro')
  // A concurrent change of another field is kept.
  await update(page, customer, { email: 'porky@acme.example' })
  await button(dialog, 'Save').click()
  await page.getByRole('heading', { name: 'Porky', level: 1 }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await timeline(page).getByText('Name and metadata changed').waitFor()
  await expect.poll(() => facts(page).innerText()).toContain('porky@acme.example')
})

test('a portal link is created on request and shown once', async () => {
  const page = await app.openAs(ada, pageOf(bare))
  await button(page, 'Portal link').click()
  const dialog = form(page, 'Portal link')
  await button(dialog, 'Create link').click()
  const link = dialog.getByLabel('Link', { exact: true })
  await expect
    .poll(() => link.inputValue())
    .toMatch(/\/portal\/northwind-tools\?customer_session_token=/)
  await expectAccessibleView(page, 'customer-portal-link', { ...wide, window: true })
  await button(dialog, 'Done').click()
  await timeline(page).getByText('Portal link created').waitFor()
  await button(page, 'Portal link').click()
  await button(dialog, 'Create link').waitFor()
  await expect.poll(() => link.count()).toBe(0)
  await holdRequests(page, apiUrls, 'GET')
  await button(dialog, 'Create link').click()
  await link.waitFor()
})

describe('deleting', () => {
  test('explains the consequences and returns to the list', async () => {
    const page = await app.signInAs(ada)
    const input = { email: 'gone@example.com', external_id: 'gone' }
    const customer = await createCustomer(page, northwind, input)
    await openPath(page, pageOf(customer))
    const dialog = await openDeleteDialog(page)
    await dialog.getByText('The address gone@example.com and the external ID gone').waitFor()
    await dialog.getByText('Their orders are kept.').waitFor()
    await dialog.getByText('Their subscriptions end immediately').waitFor()
    await dialog.getByLabel('Erase personal data').check()
    await dialog.getByText('Orders keep what invoices have to say.').waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'DELETE')
    await button(dialog, 'Delete').click()
    expect(new URL((await sent).url()).searchParams.get('anonymize')).toBe('true')
    await page.waitForURL('**/customers')
    await expect.poll(() => toastsOn(page)).toContain('gone@example.com deleted')
    await waitUntilLoaded(page)
    await expect.poll(() => rows(page).filter({ hasText: 'gone@example.com' }).count()).toBe(0)
    await openPath(page, pageOf(customer))
    await page.getByRole('heading', { name: 'Customer not found' }).waitFor()
  })

  test('says when the customer was already deleted', async () => {
    const page = await app.signInAs(ada)
    const customer = await createCustomer(page, northwind, { email: 'quick@example.com' })
    await openPath(page, pageOf(customer))
    const dialog = await openDeleteDialog(page)
    await app.query('update customer set deleted_at = now() where id = $1', [customer.id])
    await button(dialog, 'Delete').click()
    await page.getByRole('heading', { name: 'Customer not found' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
  })
})

test('the palette finds and opens customers', async () => {
  const page = await app.openAs(jun, `/dashboard/${northwind.slug}`)
  const palette = await openPalette(page)
  await page.keyboard.type('ethelbert')
  await palette
    .locator('[role=option][data-highlighted]', { hasText: 'Wile Ethelbert Coyote' })
    .waitFor()
  await press(page, 'Enter')
  await page.waitForURL(`**${pageOf(wile)}`)
  await page.getByRole('heading', { name: 'Wile Ethelbert Coyote', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await press(page, 'g', 'c')
  await page.waitForURL('**/customers')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1)
})
