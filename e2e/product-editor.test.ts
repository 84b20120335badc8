import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  drawing,
  makeBenefit,
  makeMeter,
  makeProduct,
  productsOf,
  readProduct,
  stockUp,
  switchUsage,
} from './catalog.ts'
import { hasFocus, newsOn, type Person, press, serverWithOperator } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let teamId = ''

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  await enroll(place, northwind, jun, 'member')
  await switchUsage(page, northwind, true)
  teamId = await stockUp(page, northwind)
  await place.leave()
})

const pages = [
  ['product-new', () => ada, () => productsOf(northwind, '/new')],
  ['product-edit', () => ada, () => productsOf(northwind, `/${teamId}/edit`)],
  ['product-edit-as-member', () => jun, () => productsOf(northwind, `/${teamId}/edit`)],
] as const

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Ada with an organization that only this test knows. */
async function arriveWithOwn(name: string, rest = '') {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  const open = (more = '') => arriveToLook(page, productsOf(organization, more))
  if (rest !== '') await open(rest)
  return { page, organization, open }
}

/** On the product’s page after it was saved; answers its id. */
async function saved(page: Page, name: string): Promise<string> {
  await title(page, name).waitFor()
  return new URL(page.url()).pathname.split('/')[4] ?? ''
}

/** By a meter that is made on the way. */
async function addMeteredPrice(page: Page): Promise<string> {
  await button(page, 'Add a usage price').click()
  await button(page, 'New meter').click()
  const dialog = page.getByRole('dialog', { name: 'Create a meter' })
  await dialog.getByLabel('Name').first().fill('API calls')
  await picture(page, 'product-new-meter', { width: 1280, theme: 'light', window: true })
  await button(dialog, 'Create meter').click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Meter').inputValue()).toBe('API calls')
  await page.getByLabel('Price of a unit').fill('.000125')
  await page.getByLabel('At most').fill('100.50')
  await preview(page).getByText('$0.000125 per unit of API calls').waitFor()
  return 'API calls'
}

/** Two of them, the second moved before the first by keyboard. */
async function addPictures(page: Page): Promise<[string, string]> {
  const files = ['teal', 'coral'].map((colour) => ({
    name: `${colour}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing(colour)),
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

test('the preview is beside the form, and on a phone behind it', () =>
  inEveryView(place.lookAs(ada, productsOf(northwind, `/${teamId}/edit`)), async (page, view) => {
    const isPhone = view.width < 600
    await expect.poll(() => preview(page).isVisible()).toBe(!isPhone)
    if (isPhone) await page.getByRole('radio', { name: 'Preview' }).check()
    await preview(page).getByText('$29.00').waitFor()
    if (!isPhone) return
    await expectInOrder(page, 'product-preview', view)
    await page.getByRole('radio', { name: 'Edit' }).check()
  }))

describe('the editor', () => {
  test('makes a product of everything that it can have', async () => {
    const { page, organization, open } = await arriveWithOwn('Makers')
    await switchUsage(page, organization, true)
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
    await page.getByLabel('Name of pair 1').fill('plan')
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
    await expect.poll(() => newsOn(page)).toContain('Pro plan is for sale')
  })

  test('says what is missing before it sends anything', async () => {
    const { page } = await arriveWithOwn('Forgetful', '/new')
    await button(page, 'Create product').click()
    await page.getByText('Enter a name.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true)
    await page.getByText('Enter an amount.').waitFor()
    await page.getByLabel('Amount').fill('29,50')
    await page.getByText('Enter an amount, such as 29 or 29.50.').waitFor()
    await page.getByRole('radio', { name: 'Pay what you want' }).check()
    await page.getByLabel('Minimum').fill('20')
    await page.getByLabel('Proposed').fill('10')
    await page.getByText('Propose no less than the minimum.').waitFor()
    await picture(page, 'product-mistakes', { width: 1280, theme: 'light' })
  })

  test('takes no file that isn’t a picture of a fit size, and says why', async () => {
    const { page } = await arriveWithOwn('Fussy', '/new')
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
    await page.getByText('This is no picture that browsers show.').waitFor()
    await page.getByText('This is too large. Choose one of up to 10 MB.').waitFor()
    await page.getByText('What arrived is no image/png').waitFor()
    await picture(page, 'product-files-refused', { width: 1280, theme: 'light' })
    await button(page, 'Don’t upload notes.txt').click()
    await expect.poll(() => page.getByText('notes.txt').count()).toBe(0)
  })

  test('shows what changes of the prices, and keeps the rest', async () => {
    const { page, organization, open } = await arriveWithOwn('Price changers')
    const id = await makeProduct(page, organization, { name: 'Basic plan' })
    await open(`/${id}/edit`)
    await page.getByText('How often buyers pay: Monthly').waitFor()
    await page.getByText('That stays, because people buy on these terms.').waitFor()
    const changes = page.getByRole('list', { name: 'What changes' })
    await expect.poll(() => changes.count()).toBe(0)
    await page.getByLabel('Amount').fill('39')
    await page.getByText('Whoever has subscribed keeps their price.').waitFor()
    await expect
      .poll(() => changes.getByRole('listitem').allInnerTexts())
      .toEqual(['Archived: $29 / month', 'Added: $39 / month'])
    await picture(page, 'product-price-change', { width: 1280, theme: 'light' })
    await page.getByLabel('Amount').fill('29.00')
    await expect.poll(() => changes.count()).toBe(0)
    await page.getByLabel('Amount').fill('39')
    await button(page, 'Save changes').click()
    await saved(page, 'Basic plan')
    await card(page, 'Prices').getByText('$39 / month').waitFor()
    expect(await readProduct(page, id)).toMatchObject({ prices: [{ price_amount: 3900 }] })
  })

  test('offers prices by a meter only where usage is billed, and leads there', async () => {
    const { page } = await arriveWithOwn('Usage off', '/new')
    await page.getByText('Usage-based billing is switched off.').waitFor()
    await expect.poll(() => button(page, 'Add a usage price').count()).toBe(0)
    await page.getByRole('link', { name: 'Switch it on in the settings' }).click()
    await title(page, 'General').waitFor()
  })

  test('puts what the server refuses under its field', async () => {
    const { page, organization, open } = await arriveWithOwn('Refused')
    await switchUsage(page, organization, true)
    await makeMeter(page, organization, 'Builds')
    await open('/new')
    await page.getByLabel('Name', { exact: true }).fill('Builds')
    await page.getByLabel('Amount').fill('5')
    await button(page, 'Add a usage price').click()
    await page.getByLabel('Meter').fill('Bui')
    await page.getByRole('option', { name: 'Builds' }).click()
    await page.getByLabel('Price of a unit').fill('0.01')
    await switchUsage(page, organization, false)
    await button(page, 'Create product').click()
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('Price of a unit') })
    await row.getByText('Switch on usage-based billing in the settings').waitFor()
    await button(page, 'Remove usage price 1').click()
    await button(page, 'Create product').click()
    const product = await readProduct(page, await saved(page, 'Builds'))
    expect(product.prices).toHaveLength(1)
  })

  test('goes on from what is saved where only half came through', async () => {
    const { page, organization, open } = await arriveWithOwn('Half way')
    const gone = await makeBenefit(page, organization, 'Soon gone')
    await open('/new')
    await page.getByLabel('Name', { exact: true }).fill('Half a plan')
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('checkbox', { name: 'Soon gone' }).check()
    const headers = { origin: new URL(page.url()).origin }
    await page.request.delete(`/v1/benefits/${gone}`, { headers })
    await button(page, 'Create product').click()
    await card(page, 'Benefits').getByText('Benefit not found').waitFor()
    await page.getByRole('checkbox', { name: 'A benefit that is gone' }).click()
    await button(page, 'Save changes').click()
    await saved(page, 'Half a plan')
    await open()
    const rows = rowsIn(page, 'Products')
    await expect.poll(() => rows.count()).toBe(1)
  })

  test('asks before something typed is lost', async () => {
    const { page } = await arriveWithOwn('Leavers', '/new')
    await page.getByLabel('Name', { exact: true }).fill('Almost')
    await press(page, 'Tab')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await button(page, 'Stay here').click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Almost')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await button(page, 'Leave without saving').click()
    await title(page, 'Products').waitFor()
  })

  test('begins with a copy where a product is duplicated', async () => {
    const page = await place.arriveAs(ada, productsOf(northwind))
    await button(page, 'Actions for Team plan').click()
    await item(page, 'Duplicate').click()
    await title(page, 'New product').waitFor()
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('Copy of Team plan')
    await expect.poll(() => page.getByLabel('Price of a unit').inputValue()).toBe('0.005')
    await expect.poll(() => page.getByRole('radio', { name: 'Yearly' }).isEnabled()).toBe(true)
    await preview(page).getByText('$0.005 per unit of API calls').waitFor()
  })

  test('puts benefits into another order by the mouse as well', async () => {
    const page = await place.arriveAs(ada, productsOf(northwind, `/${teamId}/edit`))
    const order = page.getByRole('list', { name: 'Benefits in their order' }).getByRole('listitem')
    await order.nth(1).locator('[draggable=true]').dragTo(order.nth(0))
    await expect.poll(() => order.first().innerText()).toContain('A license key for 5 machines')
    const shown = preview(page).getByRole('list', { name: 'What is in it' }).getByRole('listitem')
    await expect.poll(() => shown.first().innerText()).toBe('A license key for 5 machines')
  })

  test('is for owners and admins', async () => {
    const page = await place.arriveAs(jun, productsOf(northwind))
    await page.getByRole('row', { name: /Team plan/ }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'New product' }).count()).toBe(0)
    await button(page, 'Actions for Team plan').click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy id'])
    await arriveToLook(page, productsOf(northwind, '/new'))
    await page.getByText('Only owners and admins change products').waitFor()
  })
})
