import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pdfText } from '../packages/server/test/pdf-text.ts'
import { faultsOfAccess } from './access.ts'
import { newsOn, type Person, press, serverWithOperator, wide } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { sell, stockFor } from './sales.ts'
import { arrive, expectPageInOrder, picture } from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  await enroll(place, northwind, jun, 'member')
  await enroll(place, empty, jun, 'member')
  await say(page, northwind, {
    name: 'Northwind Tools Lindqvist, Okafor und Partner Gesellschaft mit beschränkter Haftung',
    address: { line1: 'Speicherstraße 12', postal_code: '20457', city: 'Hamburg', country: 'DE' },
    tax_number: 'DE136695976',
    footer: 'Amtsgericht Hamburg, HRB 123456',
  })
  await place.leave()
})

const invoicesOf = ({ slug }: Organization) => `/dashboard/${slug}/settings/invoices`
const detailsPath = ({ id }: Organization) => `/v1/organizations/${id}/seller-details`

const card = (page: Page) => page.getByRole('region', { name: 'Seller' })
const field = (page: Page, label: string) =>
  card(page).getByLabel(`${label} (optional)`, { exact: true })
const save = (page: Page) => card(page).getByRole('button', { name: 'Save' })

async function say(page: Page, organization: Organization, data: object): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.put(detailsPath(organization), { data, headers })
  expect(answer.status()).toBe(200)
}

/** Ada before the settings of an organization that only this test knows. */
async function arriveWithOwn(name: string) {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  await arrive(page, invoicesOf(organization))
  return { page, organization }
}

test.each([
  ['invoice-settings', () => ada, () => invoicesOf(northwind)],
  ['invoice-settings-none', () => ada, () => invoicesOf(empty)],
  ['invoice-settings-as-member', () => jun, () => invoicesOf(northwind)],
  ['invoice-settings-none-as-member', () => jun, () => invoicesOf(empty)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('what is saved stays, and stands on the next invoice', async () => {
  const { page, organization } = await arriveWithOwn('Acme')
  await card(page).getByText('invoices show “Acme”').waitFor()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await field(page, 'Name').fill('  Acme Handels GmbH ')
  await field(page, 'Country').fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await field(page, 'Street and number').fill('Gasse 1')
  await field(page, 'Postal code').fill('1010')
  await field(page, 'City').fill('Wien')
  await field(page, 'Tax number').fill('ATU12345678')
  await field(page, 'Footer').fill('FN 1234a')
  await save(page).click()
  await expect.poll(() => newsOn(page)).toContain('What invoices say of you is saved')
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Acme Handels GmbH')
  await page.reload()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Acme Handels GmbH')
  await expect.poll(() => field(page, 'Country').inputValue()).toBe('Austria')
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('FN 1234a')
  const order = await sell(place, organization, await stockFor(page, organization))
  const made = await page.request.get(`/v1/orders/${order}/invoice`)
  const printed = await page.request.get((await made.json()).url)
  expect(pdfText(await printed.body())).toEqual(
    expect.arrayContaining([
      'Acme Handels GmbH',
      'Gasse 1',
      '1010 Wien',
      'Austria',
      expect.stringContaining('ATU12345678'),
      'FN 1234a',
    ]),
  )
})

test('a mistake stands under its field, and what is emptied is said no more', async () => {
  const { page, organization } = await arriveWithOwn('Mistaken')
  await field(page, 'City').fill('Wien')
  await field(page, 'Footer').fill('x'.repeat(501))
  await save(page).click()
  await page.getByText('Choose the country that this address is in.').waitFor()
  await field(page, 'Country').fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await save(page).click()
  await page.getByText('Use at most 500 characters.').waitFor()
  await expect.poll(() => field(page, 'Footer').getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'invoice-settings-mistake', wide)
  expect(await faultsOfAccess(page)).toEqual([])
  await field(page, 'Footer').fill('')
  await field(page, 'Postal code').fill('1'.repeat(33))
  await save(page).click()
  await expect.poll(() => field(page, 'Postal code').getAttribute('aria-invalid')).toBe('true')
  await field(page, 'Postal code').fill('')
  await save(page).click()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  const details = async () => (await page.request.get(detailsPath(organization))).json()
  await expect
    .poll(details)
    .toMatchObject({ address: { city: 'Wien', country: 'AT' }, footer: null })
  await field(page, 'City').fill('')
  await field(page, 'Country').fill('')
  await press(page, 'Tab')
  await save(page).click()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await expect.poll(details).toMatchObject({ address: null })
})

test('what isn’t saved is asked about before it’s left', async () => {
  const { page } = await arriveWithOwn('Unsaved')
  await field(page, 'Footer').fill('FN 1')
  await page.getByRole('link', { name: 'Taxes' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('FN 1')
  await card(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Taxes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Taxes' }).waitFor()
})

test('a member reads it, and somebody whose role was taken is told', async () => {
  const reader = await place.arriveAs(jun, invoicesOf(northwind))
  await expect.poll(() => card(reader).innerText()).toContain('20457 Hamburg')
  await expect.poll(() => card(reader).innerText()).toContain('Germany')
  await expect.poll(() => card(reader).getByRole('textbox').count()).toBe(0)
  const host = await place.enterAs(ada)
  const orchard = await found(host, 'Orchard')
  const adam = await place.signUp('Adam Admin')
  await enroll(place, orchard, adam, 'admin')
  const page = await place.arriveAs(adam, invoicesOf(orchard))
  await field(page, 'Name').fill('Orchard of Adam')
  await place.query('update member set role = $1 where user_id = $2', ['member', adam.id])
  await save(page).click()
  await page.getByText('Your role changed').waitFor()
})
