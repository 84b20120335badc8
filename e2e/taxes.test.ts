import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn, waitForFocus } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

const registrations = [
  { country: 'DE', scheme: 'oss', tax_number: 'DE136695976' },
  { country: 'CA', state: 'QC', tax_number: '1224002901TQ0001' },
  { country: 'US', state: 'CA', tax_number: 'a number as long as some authority may have made' },
  { country: 'CU', collects_since: '2027-01-01T00:00:00Z' },
]

setUp(async (page) => {
  for (const one of registrations) await make(page, northwind, 'tax-registrations', one)
})

const taxesOf = ({ slug }: Organization) => `/dashboard/${slug}/settings/taxes`

const rows = (page: Page) => rowsIn(page, 'Taxes')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const radio = (dialog: Locator, name: string) => dialog.getByRole('radio', { name })

const openDialog = (page: Page, name: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, name), action)

async function openAddDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add registration' }).click()
  return page.getByRole('dialog', { name: 'Add tax registration' })
}

async function choose(page: Page, dialog: Locator, country: string): Promise<void> {
  await field(dialog, 'Country').fill(country)
  await page.getByRole('option', { name: country, exact: true }).click()
}

/** Opens the taxes of a new organization of Ada's. */
async function openInNewOrganization(name: string, ...own: readonly object[]): Promise<Page> {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  for (const one of own) await make(page, organization, 'tax-registrations', one)
  await openPath(page, taxesOf(organization))
  return page
}

test.each([
  ['taxes', () => ada, () => taxesOf(northwind)],
  ['taxes-as-member', () => jun, () => taxesOf(northwind)],
  ['taxes-none', () => ada, () => taxesOf(empty)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('each dialog fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, taxesOf(northwind)), async (page, eachView) => {
    const adding = await openAddDialog(page)
    for (const country of ['France', 'Canada']) {
      await choose(page, adding, country)
      await eachView((view) =>
        expectAccessibleView(page, `tax-add-${country.toLowerCase()}`, { ...view, window: true }),
      )
    }
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await adding.waitFor({ state: 'detached' })
    await expectAccessibleDialogs(menuOf(page, 'Germany'), eachView, {
      'tax-edit': 'Edit…',
      'tax-remove': 'Remove…',
    })
  }))

test('the list shows the tax of each place', async () => {
  const page = await app.openAs(jun, taxesOf(northwind))
  const textOf = (name: string) => rowOf(page, name).innerText()
  await expect.poll(() => textOf('Germany')).toContain('VAT 19%')
  await expect.poll(() => textOf('Germany')).toContain('EU-wide, at each customer’s rate')
  await expect.poll(() => textOf('Quebec, Canada')).toContain('QST 9.975%')
  await expect.poll(() => textOf('California, United States')).toContain('Sales tax 7.25%')
  await expect.poll(() => textOf('Cuba')).toContain('Unknown rate')
})

test('a registration is added, changed and removed by keyboard', async () => {
  const page = await openInNewOrganization('Keys')
  await page.getByText('No tax registrations').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Add tax registration' })
  await expect.poll(() => hasFocus(field(dialog, 'Country'))).toBe(true)
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).waitFor()
  await press(page, 'Enter')
  await radio(dialog, 'Only Germany').waitFor()
  await field(dialog, 'Tax number (optional)').focus()
  await page.keyboard.type('DE136695976')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Germany added')
  await expect.poll(() => rows(page).innerText()).toContain('DE136695976')
  await press(page, 'j', 'Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Germany' })
  await edit.waitFor()
  await radio(edit, 'Only Germany').focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Germany saved')
  await expect.poll(() => rows(page).innerText()).toContain('at each customer’s rate')
  await menuOf(page, 'Germany').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Edit…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Remove…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Stop collecting tax in Germany?' })
  await question.getByText('in Germany and in the rest of the EU').waitFor()
  await waitForFocus(question)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Germany removed')
  await page.getByText('No tax registrations').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('only the fields of the country are shown', async () => {
  const page = await openInNewOrganization('Asked')
  const dialog = await openAddDialog(page)
  await choose(page, dialog, 'Japan')
  await expect.poll(() => radio(dialog, 'Only').count()).toBe(0)
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(1)
  await choose(page, dialog, 'United States')
  await dialog.getByRole('button', { name: 'Add registration' }).click()
  await dialog.getByText('Choose a state.').waitFor()
  await field(dialog, 'State').selectOption('New York')
  await field(dialog, 'First day (optional)').fill('1 Jan 2027')
  await dialog.getByRole('button', { name: 'Add registration' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'New York, United States').waitFor()
  const edit = await openDialog(page, 'New York, United States', 'Edit…')
  await expect.poll(() => field(edit, 'First day').inputValue()).toBe('1 Jan 2027')
  await field(edit, 'First day').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Enter a day.').waitFor()
})

test('refusals of the server appear under their fields', async () => {
  const page = await openInNewOrganization('Taken', { country: 'DE', scheme: 'oss' })
  const dialog = await openAddDialog(page)
  await dialog.getByRole('button', { name: 'Add registration' }).click()
  await dialog.getByText('Choose a country.').waitFor()
  await choose(page, dialog, 'Germany')
  await dialog.getByRole('button', { name: 'Add registration' }).click()
  await dialog.getByText('A registration for this place already exists.').waitFor()
  await choose(page, dialog, 'France')
  await radio(dialog, 'EU-wide, at each customer’s rate').check()
  await dialog.getByRole('button', { name: 'Add registration' }).click()
  await dialog.getByText('Another registration already covers the whole European Union').waitFor()
  const chosen = radio(dialog, 'EU-wide, at each customer’s rate')
  await expect.poll(() => chosen.isChecked()).toBe(true)
})

test('members can copy the id and nothing else', async () => {
  const page = await app.openAs(jun, taxesOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add registration' }).count()).toBe(0)
  await menuOf(page, 'Germany').click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy ID'])
})
