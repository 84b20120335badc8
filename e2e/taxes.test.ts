import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make } from './catalog.ts'
import {
  hasFocus,
  hasTakenFocus,
  newsOn,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { arrive, expectInOrder, expectPageInOrder, onEachScreen, rowsIn } from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization

const registrations = [
  { country: 'DE', scheme: 'oss', tax_number: 'DE136695976' },
  { country: 'CA', state: 'QC', tax_number: '1224002901TQ0001' },
  { country: 'US', state: 'CA', tax_number: 'a number as long as some authority may have made' },
  { country: 'CU', collects_since: '2027-01-01T00:00:00Z' },
]

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  await enroll(place, northwind, jun, 'member')
  for (const one of registrations) await make(page, northwind, 'tax-registrations', one)
  await place.leave()
})

const taxesOf = ({ slug }: Organization) => `/dashboard/${slug}/settings/taxes`

const rows = (page: Page) => rowsIn(page, 'Taxes')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const radio = (dialog: Locator, name: string) => dialog.getByRole('radio', { name })

async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await menuOf(page, name).click()
  await item(page, action).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

async function beginAdding(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add place' }).click()
  return page.getByRole('dialog', { name: 'Collect tax in a place' })
}

async function choose(page: Page, dialog: Locator, country: string): Promise<void> {
  await field(dialog, 'Country').fill(country)
  await page.getByRole('option', { name: country, exact: true }).click()
}

/** Ada before the taxes of an organization that only this test knows. */
async function arriveWithOwn(name: string, ...own: readonly object[]): Promise<Page> {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  for (const one of own) await make(page, organization, 'tax-registrations', one)
  await arrive(page, taxesOf(organization))
  return page
}

test.each([
  ['taxes', () => ada, () => taxesOf(northwind)],
  ['taxes-as-member', () => jun, () => taxesOf(northwind)],
  ['taxes-none', () => ada, () => taxesOf(empty)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('each dialog is in order', () =>
  onEachScreen(place.lookAs(ada, taxesOf(northwind)), async (page, inEach) => {
    const adding = await beginAdding(page)
    for (const country of ['France', 'Canada']) {
      await choose(page, adding, country)
      await inEach((view) =>
        expectInOrder(page, `tax-add-${country.toLowerCase()}`, { ...view, window: true }),
      )
    }
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await adding.waitFor({ state: 'detached' })
    for (const [name, action] of [
      ['tax-edit', 'Edit…'],
      ['tax-remove', 'Remove…'],
    ] as const) {
      const dialog = await ask(page, 'Germany', action)
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

test('the list says what is taken where', async () => {
  const page = await place.arriveAs(jun, taxesOf(northwind))
  const said = (name: string) => rowOf(page, name).innerText()
  await expect.poll(() => said('Germany')).toContain('VAT 19%')
  await expect.poll(() => said('Germany')).toContain('All of the EU, at each buyer’s rate')
  await expect.poll(() => said('Quebec, Canada')).toContain('QST 9.975%')
  await expect.poll(() => said('California, United States')).toContain('Sales tax 7.25%')
  await expect.poll(() => said('Cuba')).toContain('Not known here')
})

test('a place is added, changed and removed by keyboard alone', async () => {
  const page = await arriveWithOwn('Keys')
  await page.getByText('You collect no tax').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Collect tax in a place' })
  await expect.poll(() => hasFocus(field(dialog, 'Country'))).toBe(true)
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).waitFor()
  await press(page, 'Enter')
  await radio(dialog, 'Only Germany').waitFor()
  await field(dialog, 'Tax number (optional)').focus()
  await page.keyboard.type('DE136695976')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('Germany is added')
  await expect.poll(() => rows(page).innerText()).toContain('DE136695976')
  await press(page, 'j', 'Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Germany' })
  await edit.waitFor()
  await radio(edit, 'Only Germany').focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('Germany is saved')
  await expect.poll(() => rows(page).innerText()).toContain('at each buyer’s rate')
  await menuOf(page, 'Germany').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Edit…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Remove…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Stop collecting tax in Germany?' })
  await question.getByText('in Germany and in the rest of the EU').waitFor()
  await hasTakenFocus(question)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => newsOn(page)).toContain('Germany is removed')
  await page.getByText('You collect no tax').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('only what matters in a country is asked', async () => {
  const page = await arriveWithOwn('Asked')
  const dialog = await beginAdding(page)
  await choose(page, dialog, 'Japan')
  await expect.poll(() => radio(dialog, 'Only').count()).toBe(0)
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(1)
  await choose(page, dialog, 'United States')
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await dialog.getByText('Choose a state.').waitFor()
  await field(dialog, 'State').selectOption('New York')
  await field(dialog, 'First day (optional)').fill('1 Jan 2027')
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'New York, United States').waitFor()
  const edit = await ask(page, 'New York, United States', 'Edit…')
  await expect.poll(() => field(edit, 'First day').inputValue()).toBe('1 Jan 2027')
  await field(edit, 'First day').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Enter a day.').waitFor()
})

test('what the server refuses stands under its field', async () => {
  const page = await arriveWithOwn('Taken', { country: 'DE', scheme: 'oss' })
  const dialog = await beginAdding(page)
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await dialog.getByText('Choose a country.').waitFor()
  await choose(page, dialog, 'Germany')
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await dialog.getByText('A registration for this place already exists.').waitFor()
  await choose(page, dialog, 'France')
  await radio(dialog, 'All of the EU, at each buyer’s rate').check()
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await dialog.getByText('Another registration stands for the whole European Union').waitFor()
  const chosen = radio(dialog, 'All of the EU, at each buyer’s rate')
  await expect.poll(() => chosen.isChecked()).toBe(true)
})

test('who may only look copies the id, and no more', async () => {
  const page = await place.arriveAs(jun, taxesOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add place' }).count()).toBe(0)
  await menuOf(page, 'Germany').click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy id'])
})
