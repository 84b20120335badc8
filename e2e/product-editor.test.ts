import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createSampleProducts,
  drawing,
  makeBenefit,
  makeMeter,
  makeProduct,
  productsOf,
  readProduct,
  setUsageBilling,
} from './catalog.ts'
import { hasFocus, type Person, press, serverWithOperator, toastsOn } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
  openForViewing,
  rowsIn,
  screenshot,
} from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let teamId = ''

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await addMember(app, northwind, jun, 'member')
  await setUsageBilling(page, northwind, true)
  teamId = await createSampleProducts(page, northwind)
  await app.endVisits()
})

const pages = [
  ['product-new', () => ada, () => productsOf(northwind, '/new')],
  ['product-edit', () => ada, () => productsOf(northwind, `/${teamId}/edit`)],
  ['product-edit-as-member', () => jun, () => productsOf(northwind, `/${teamId}/edit`)],
] as const

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens a page of a new organization of Ada's. */
async function openInNewOrganization(name: string, rest = '') {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  const open = (more = '') => openForViewing(page, productsOf(organization, more))
  if (rest !== '') await open(rest)
  return { page, organization, open }
}

/** Waits for the product's page after a save; returns the id. */
async function saved(page: Page, name: string): Promise<string> {
  await title(page, name).waitFor()
  return new URL(page.url()).pathname.split('/')[4] ?? ''
}

/** Adds a metered price and creates its meter; returns the meter's id. */
async function addMeteredPrice(page: Page): Promise<string> {
  await button(page, 'Add a usage price').click()
  await button(page, 'New meter').click()
  const dialog = page.getByRole('dialog', { name: 'Create a meter' })
  await dialog.getByLabel('Name').first().fill('API calls')
  await screenshot(page, 'product-new-meter', { width: 1280, theme: 'light', window: true })
  await button(dialog, 'Create meter').click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Meter').inputValue()).toBe('API calls')
  await page.getByLabel('Price per unit').fill('.000125')
  await page.getByLabel('At most').fill('100.50')
  await preview(page).getByText('$0.000125 per unit of API calls').waitFor()
  return 'API calls'
}

/** Adds two pictures, and moves the second before the first by keyboard. */
async function addPictures(page: Page): Promise<[string, string]> {
  const files = ['teal', 'coral'].map((color) => ({
    name: `${color}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing(color)),
  }))
  await card(page, 'Media').locator('input[type=file]').setInputFiles(files)
  await expect.poll(() => button(page, 'Move coral.svg up').isEnabled()).toBe(true)
  await button(page, 'Move coral.svg up').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(button(page, 'Move coral.svg down'))).toBe(true)
  const pictures = page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('listitem')
  await expect.poll(() => pictures.first().innerText()).toContain('coral.svg')
  return ['teal.svg', 'coral.svg']
}

async function addBenefit(page: Page, name: string): Promise<string> {
  await button(page, 'New benefit').click()
  const dialog = page.getByRole('dialog', { name: 'Create a benefit' })
  await dialog.getByLabel('Description').fill(name)
  await button(dialog, 'Create benefit').click()
  await dialog.waitFor({ state: 'detached' })
  await preview(page).getByText(name).waitFor()
  return name
}

async function addField(page: Page, name: string): Promise<void> {
  await button(page, 'New field').click()
  const dialog = page.getByRole('dialog', { name: 'Create a custom field' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await button(dialog, 'Create field').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: `Required for ${name}` }).check()
  await preview(page).getByText(name).waitFor()
}

test('the preview is next to the form, and on a phone behind a button', () =>
  forEachView(app.viewAs(ada, productsOf(northwind, `/${teamId}/edit`)), async (page, view) => {
    const isPhone = view.width < 600
    await expect.poll(() => preview(page).isVisible()).toBe(!isPhone)
    if (isPhone) await page.getByRole('radio', { name: 'Preview' }).check()
    await preview(page).getByText('$29.00').waitFor()
    if (!isPhone) return
    await expectAccessibleView(page, 'product-preview', view)
    await page.getByRole('radio', { name: 'Edit' }).check()
  }))

describe('the editor', () => {
  test('creates a product with every kind of detail', async () => {
    const { page, organization, open } = await openInNewOrganization('Makers')
    await setUsageBilling(page, organization, true)
    const support = await makeBenefit(page, organization, 'Priority support')
    await open('/new')
    await page.getByLabel('Name', { exact: true }).fill('Pro plan')
    await page.getByLabel('Description').fill('For **professionals**.')
    await preview(page).locator('strong', { hasText: 'professionals' }).waitFor()
    await page.getByLabel('Amount').fill('29.57')
    await preview(page).getByText('$29.57').waitFor()
    const calls = await addMeteredPrice(page)
    const [first, second] = await addPictures(page)
    await page.getByRole('checkbox', { name: 'Priority support' }).check()
    await preview(page).getByText('Priority support').waitFor()
    const sticker = await addBenefit(page, 'A sticker')
    await addField(page, 'Company')
    await button(page, 'Add a pair').click()
    await page.getByLabel('Key of pair 1').fill('plan')
    await page.getByLabel('Value of pair 1').fill('pro')
    await button(page, 'Create product').click()
    const product = await readProduct(page, await saved(page, 'Pro plan'))
    expect(product).toMatchObject({
      name: 'Pro plan',
      description: 'For **professionals**.',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'fixed', price_amount: 2957 },
        {
          amount_type: 'metered_unit',
          unit_amount: '0.0125',
          cap_amount: 10_050,
          meter: { name: calls },
        },
      ],
      medias: [{ name: second }, { name: first }],
      benefits: [{ id: support }, { description: sticker }],
      attached_custom_fields: [{ required: true, custom_field: { slug: 'company' } }],
      metadata: { plan: 'pro' },
    })
    await expect.poll(() => toastsOn(page)).toContain('Pro plan created')
  })

  test('reports missing fields before it sends anything', async () => {
    const { page } = await openInNewOrganization('Forgetful', '/new')
    await button(page, 'Create product').click()
    await page.getByText('Enter a name.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true)
    await page.getByText('Enter an amount.').waitFor()
    await page.getByLabel('Amount').fill('29,50')
    await page.getByText('Enter an amount, such as 29 or 29.50.').waitFor()
    await page.getByRole('radio', { name: 'Pay what you want' }).check()
    await page.getByLabel('Minimum').fill('20')
    await page.getByLabel('Suggested').fill('10')
    await page.getByText('Enter a suggestion of at least the minimum.').waitFor()
    await screenshot(page, 'product-mistakes', { width: 1280, theme: 'light' })
  })

  test('refuses files that aren’t pictures or are too large', async () => {
    const { page } = await openInNewOrganization('Fussy', '/new')
    await card(page, 'Media')
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
        {
          name: 'huge.png',
          mimeType: 'image/png',
          buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
        },
        { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
      ])
    await page.getByText('This file type is not supported.').waitFor()
    await page.getByText('This file is too large. Choose one of up to 10 MB.').waitFor()
    await page.getByText('The uploaded bytes are not image/png').waitFor()
    await screenshot(page, 'product-files-refused', { width: 1280, theme: 'light' })
    await button(page, 'Cancel upload of notes.txt').click()
    await expect.poll(() => page.getByText('notes.txt').count()).toBe(0)
  })

  test('shows changed prices and keeps the rest', async () => {
    const { page, organization, open } = await openInNewOrganization('Price changers')
    const id = await makeProduct(page, organization, { name: 'Basic plan' })
    await open(`/${id}/edit`)
    await page.getByText('Billing cycle: Monthly').waitFor()
    await page.getByText('The billing cycle can’t be changed.').waitFor()
    const changes = page.getByRole('list', { name: 'What changes' })
    await expect.poll(() => changes.count()).toBe(0)
    await page.getByLabel('Amount').fill('39')
    await page.getByText('Existing subscribers keep their price.').waitFor()
    await expect
      .poll(() => changes.getByRole('listitem').allInnerTexts())
      .toEqual(['Archived: $29 / month', 'Added: $39 / month'])
    await screenshot(page, 'product-price-change', { width: 1280, theme: 'light' })
    await page.getByLabel('Amount').fill('29.00')
    await expect.poll(() => changes.count()).toBe(0)
    await page.getByLabel('Amount').fill('39')
    await button(page, 'Save changes').click()
    await saved(page, 'Basic plan')
    await card(page, 'Prices').getByText('$39 / month').waitFor()
    expect(await readProduct(page, id)).toMatchObject({ prices: [{ price_amount: 3900 }] })
  })

  test('offers metered prices only with usage-based billing, and links to it', async () => {
    const { page, organization, open } = await openInNewOrganization('Usage off', '/new')
    await expect.poll(() => button(page, 'Add a usage price').count()).toBe(1)
    await setUsageBilling(page, organization, false)
    await open('/new')
    await page.getByText('Usage-based billing is turned off.').waitFor()
    await expect.poll(() => button(page, 'Add a usage price').count()).toBe(0)
    await page.getByRole('link', { name: 'Turn it on in the settings' }).click()
    await title(page, 'General').waitFor()
  })

  test('shows refusals of the server under their fields', async () => {
    const { page, organization, open } = await openInNewOrganization('Refused')
    await setUsageBilling(page, organization, true)
    await makeMeter(page, organization, 'Builds')
    await open('/new')
    await page.getByLabel('Name', { exact: true }).fill('Builds')
    await page.getByLabel('Amount').fill('5')
    await button(page, 'Add a usage price').click()
    await page.getByLabel('Meter').fill('Bui')
    await page.getByRole('option', { name: 'Builds' }).click()
    await page.getByLabel('Price per unit').fill('0.01')
    await setUsageBilling(page, organization, false)
    await button(page, 'Create product').click()
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('Price per unit') })
    await row.getByText('Enable usage-based billing in the organization’s settings').waitFor()
    await button(page, 'Remove usage price 1').click()
    await button(page, 'Create product').click()
    const product = await readProduct(page, await saved(page, 'Builds'))
    expect(product.prices).toHaveLength(1)
  })

  test('resumes after a save that failed halfway', async () => {
    const { page, organization, open } = await openInNewOrganization('Half way')
    const gone = await makeBenefit(page, organization, 'Soon gone')
    await open('/new')
    await page.getByLabel('Name', { exact: true }).fill('Half a plan')
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('checkbox', { name: 'Soon gone' }).check()
    const headers = { origin: new URL(page.url()).origin }
    await page.request.delete(`/v1/benefits/${gone}`, { headers })
    await button(page, 'Create product').click()
    await card(page, 'Benefits').getByText('Benefit not found').waitFor()
    await page.getByRole('checkbox', { name: 'Deleted benefit' }).click()
    await button(page, 'Save changes').click()
    await saved(page, 'Half a plan')
    await open()
    const rows = rowsIn(page, 'Products')
    await expect.poll(() => rows.count()).toBe(1)
  })

  test('asks before it discards input', async () => {
    const { page } = await openInNewOrganization('Leavers', '/new')
    await page.getByLabel('Name', { exact: true }).fill('Almost')
    await press(page, 'Tab')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await button(page, 'Stay on this page').click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Almost')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await button(page, 'Leave without saving').click()
    await title(page, 'Products').waitFor()
  })

  test('starts with a copy when a product is duplicated', async () => {
    const page = await app.openAs(ada, productsOf(northwind))
    await button(page, 'Actions for Team plan').click()
    await item(page, 'Duplicate').click()
    await title(page, 'Create a product').waitFor()
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('Copy of Team plan')
    await expect.poll(() => page.getByLabel('Price per unit').inputValue()).toBe('0.005')
    await expect.poll(() => page.getByRole('radio', { name: 'Yearly' }).isEnabled()).toBe(true)
    await preview(page).getByText('$0.005 per unit of API calls').waitFor()
  })

  test('sorts benefits by mouse', async () => {
    const page = await app.openAs(ada, productsOf(northwind, `/${teamId}/edit`))
    const order = page.getByRole('list', { name: 'Benefits in order' }).getByRole('listitem')
    await order.nth(1).locator('[draggable=true]').dragTo(order.nth(0))
    await expect.poll(() => order.first().innerText()).toContain('A license key for 5 machines')
    const shown = preview(page).getByRole('list', { name: 'What’s included' }).getByRole('listitem')
    await expect.poll(() => shown.first().innerText()).toBe('A license key for 5 machines')
  })

  test('is for owners and admins', async () => {
    const page = await app.openAs(jun, productsOf(northwind))
    await page.getByRole('row', { name: /Team plan/ }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create product' }).count()).toBe(0)
    await button(page, 'Actions for Team plan').click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy ID'])
    await openForViewing(page, productsOf(northwind, '/new'))
    await page.getByText('Only owners and admins can change products').waitFor()
  })
})
