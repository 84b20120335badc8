import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { make, makeMeter, makeProduct, setBenefits, setUsageBilling } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, holdRequests, press, toastsOn, waitForFocus } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  screenshot,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let notes = ''
let keys = ''

setUp(async (page) => {
  await setUsageBilling(page, northwind, true)
  keys = await make(page, northwind, 'benefits', license)
  notes = await make(page, northwind, 'benefits', handbook)
  const meter_id = await makeMeter(page, northwind, 'API calls')
  await make(page, northwind, 'benefits', {
    type: 'meter_credit',
    description: 'A thousand calls',
    properties: { meter_id, units: 1000, rollover: true },
  })
  const product = await makeProduct(page, northwind, { name: 'Team plan' })
  await setBenefits(page, product, [notes])
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

/** Opens the benefits of a new organization of Ada's. */
async function openInNewOrganization(name: string) {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  const open = async () => {
    await openPath(page, benefitsOf(organization))
    await waitUntilLoaded(page)
  }
  await open()
  return { page, organization, open }
}

async function openCreateDialog(page: Page): Promise<Locator> {
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
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the form of each type fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, benefitsOf(northwind)), async (page, eachView, screen) => {
    const dialog = await openCreateDialog(page)
    for (const [name, type] of [
      ['custom', 'Custom'],
      ['files', 'File downloads'],
      ['credits', 'Meter credits'],
      ['github', 'GitHub'],
      ['discord', 'Discord'],
    ] as const) {
      await choose(dialog, type)
      await screenshot(page, `benefit-form-${name}`, { ...screen, window: true })
    }
    await choose(dialog, 'License keys')
    for (const box of ['Keys expire', 'Limit activations', 'Limit usage']) {
      await dialog.getByRole('checkbox', { name: box }).check()
    }
    await eachView((view) =>
      expectAccessibleView(page, 'benefit-form-keys', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }))

test('a benefit is created, changed and deleted by keyboard', async () => {
  const { page } = await openInNewOrganization('Keys')
  await page.getByText('No benefits yet').waitFor()
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
  await question.getByText('It is not attached to any product.').waitFor()
  await waitForFocus(question)
  await press(page, 'Tab', 'Enter')
  await page.waitForURL('**/benefits')
  await expect.poll(() => toastsOn(page)).toContain('The handbook deleted')
  await page.getByText('No benefits yet').waitFor()
})

describe('the page of a benefit', () => {
  test('shows what it grants and its products', async () => {
    const page = await app.openAs(ada, benefitsOf(northwind, `/${notes}`))
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
    await page.getByRole('link', { name: 'our place' }).waitFor()
    await page.getByRole('link', { name: 'Team plan' }).waitFor()
    const facts = page.getByRole('complementary', { name: 'Details' })
    await expect.poll(() => facts.innerText()).toContain('A-very-long-name-of-a-shelf')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByText('It is removed from one product').waitFor()
    await screenshot(page, 'benefit-delete', { width: 1280, theme: 'light', window: true })
  })

  test('describes the limits of license keys', async () => {
    const page = await app.openAs(jun, benefitsOf(northwind, `/${keys}`))
    for (const words of ['NORTH', 'after 2 years', '5, customers can deactivate', '1,000']) {
      await page.getByText(words, { exact: true }).waitFor()
    }
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  })

  test('says when it doesn’t exist', async () => {
    const page = await app.openAs(ada, benefitsOf(northwind, '/nothing'))
    await title(page, 'Benefit not found').waitFor()
    await openPath(page, benefitsOf(empty, `/${notes}`))
    await title(page, 'Benefit not found').waitFor()
    await expect.poll(() => page.getByText(handbook.description).count()).toBe(0)
  })
})

test('files are uploaded, renamed, sorted, archived and removed', async () => {
  const { page } = await openInNewOrganization('Files')
  const dialog = await openCreateDialog(page)
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
  // The outer form wasn't submitted with it.
  await expect.poll(() => dialog.count()).toBe(1)
  await expect
    .poll(async () => (await listed(dialog).allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['one.txt', 'three.txt', 'zwei.txt'])
  await screenshot(page, 'benefit-form-uploaded', { width: 1280, theme: 'light', window: true })
  await submit(dialog)
  await title(page, 'All icons').waitFor()
  const card = page.getByRole('region', { name: 'Files' })
  await expect.poll(() => card.getByRole('listitem').count()).toBe(3)
  await card.getByRole('listitem').filter({ hasText: 'one.txt' }).getByText('archived').waitFor()
  const form = await edit(page)
  await form.getByRole('button', { name: 'Actions for three.txt' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await form.getByRole('button', { name: 'Actions for one.txt' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await submit(form)
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => card.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => card.getByText('archived').count()).toBe(0)
})

test('a failed upload is retried, and the form waits for it', async () => {
  const { page } = await openInNewOrganization('Trouble')
  const dialog = await openCreateDialog(page)
  await choose(dialog, 'File downloads')
  await field(dialog, 'Description').fill('All icons')
  await page.context().setOffline(true)
  await uploadInto(dialog, 'one.txt')
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  const release = await holdRequests(page, /\/v1\/file-parts\//)
  await dialog.getByRole('button', { name: 'Try again one.txt' }).click()
  await dialog.getByRole('progressbar', { name: 'Uploading one.txt' }).waitFor()
  await submit(dialog)
  await dialog.getByText('Wait until all files are uploaded').waitFor()
  await expect.poll(() => listed(dialog).count()).toBe(0)
  release()
  await expect.poll(() => listed(dialog).count()).toBe(1)
  await submit(dialog)
  await title(page, 'All icons').waitFor()
})

test('license keys keep all their limits', async () => {
  const { page } = await openInNewOrganization('Licenses')
  const dialog = await openCreateDialog(page)
  await choose(dialog, 'License keys')
  await field(dialog, 'Description').fill('A license key')
  await field(dialog, 'Prefix (optional)').fill('NORTH')
  for (const box of ['Keys expire', 'Limit activations', 'Limit usage']) {
    await dialog.getByRole('checkbox', { name: box }).check()
  }
  await field(dialog, 'After').fill('18')
  await field(dialog, 'Unit').selectOption('months')
  await field(dialog, 'Activations').fill('51')
  await dialog.getByRole('checkbox', { name: 'Customers can deactivate' }).uncheck()
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
  test('require usage-based billing', async () => {
    const { page, organization, open } = await openInNewOrganization('Without usage')
    await setUsageBilling(page, organization, false)
    await open()
    const dialog = await openCreateDialog(page)
    await choose(dialog, 'Meter credits')
    await dialog.getByText('Usage-based billing is turned off.').waitFor()
    await field(dialog, 'Description').fill('A thousand calls')
    await submit(dialog)
    await expect.poll(() => dialog.count()).toBe(1)
    await dialog.getByRole('link', { name: 'Open the settings' }).click()
    await page.getByText('Leave without saving?').waitFor()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await title(page, 'General').waitFor()
  })

  test('can create their meter in the same dialog', async () => {
    const { page, organization, open } = await openInNewOrganization('With usage')
    await setUsageBilling(page, organization, true)
    await open()
    const dialog = await openCreateDialog(page)
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
    await dialog.getByRole('checkbox', { name: 'Roll over unused units' }).check()
    await submit(dialog)
    await title(page, 'A thousand calls').waitFor()
    await page.getByText('rolls over', { exact: true }).waitFor()
    await page.getByText('API calls', { exact: true }).waitFor()
  })
})

test('a server without integrations says how to set them up', async () => {
  const { page } = await openInNewOrganization('Alone')
  const dialog = await openCreateDialog(page)
  await choose(dialog, 'Discord role')
  await dialog.getByRole('button', { name: 'Connect a Discord server' }).click()
  await dialog.getByText('GUILDHALL_DISCORD_CLIENT_ID').waitFor()
  await choose(dialog, 'GitHub')
  await dialog.getByText('GUILDHALL_GITHUB_APP_ID').waitFor()
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
})

test('the list is searched and filtered, and the URL keeps it', async () => {
  const page = await app.openAs(ada, benefitsOf(northwind))
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
