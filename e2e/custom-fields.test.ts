import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
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
import { arrive, expectInOrder, expectPageInOrder, onEachScreen, picture, rowsIn } from './visit.ts'

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
  for (const field of fields) await make(page, northwind, 'custom-fields', field)
  await place.leave()
})

const size = {
  type: 'select',
  slug: 'size',
  name: 'T-shirt size',
  properties: {
    form_label: 'Your size',
    form_help_text: 'They run small.',
    options: [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ],
  },
  metadata: { shop: 'shirts' },
}

const fields = [
  size,
  {
    type: 'text',
    slug: 'engraving',
    name: 'Engraving',
    properties: { form_placeholder: 'To my love', max_length: 40, textarea: true },
  },
  { type: 'number', slug: 'seats', name: 'Seats', properties: { ge: 1, le: 50 } },
  { type: 'date', slug: 'start-day', name: 'Start day', properties: { ge: 1_800_000_000 } },
  {
    type: 'checkbox',
    slug: 'a_slug_that_is_as_long_as_somebody_who_loves_long_slugs_makes_it',
    name: 'Newsletter, with a name that is rather long and goes on for more than a line on a phone',
    properties: { form_label: 'Send me news' },
  },
]

const fieldsOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/custom-fields${search}`

const rows = (page: Page) => rowsIn(page, 'Custom fields')
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const preview = (dialog: Locator) => dialog.getByRole('region', { name: 'Preview' })

async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await menuOf(page, name).click()
  await item(page, action).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

/** Ada before the fields of an organization that only this test knows. */
async function arriveWithOwn(name: string, ...own: readonly object[]): Promise<Page> {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  for (const one of own) await make(page, organization, 'custom-fields', one)
  await arrive(page, fieldsOf(organization))
  return page
}

async function beginCreating(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create field' }).click()
  return page.getByRole('dialog', { name: 'Create a custom field' })
}

const choose = (dialog: Locator, type: string) =>
  dialog.getByRole('radio', { name: type, exact: true }).check()

test.each([
  ['custom-fields', () => ada, () => fieldsOf(northwind)],
  ['custom-fields-as-member', () => jun, () => fieldsOf(northwind)],
  ['custom-fields-none', () => ada, () => fieldsOf(empty)],
  ['custom-fields-no-match', () => ada, () => fieldsOf(northwind, '?q=nothing')],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('the form of each type is in order', () =>
  onEachScreen(place.lookAs(ada, fieldsOf(northwind)), async (page, inEach, screen) => {
    const dialog = await beginCreating(page)
    await field(dialog, 'Name').fill('Size of the shirt')
    for (const type of ['Number', 'Checkbox', 'Select']) {
      await choose(dialog, type)
      await picture(page, `custom-field-${type.toLowerCase()}`, { ...screen, window: true })
    }
    for (const type of ['Text', 'Date']) {
      await choose(dialog, type)
      await inEach((view) =>
        expectInOrder(page, `custom-field-${type.toLowerCase()}`, { ...view, window: true }),
      )
    }
    await press(page, 'Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }))

test('what can be done about a field is in order', () =>
  onEachScreen(place.lookAs(ada, fieldsOf(northwind)), async (page, inEach) => {
    for (const [name, action] of [
      ['custom-field-edit', 'Edit…'],
      ['custom-field-delete', 'Delete…'],
    ] as const) {
      const dialog = await ask(page, size.name, action)
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

test('a field is made, changed and deleted by keyboard alone', async () => {
  const page = await arriveWithOwn('Keys')
  await page.getByText('Buyers aren’t asked anything').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Create a custom field' })
  await expect.poll(() => hasFocus(field(dialog, 'Name'))).toBe(true)
  await press(page, 'Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Größe & Sitz')
  await expect.poll(() => field(dialog, 'Slug').inputValue()).toBe('gro_e_sitz')
  await dialog.getByText('Enter a slug.').waitFor({ state: 'detached' })
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('Größe & Sitz is ready')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, 'j')
  await hasTakenFocus(page.getByRole('main'))
  await press(page, 'Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Größe & Sitz' })
  await edit.waitFor()
  await field(edit, 'Slug').fill('size')
  await edit.getByText('Code that reads “gro_e_sitz” has to change as well.').waitFor()
  await press(page, 'Enter')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).innerText()).toContain('size')
  await hasTakenFocus(page.getByRole('main'))
  await menuOf(page, 'Größe & Sitz').press('Enter')
  await expect.poll(() => hasFocus(item(page, 'Edit…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Delete…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete Größe & Sitz?' })
  await question.getByText('No product asks for it any more.').waitFor()
  await hasTakenFocus(question)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => newsOn(page)).toContain('Größe & Sitz is deleted')
  await page.getByText('Buyers aren’t asked anything').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

describe('the preview', () => {
  test('shows each type as buyers will see it', async () => {
    const page = await arriveWithOwn('Preview')
    const dialog = await beginCreating(page)
    const shown = preview(dialog)
    await field(dialog, 'Name').fill('Size')
    await shown.getByRole('textbox', { name: 'Size (optional)' }).waitFor()
    await field(dialog, 'Label (optional)').fill('Your size')
    await field(dialog, 'Help (optional)').fill('They run small.')
    await field(dialog, 'Placeholder (optional)').fill('M')
    await field(dialog, 'Longest (optional)').fill('3')
    const text = shown.getByRole('textbox', { name: 'Your size (optional)' })
    await expect.poll(() => text.getAttribute('placeholder')).toBe('M')
    await expect.poll(() => text.getAttribute('maxlength')).toBe('3')
    await shown.getByText('They run small.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Several lines' }).check()
    await shown.locator('textarea').waitFor()
    await choose(dialog, 'Number')
    await field(dialog, 'Least (optional)').fill('1')
    await expect.poll(() => shown.getByRole('spinbutton').getAttribute('min')).toBe('1')
    await choose(dialog, 'Date')
    await field(dialog, 'First day (optional)').fill('2027-03-01')
    await press(page, 'Tab')
    await expect.poll(() => shown.locator('input').getAttribute('min')).toBe('2027-03-01')
    await choose(dialog, 'Checkbox')
    await shown.getByRole('checkbox', { name: 'Your size' }).waitFor()
    await expect.poll(() => field(dialog, 'Placeholder (optional)').count()).toBe(0)
    await choose(dialog, 'Select')
    await field(dialog, 'Value of option 1').fill('s')
    await field(dialog, 'Label of option 1').fill('Small')
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await field(dialog, 'Value of option 2').fill('l')
    await expect.poll(() => shown.locator('option').allInnerTexts()).toEqual(['M', 'Small', 'l'])
  })
})

test('every bound is kept as it was typed', async () => {
  const page = await arriveWithOwn('Bounds')
  const dialog = await beginCreating(page)
  await field(dialog, 'Name').fill('Start')
  await choose(dialog, 'Date')
  await field(dialog, 'First day (optional)').fill('1 Mar 2027')
  await field(dialog, 'Last day (optional)').fill('28 Feb 2027')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.getByText('This is before the first day.').waitFor()
  await field(dialog, 'Last day (optional)').fill('31 Mar 2027')
  await dialog.getByRole('button', { name: 'Add a pair' }).click()
  await field(dialog, 'Name of pair 1').fill('shop')
  await field(dialog, 'Value of pair 1').fill('shirts')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.waitFor({ state: 'detached' })
  const edit = await ask(page, 'Start', 'Edit…')
  await expect.poll(() => field(edit, 'First day (optional)').inputValue()).toBe('1 Mar 2027')
  await expect.poll(() => field(edit, 'Last day (optional)').inputValue()).toBe('31 Mar 2027')
  await expect.poll(() => field(edit, 'Value of pair 1').inputValue()).toBe('shirts')
  await expect
    .poll(() => edit.getByRole('radio', { name: 'Text', exact: true }).isDisabled())
    .toBe(true)
})

describe('what is wrong stands under its field', () => {
  test('as the form sees it', async () => {
    const page = await arriveWithOwn('Mistakes')
    const dialog = await beginCreating(page)
    await field(dialog, 'Name').fill('Size')
    await field(dialog, 'Slug').fill('größe')
    await choose(dialog, 'Select')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('Use the letters a to z').waitFor()
    await dialog.getByText('Add at least one option').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Slug'))).toBe(true)
    await field(dialog, 'Value of option 1').fill('s')
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await field(dialog, 'Value of option 2').fill('s')
    await dialog.getByText('Another option has this value already.').waitFor()
    await picture(page, 'custom-field-mistakes', { width: 1280, theme: 'light', window: true })
  })

  test('as the server sees it', async () => {
    const page = await arriveWithOwn('Taken', size)
    const dialog = await beginCreating(page)
    await field(dialog, 'Name').fill('Size')
    await field(dialog, 'Label (optional)').fill('x'.repeat(1001))
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('1000 characters').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Label (optional)'))).toBe(true)
    await field(dialog, 'Label (optional)').fill('')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('A custom field with this slug already exists.').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Slug'))).toBe(true)
  })
})

test('nothing that was typed is lost by chance', async () => {
  const page = await arriveWithOwn('Kept')
  const dialog = await beginCreating(page)
  await field(dialog, 'Name').fill('Size')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await press(page, 'Escape')
  await dialog.getByText('Close without saving?').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('the list is searched and sorted, and the address of the page keeps it', async () => {
  const page = await place.arriveAs(ada, fieldsOf(northwind))
  await expect.poll(() => rows(page).count()).toBe(fields.length)
  await page.getByRole('button', { name: 'Type' }).click()
  await page.waitForURL('**/custom-fields?sort=type')
  await expect.poll(() => rows(page).first().innerText()).toContain('Checkbox')
  await press(page, '/')
  await page.keyboard.type('seat')
  await page.waitForURL('**/custom-fields?q=seat&sort=type')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('searchbox').fill('nothing')
  await page.getByRole('button', { name: 'Show all fields' }).click()
  await page.waitForURL('**/custom-fields')
  await expect.poll(() => rows(page).count()).toBe(fields.length)
})

test('who may only look copies the id, and no more', async () => {
  const page = await place.arriveAs(jun, fieldsOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create field' }).count()).toBe(0)
  await menuOf(page, size.name).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy id'])
})
