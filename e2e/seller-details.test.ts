import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdfText } from '../packages/server/test/pdf-text.ts'
import { accessibilityViolations } from './accessibility.ts'
import { makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { press, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import { sell, stockFor } from './sales.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  screenshot,
  type View,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

setUp(async (page) => {
  await addMember(app, empty, jun, 'member')
  await saveDetails(page, northwind, {
    name: 'Northwind Tools Lindqvist, Okafor und Partner Gesellschaft mit beschränkter Haftung',
    address: { line1: 'Speicherstraße 12', postal_code: '20457', city: 'Hamburg', country: 'DE' },
    tax_number: 'DE136695976',
    footer: 'Amtsgericht Hamburg, HRB 123456',
  })
})

const invoicesOf = ({ slug }: Organization) => `/dashboard/${slug}/settings/invoices`
const detailsPath = ({ id }: Organization) => `/v1/organizations/${id}/seller-details`

const card = (page: Page) => page.getByRole('region', { name: 'Seller' })
const field = (page: Page, label: string) =>
  card(page).getByLabel(`${label} (optional)`, { exact: true })
const save = (page: Page) => card(page).getByRole('button', { name: 'Save' })

async function saveDetails(page: Page, organization: Organization, data: object): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.put(detailsPath(organization), { data, headers })
  expect(answer.status()).toBe(200)
}

/** Opens the settings of a new organization of Ada's. */
async function openInNewOrganization(name: string) {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  await openPath(page, invoicesOf(organization))
  return { page, organization }
}

test.each([
  ['invoice-settings', () => ada, () => invoicesOf(northwind)],
  ['invoice-settings-none', () => ada, () => invoicesOf(empty)],
  ['invoice-settings-as-member', () => jun, () => invoicesOf(northwind)],
  ['invoice-settings-none-as-member', () => jun, () => invoicesOf(empty)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('saved seller details are kept and printed on the next invoice', async () => {
  const { page, organization } = await openInNewOrganization('Acme')
  await card(page).getByText('invoices show “Acme”').waitFor()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await field(page, 'Name').fill('  Acme Handels GmbH ')
  await field(page, 'Country').fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await field(page, 'Address line 1').fill('Gasse 1')
  await field(page, 'Postal code').fill('1010')
  await field(page, 'City').fill('Wien')
  await field(page, 'Tax number').fill('ATU12345678')
  await field(page, 'Footer').fill('FN 1234a')
  await save(page).click()
  await expect.poll(() => toastsOn(page)).toContain('Invoice details saved')
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Acme Handels GmbH')
  await page.reload()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Acme Handels GmbH')
  await expect.poll(() => field(page, 'Country').inputValue()).toBe('Austria')
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('FN 1234a')
  const order = await sell(app, organization, await stockFor(page, organization))
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

test('mistakes appear under their fields, and emptied fields are cleared', async () => {
  const { page, organization } = await openInNewOrganization('Mistaken')
  await field(page, 'City').fill('Wien')
  await field(page, 'Footer').fill('x'.repeat(501))
  await save(page).click()
  await page.getByText('Choose the country of this address.').waitFor()
  await field(page, 'Country').fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await save(page).click()
  await page.getByText('Use at most 500 characters.').waitFor()
  await expect.poll(() => field(page, 'Footer').getAttribute('aria-invalid')).toBe('true')
  await screenshot(page, 'invoice-settings-mistake', wide)
  expect(await accessibilityViolations(page)).toEqual([])
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

test('an empty address is asked for at home and where a product is shared', async () => {
  const { page, organization } = await openInNewOrganization('Nowhere')
  const product = await makeProduct(page, organization, { name: 'Solo' })
  const home = `/dashboard/${organization.slug}`
  const productPath = `${home}/products/${product}`
  const share = (on: Page) => on.getByRole('dialog', { name: 'Share Solo' })
  const openShare = async (view: View = wide) => {
    const shown = await app.openAs(ada, productPath, view)
    await shown.getByRole('button', { name: 'Share', exact: true }).click()
    await share(shown).getByRole('button', { name: 'Copy URL' }).waitFor()
    return shown
  }
  await onDesktopAndPhone(openShare, async (shown, eachView) => {
    await share(shown).getByText('don’t show an address yet').waitFor()
    await eachView((view) =>
      expectAccessibleView(shown, 'share-without-address', { ...view, window: true }),
    )
  })
  await openPath(page, home)
  await page.getByRole('link', { name: 'Add address' }).click()
  await field(page, 'Country').fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await save(page).click()
  await expect.poll(() => toastsOn(page)).toContain('Invoice details saved')
  await openPath(page, home)
  await page.getByText('Add your address: done').waitFor()
  const after = await openShare()
  await expect.poll(() => share(after).getByText('address yet').count()).toBe(0)
})

test('leaving with unsaved input asks for confirmation', async () => {
  const { page } = await openInNewOrganization('Unsaved')
  await field(page, 'Footer').fill('FN 1')
  await page.getByRole('link', { name: 'Taxes' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('FN 1')
  await card(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => field(page, 'Footer').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Taxes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Taxes' }).waitFor()
})

test('members can read seller details, and a removed role is reported', async () => {
  const reader = await app.openAs(jun, invoicesOf(northwind))
  await expect.poll(() => card(reader).innerText()).toContain('20457 Hamburg')
  await expect.poll(() => card(reader).innerText()).toContain('Germany')
  await expect.poll(() => card(reader).getByRole('textbox').count()).toBe(0)
  const host = await app.signInAs(ada)
  const orchard = await createOrganization(host, 'Orchard')
  const adam = await app.signUp('Adam Admin')
  await addMember(app, orchard, adam, 'admin')
  const page = await app.openAs(adam, invoicesOf(orchard))
  await field(page, 'Name').fill('Orchard of Adam')
  await app.query('update member set role = $1 where user_id = $2', ['member', adam.id])
  await save(page).click()
  await page.getByText('Your role changed').waitFor()
})
