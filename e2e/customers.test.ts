import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  hasFocus,
  hold,
  newsOn,
  openPalette,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'
import {
  arrive,
  everyCall,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  isLoaded,
  onEachScreen,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()
const crowdCount = 30

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization
let crowded: Organization
let wile: Customer
let bare: Customer

interface Customer {
  id: string
  email: string
}

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  crowded = await found(page, 'Crowded')
  await enroll(place, northwind, jun, 'member')
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
  await change(page, wile, {
    name: 'Wile Ethelbert Coyote',
    metadata: { falls: 142, isHungry: false },
  })
  await change(page, wile, { billing_address: null, tax_id: null, email: 'wile@acme.example' })
  await createForSeller(page, northwind, 'customer-sessions', { customer_id: wile.id })
  await place.query(
    `insert into customer (organization_id, id, email, name, created_at)
     select $2, gen_random_uuid(), 'crowd' || n || '@crowd.example', 'Crowd ' || n,
            now() - n * interval '1 hour'
       from generate_series(1, $1::int) n`,
    [crowdCount, crowded.id],
  )
  await place.leave()
})

const customerShape = z.object({ id: z.string(), email: z.string() })

async function createCustomer(page: Page, organization: Organization, wish: object) {
  return customerShape.parse(await createForSeller(page, organization, 'customers', wish))
}

async function change(page: Page, { id }: Customer, data: object): Promise<void> {
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
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })

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

async function askToDelete(page: Page): Promise<Locator> {
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
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('what is asked about a customer is in order', () =>
  onEachScreen(place.lookAs(ada, pageOf(wile)), async (page, inEach) => {
    const asked = [
      ['customer-edit', () => button(page, 'Edit').click()],
      ['customer-portal', () => button(page, 'Portal link').click()],
      ['customer-delete', () => askToDelete(page)],
    ] as const
    for (const [name, ask] of asked) {
      await ask()
      const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
      await dialog.waitFor()
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

describe('the list', () => {
  test('is searched and sorted, and the address of the page keeps it', async () => {
    const page = await place.arriveAs(jun, customersOf(northwind))
    await expect.poll(() => rows(page).count()).toBe(3)
    await expect.poll(() => rows(page).first().innerText()).toContain('Wile')
    await page.getByRole('button', { name: 'E-mail address' }).click()
    await page.waitForURL('**/customers?sort=email')
    await expect.poll(() => rows(page).first().innerText()).toContain('bare@example.com')
    await press(page, '/')
    await page.keyboard.type('coyotes/')
    await page.waitForURL('**/customers?q=coyotes%2F&sort=email')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Wile')])
    await page.getByRole('searchbox').fill('nobody')
    await button(page, 'Show everybody').click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await expect.poll(() => button(page, 'Create customer').count()).toBe(0)
  })

  test('is paged, and a row opens its customer by keyboard', async () => {
    const page = await place.arriveAs(ada, customersOf(crowded))
    await page.getByText('1–25 of 30').waitFor()
    await button(page, 'Next page').click()
    await page.waitForURL('**/customers?page=2')
    await expect.poll(() => rows(page).count()).toBe(5)
    await press(page, 'j', 'j', 'Enter')
    await page.getByRole('heading', { name: 'Crowd 27', level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(5)
    await arrive(page, customersOf(crowded, '?page=99'))
    await page.waitForURL('**/customers?page=2')
  })
})

test('everything about a customer stands on their page', async () => {
  const page = await place.arriveAs(jun, pageOf(wile))
  await expect.poll(() => timeline(page).count()).toBe(4)
  const [portal, moved, renamed, created] = await timeline(page).allInnerTexts()
  expect(portal).toContain('Portal link created by Ada Lindqvist')
  expect(moved).toContain('E-mail address, billing address and tax id changed')
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

test('what happened long ago comes when it is asked for', async () => {
  const page = await place.enterAs(ada)
  const customer = await createCustomer(page, northwind, { email: 'busy@example.com' })
  for (let count = 1; count <= 20; count += 1) await change(page, customer, { name: `B ${count}` })
  await arrive(page, pageOf(customer))
  await expect.poll(() => timeline(page).count()).toBe(20)
  await button(page, 'Show older').click()
  await expect.poll(() => timeline(page).count()).toBe(21)
  await expect.poll(() => timeline(page).last().innerText()).toContain('Customer created')
  await expect.poll(() => button(page, 'Show older').count()).toBe(0)
})

describe('creating a customer', () => {
  test('is done by keyboard alone, with all that can be said', async () => {
    const page = await place.arriveAs(ada, customersOf(northwind))
    await isLoaded(page)
    await press(page, 'c')
    const dialog = form(page, 'Create a customer')
    await dialog.waitFor()
    await expect.poll(() => hasFocus(dialog.getByLabel('E-mail address'))).toBe(true)
    await page.keyboard.type('Daffy@duck.example')
    await press(page, 'Tab')
    await page.keyboard.type('Daffy Duck')
    await press(page, 'Tab')
    await page.keyboard.type('ducks/1')
    await choose(dialog, 'Country', 'germ')
    await dialog.getByLabel('Street and number').fill('Entengasse 1')
    await dialog.getByLabel('City').fill('Ulm')
    await choose(dialog, 'Kind of tax id', 'EU VAT')
    await dialog.getByLabel('Tax id', { exact: false }).last().fill('DE123456789')
    await button(dialog, 'Add a pair').click()
    await dialog.getByLabel('Name of pair 1').fill('seats')
    await dialog.getByLabel('Kind of pair 1').selectOption('Number')
    await dialog.getByLabel('Value of pair 1').fill('5')
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Daffy Duck', level: 1 }).waitFor()
    await expect.poll(() => newsOn(page)).toContain('Daffy Duck is a customer now')
    for (const fact of ['Entengasse 1', 'Germany', 'DE123456789', 'EU VAT', 'seats', '5']) {
      await expect.poll(() => facts(page).innerText()).toContain(fact)
    }
    await timeline(page).getByText('Customer created').waitFor()
  })

  test('says of every mistake what to do, under its field', async () => {
    const page = await place.arriveAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    const submit = button(dialog, 'Create customer')
    await submit.click()
    await dialog.getByText('Enter the address of the customer.').waitFor()
    await dialog.getByLabel('E-mail address').fill('daffy')
    await dialog.getByLabel('City').fill('Ulm')
    await choose(dialog, 'Kind of tax id', 'EU VAT')
    await button(dialog, 'Add a pair').click()
    await dialog.getByLabel('Value of pair 1').fill('pro')
    await submit.click()
    for (const words of [
      'This isn’t an e-mail address.',
      'Choose the country that this address is in.',
      'Enter the number, or clear its kind.',
      'Enter a name for this value.',
    ]) {
      await dialog.getByText(words).waitFor()
    }
    await inEveryView(
      () => Promise.resolve(page),
      async (_, view) => {
        await dialog.getByText('Enter a name for this value.').scrollIntoViewIfNeeded()
        await expectInOrder(page, 'customer-mistakes', { ...view, window: true })
      },
    )
  })

  test('is refused where the address or the external id is taken, and nothing is lost', async () => {
    const page = await place.arriveAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    const email = dialog.getByLabel('E-mail address')
    await email.fill('BARE@example.com')
    await dialog.getByLabel('Name', { exact: false }).first().fill('Second')
    await button(dialog, 'Create customer').click()
    await dialog.getByText('A customer with this email address already exists.').waitFor()
    await expect.poll(() => hasFocus(email)).toBe(true)
    await email.fill('second@example.com')
    await dialog.getByLabel('External id').fill('coyotes/1')
    await page.context().setOffline(true)
    await button(dialog, 'Create customer').click()
    await dialog.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await button(dialog, 'Create customer').click()
    await dialog.getByText('A customer with this external id already exists.').waitFor()
    await expect.poll(() => email.inputValue()).toBe('second@example.com')
  })

  test('asks before what was typed is thrown away', async () => {
    const page = await place.arriveAs(ada, customersOf(northwind))
    const dialog = await openForm(page)
    await dialog.getByLabel('E-mail address').fill('half@example.com')
    await press(page, 'Escape')
    await dialog.getByText('Close without saving?').waitFor()
    await expect.poll(() => hasFocus(button(dialog, 'Keep editing'))).toBe(true)
    await press(page, 'Enter')
    await expect
      .poll(() => dialog.getByLabel('E-mail address').inputValue())
      .toBe('half@example.com')
    await press(page, 'Escape')
    await button(dialog, 'Discard').click()
    await dialog.waitFor({ state: 'detached' })
  })
})

test('a customer is changed, and the timeline tells it', async () => {
  const page = await place.enterAs(ada)
  const customer = await createCustomer(page, northwind, {
    email: 'porky@pig.example',
    external_id: 'pigs/1',
    metadata: { plan: 'free' },
  })
  await arrive(page, pageOf(customer))
  await press(page, 'e')
  const dialog = form(page, 'Edit porky@pig.example')
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel('External id').getAttribute('readonly')).not.toBeNull()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Porky')
  await dialog.getByLabel('Value of pair 1').fill('pro')
  // What somebody else changes meanwhile stays.
  await change(page, customer, { email: 'porky@acme.example' })
  await button(dialog, 'Save').click()
  await page.getByRole('heading', { name: 'Porky', level: 1 }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await timeline(page).getByText('Name and metadata changed').waitFor()
  await expect.poll(() => facts(page).innerText()).toContain('porky@acme.example')
})

test('a link into the portal is made when it’s asked for, and shown once', async () => {
  const page = await place.arriveAs(ada, pageOf(bare))
  await button(page, 'Portal link').click()
  const dialog = form(page, 'Portal link')
  await button(dialog, 'Create link').click()
  const link = dialog.getByLabel('Link', { exact: true })
  await expect
    .poll(() => link.inputValue())
    .toMatch(/\/portal\/northwind-tools\?customer_session_token=/)
  await expectInOrder(page, 'customer-portal-link', { width: 1280, theme: 'light', window: true })
  await button(dialog, 'Done').click()
  await timeline(page).getByText('Portal link created').waitFor()
  await button(page, 'Portal link').click()
  await button(dialog, 'Create link').waitFor()
  await expect.poll(() => link.count()).toBe(0)
  await hold(page, everyCall, 'GET')
  await button(dialog, 'Create link').click()
  await link.waitFor()
})

describe('deleting', () => {
  test('says what happens, and leads back to the list', async () => {
    const page = await place.enterAs(ada)
    const wish = { email: 'gone@example.com', external_id: 'gone' }
    const customer = await createCustomer(page, northwind, wish)
    await arrive(page, pageOf(customer))
    const dialog = await askToDelete(page)
    await dialog.getByText('The address gone@example.com and the external id gone').waitFor()
    await button(dialog, 'Delete').click()
    await page.waitForURL('**/customers')
    await expect.poll(() => newsOn(page)).toContain('gone@example.com is deleted')
    await isLoaded(page)
    await expect.poll(() => rows(page).filter({ hasText: 'gone@example.com' }).count()).toBe(0)
    await arrive(page, pageOf(customer))
    await page.getByRole('heading', { name: 'There is no such customer' }).waitFor()
  })

  test('tells where somebody else was quicker', async () => {
    const page = await place.enterAs(ada)
    const customer = await createCustomer(page, northwind, { email: 'quick@example.com' })
    await arrive(page, pageOf(customer))
    const dialog = await askToDelete(page)
    await place.query('update customer set deleted_at = now() where id = $1', [customer.id])
    await button(dialog, 'Delete').click()
    await page.getByRole('heading', { name: 'There is no such customer' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
  })
})

test('the palette finds customers, and leads to them', async () => {
  const page = await place.arriveAs(jun, `/dashboard/${northwind.slug}`)
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
