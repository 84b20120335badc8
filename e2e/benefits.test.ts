import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { make, makeMeter, makeProduct, switchUsage } from './catalog.ts'
import {
  hasFocus,
  hasTakenFocus,
  hold,
  newsOn,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  expectInOrder,
  expectPageInOrder,
  isLoaded,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization
let notes = ''
let keys = ''

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  await enroll(place, northwind, jun, 'member')
  await switchUsage(page, northwind, true)
  keys = await make(page, northwind, 'benefits', license)
  notes = await make(page, northwind, 'benefits', handbook)
  const meter_id = await makeMeter(page, northwind, 'API calls')
  await make(page, northwind, 'benefits', {
    type: 'meter_credit',
    description: 'A thousand calls',
    properties: { meter_id, units: 1000, rollover: true },
  })
  const product = await makeProduct(page, northwind, { name: 'Team plan' })
  const headers = { origin: new URL(page.url()).origin }
  await page.request.post(`/v1/products/${product}/benefits`, {
    data: { benefits: [notes] },
    headers,
  })
  await place.leave()
})

const handbook = {
  type: 'custom',
  description: 'A handbook for everybody on the team',
  properties: { note: '## Where it is\n\nAt [our place](https://example.com/book), *always*.' },
  metadata: { shelf: 'A-very-long-name-of-a-shelf-that-has-no-end', copies: 3 },
}

const license = {
  type: 'license_keys',
  description: 'A license key',
  properties: {
    prefix: 'NORTH',
    expires: { ttl: 2, timeframe: 'year' },
    activations: { limit: 5, enable_customer_admin: true },
    limit_usage: 1000,
  },
}

const benefitsOf = ({ slug }: Organization, search = '') => `/dashboard/${slug}/benefits${search}`

const rows = (page: Page) => rowsIn(page, 'Benefits')
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()
const choose = (dialog: Locator, type: string) =>
  dialog.getByRole('radio', { name: new RegExp(`^${type}`) }).check()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Ada before the benefits of an organization that only this test knows. */
async function arriveWithOwn(name: string) {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  const open = async () => {
    await arrive(page, benefitsOf(organization))
    await isLoaded(page)
  }
  await open()
  return { page, organization, open }
}

async function beginCreating(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create benefit' }).click()
  return page.getByRole('dialog', { name: 'Create a benefit' })
}

async function edit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  return page.getByRole('dialog', { name: /^Edit/ })
}

const fileOf = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`This is ${name}.`),
})

const uploadInto = (dialog: Locator, ...names: readonly string[]) =>
  dialog.getByLabel('Files to upload').setInputFiles(names.map(fileOf))

const listed = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')

test.each([
  ['benefits', () => ada, () => benefitsOf(northwind)],
  ['benefits-empty', () => ada, () => benefitsOf(empty)],
  ['benefits-no-match', () => jun, () => benefitsOf(northwind, '?type=discord&q=x')],
  ['benefit-custom', () => ada, () => benefitsOf(northwind, `/${notes}`)],
  ['benefit-keys-as-member', () => jun, () => benefitsOf(northwind, `/${keys}`)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('the form of each type is in order', () =>
  onEachScreen(place.lookAs(ada, benefitsOf(northwind)), async (page, inEach, screen) => {
    const dialog = await beginCreating(page)
    for (const [name, type] of [
      ['custom', 'Custom'],
      ['files', 'File downloads'],
      ['credits', 'Meter credits'],
      ['github', 'GitHub'],
      ['discord', 'Discord'],
    ] as const) {
      await choose(dialog, type)
      await picture(page, `benefit-form-${name}`, { ...screen, window: true })
    }
    await choose(dialog, 'License keys')
    for (const box of ['Keys expire', 'Limit activations', 'Limit usage']) {
      await dialog.getByRole('checkbox', { name: box }).check()
    }
    await inEach((view) => expectInOrder(page, 'benefit-form-keys', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }))

test('a benefit is made, changed and deleted by keyboard alone', async () => {
  const { page } = await arriveWithOwn('Keys')
  await page.getByText('There are no benefits').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Create a benefit' })
  await expect.poll(() => hasFocus(dialog.getByRole('radio', { name: /^Custom/ }))).toBe(true)
  await press(page, 'Tab')
  await expect.poll(() => hasFocus(field(dialog, 'Description'))).toBe(true)
  await page.keyboard.type('A ')
  await press(page, 'Enter')
  await dialog.getByText('Use at least 3 characters.').waitFor()
  await page.keyboard.type('handbook')
  await press(page, 'Tab')
  await page.keyboard.type('It is *here*.')
  await press(page, 'Shift+Tab', 'Enter')
  await title(page, 'A handbook').waitFor()
  await page.getByText('It is here.').waitFor()
  await press(page, 'e')
  const form = page.getByRole('dialog', { name: 'Edit A handbook' })
  await field(form, 'Description').fill('The handbook')
  await press(page, 'Enter')
  await title(page, 'The handbook').waitFor()
  await page.getByRole('button', { name: 'More actions' }).focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(page.getByRole('menuitem', { name: 'Delete…' }))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete The handbook?' })
  await question.getByText('No product comes with it.').waitFor()
  await hasTakenFocus(question)
  await press(page, 'Tab', 'Enter')
  await page.waitForURL('**/benefits')
  await expect.poll(() => newsOn(page)).toContain('The handbook is deleted')
  await page.getByText('There are no benefits').waitFor()
})

describe('the page of a benefit', () => {
  test('shows what it gives, and with which products', async () => {
    const page = await place.arriveAs(ada, benefitsOf(northwind, `/${notes}`))
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
    await page.getByRole('link', { name: 'our place' }).waitFor()
    await page.getByRole('link', { name: 'Team plan' }).waitFor()
    const facts = page.getByRole('complementary', { name: 'Facts' })
    await expect.poll(() => facts.innerText()).toContain('A-very-long-name-of-a-shelf')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByText('The product that comes with it').waitFor()
    await picture(page, 'benefit-delete', { width: 1280, theme: 'light', window: true })
  })

  test('says in words what keys are good for', async () => {
    const page = await place.arriveAs(jun, benefitsOf(northwind, `/${keys}`))
    for (const words of ['NORTH', 'after 2 years', '5, customers may deactivate', '1,000']) {
      await page.getByText(words, { exact: true }).waitFor()
    }
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  })

  test('that isn’t there says so', async () => {
    const page = await place.arriveAs(ada, benefitsOf(northwind, '/nothing'))
    await title(page, 'There is no such benefit').waitFor()
    await arrive(page, benefitsOf(empty, `/${notes}`))
    await title(page, 'There is no such benefit').waitFor()
    await expect.poll(() => page.getByText(handbook.description).count()).toBe(0)
  })
})

test('files are uploaded, renamed, put in order, archived and removed', async () => {
  const { page } = await arriveWithOwn('Files')
  const dialog = await beginCreating(page)
  await choose(dialog, 'File downloads')
  await field(dialog, 'Description').fill('All icons')
  await submit(dialog)
  await dialog.getByText('Upload at least one file.').waitFor()
  await uploadInto(dialog, 'one.txt', 'two.txt', 'three.txt')
  await expect.poll(() => listed(dialog).count()).toBe(3)
  await dialog.getByRole('button', { name: 'Move three.txt up' }).click()
  await dialog.getByRole('button', { name: 'Actions for one.txt' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await dialog.getByRole('button', { name: 'Actions for two.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename two.txt' })
  await field(rename, 'Name').fill('a/b.txt')
  await submit(rename)
  await rename.getByText('without slashes').waitFor()
  await field(rename, 'Name').fill('zwei.txt')
  await press(page, 'Enter')
  await rename.waitFor({ state: 'detached' })
  // The form around wasn't sent by it.
  await expect.poll(() => dialog.count()).toBe(1)
  await expect
    .poll(async () => (await listed(dialog).allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['one.txt', 'three.txt', 'zwei.txt'])
  await picture(page, 'benefit-form-uploaded', { width: 1280, theme: 'light', window: true })
  await submit(dialog)
  await title(page, 'All icons').waitFor()
  const card = page.getByRole('region', { name: 'Files' })
  await expect.poll(() => card.getByRole('listitem').count()).toBe(3)
  await card.getByRole('listitem').filter({ hasText: 'one.txt' }).getByText('archived').waitFor()
  const form = await edit(page)
  await form.getByRole('button', { name: 'Actions for three.txt' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await form.getByRole('button', { name: 'Actions for one.txt' }).click()
  await page.getByRole('menuitem', { name: 'Offer again' }).click()
  await submit(form)
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => card.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => card.getByText('archived').count()).toBe(0)
})

test('a file that didn’t get through is tried again, and the form waits for it', async () => {
  const { page } = await arriveWithOwn('Trouble')
  const dialog = await beginCreating(page)
  await choose(dialog, 'File downloads')
  await field(dialog, 'Description').fill('All icons')
  await page.context().setOffline(true)
  await uploadInto(dialog, 'one.txt')
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  const letThrough = await hold(page, /\/v1\/file-parts\//)
  await dialog.getByRole('button', { name: 'Try again one.txt' }).click()
  await dialog.getByRole('progressbar', { name: 'Uploading one.txt' }).waitFor()
  await submit(dialog)
  await dialog.getByText('Wait until all files are there').waitFor()
  await expect.poll(() => listed(dialog).count()).toBe(0)
  letThrough()
  await expect.poll(() => listed(dialog).count()).toBe(1)
  await submit(dialog)
  await title(page, 'All icons').waitFor()
})

test('keys have every bound that was asked for', async () => {
  const { page } = await arriveWithOwn('Licenses')
  const dialog = await beginCreating(page)
  await choose(dialog, 'License keys')
  await field(dialog, 'Description').fill('A license key')
  await field(dialog, 'Prefix (optional)').fill('NORTH')
  for (const box of ['Keys expire', 'Limit activations', 'Limit usage']) {
    await dialog.getByRole('checkbox', { name: box }).check()
  }
  await field(dialog, 'After').fill('18')
  await field(dialog, 'Unit').selectOption('months')
  await field(dialog, 'Activations').fill('51')
  await dialog.getByRole('checkbox', { name: 'Customers may deactivate' }).uncheck()
  await submit(dialog)
  await dialog.getByText('Enter a whole number from 1 to 50.').waitFor()
  await field(dialog, 'Activations').fill('3')
  await field(dialog, 'Uses').fill('500')
  await submit(dialog)
  await title(page, 'A license key').waitFor()
  for (const words of ['NORTH', 'after 18 months', '3', '500']) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  const form = await edit(page)
  await form.getByRole('checkbox', { name: 'Keys expire' }).uncheck()
  await submit(form)
  await form.waitFor({ state: 'detached' })
  await page.getByText('never', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('after 18 months', { exact: true }).count()).toBe(0)
})

describe('credits of a meter', () => {
  test('need usage-based billing', async () => {
    const { page } = await arriveWithOwn('Without usage')
    const dialog = await beginCreating(page)
    await choose(dialog, 'Meter credits')
    await dialog.getByText('Usage-based billing is switched off.').waitFor()
    await field(dialog, 'Description').fill('A thousand calls')
    await submit(dialog)
    await expect.poll(() => dialog.count()).toBe(1)
    await dialog.getByRole('link', { name: 'Open the settings' }).click()
    await page.getByText('Leave without saving?').waitFor()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await title(page, 'General').waitFor()
  })

  test('can make their meter on the way', async () => {
    const { page, organization, open } = await arriveWithOwn('With usage')
    await switchUsage(page, organization, true)
    await open()
    const dialog = await beginCreating(page)
    await choose(dialog, 'Meter credits')
    await field(dialog, 'Description').fill('A thousand calls')
    await submit(dialog)
    await dialog.getByText('Choose a meter, or create one.').waitFor()
    await dialog.getByRole('button', { name: 'New meter' }).click()
    const meter = page.getByRole('dialog', { name: 'Create a meter' })
    await field(meter, 'Name').fill('API calls')
    await field(meter, 'Value of condition 1').fill('api_call')
    await press(page, 'Enter')
    await meter.waitFor({ state: 'detached' })
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Meter' }).inputValue())
      .toBe('API calls')
    await expect.poll(() => field(dialog, 'Description').inputValue()).toBe('A thousand calls')
    await field(dialog, 'Units').fill('1000')
    await dialog.getByRole('checkbox', { name: 'What is left rolls over' }).check()
    await submit(dialog)
    await title(page, 'A thousand calls').waitFor()
    await page.getByText('rolls over', { exact: true }).waitFor()
    await page.getByText('API calls', { exact: true }).waitFor()
  })
})

test('where the server knows no other service, it says so, and what to do', async () => {
  const { page } = await arriveWithOwn('Alone')
  const dialog = await beginCreating(page)
  await choose(dialog, 'Discord role')
  await dialog.getByRole('button', { name: 'Connect a server at Discord' }).click()
  await dialog.getByText('GUILDHALL_DISCORD_CLIENT_ID').waitFor()
  await choose(dialog, 'GitHub')
  await dialog.getByText('GUILDHALL_GITHUB_APP_ID').waitFor()
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
})

test('the list is searched and filtered, and the address of the page keeps it', async () => {
  const page = await place.arriveAs(ada, benefitsOf(northwind))
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('menuitem', { name: 'License keys' }).click()
  await page.waitForURL('**/benefits?type=license_keys')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, '/')
  await page.keyboard.type('nothing')
  await page.waitForURL('**/benefits?q=nothing&type=license_keys')
  await page.reload()
  await page.getByRole('button', { name: 'Show all benefits' }).click()
  await page.waitForURL('**/benefits')
  await expect.poll(() => rows(page).count()).toBe(3)
  await press(page, 'j', 'Enter')
  await page.waitForURL('**/benefits/*')
})
