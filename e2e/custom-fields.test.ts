import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
  screenshot,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

setUp(async (page) => {
  for (const field of fields) await make(page, northwind, 'custom-fields', field)
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

const openDialog = (page: Page, name: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, name), action)

/** Opens the fields of a new organization of Ada's. */
async function openInNewOrganization(name: string, ...own: readonly object[]): Promise<Page> {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  for (const one of own) await make(page, organization, 'custom-fields', one)
  await openPath(page, fieldsOf(organization))
  return page
}

async function openCreateDialog(page: Page): Promise<Locator> {
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
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the form of each type fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, fieldsOf(northwind)), async (page, eachView, screen) => {
    const dialog = await openCreateDialog(page)
    await field(dialog, 'Name').fill('Size of the shirt')
    for (const type of ['Number', 'Checkbox', 'Select']) {
      await choose(dialog, type)
      await screenshot(page, `custom-field-${type.toLowerCase()}`, { ...screen, window: true })
    }
    for (const type of ['Text', 'Date']) {
      await choose(dialog, type)
      await eachView((view) =>
        expectAccessibleView(page, `custom-field-${type.toLowerCase()}`, { ...view, window: true }),
      )
    }
    await press(page, 'Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }))

test('the actions on a field fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, fieldsOf(northwind)), async (page, eachView) => {
    await expectAccessibleDialogs(menuOf(page, size.name), eachView, {
      'custom-field-edit': 'Edit…',
      'custom-field-delete': 'Delete…',
    })
  }))

test('a field is created, changed and deleted by keyboard', async () => {
  const page = await openInNewOrganization('Keys')
  await page.getByText('No custom fields yet').waitFor()
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
  await expect.poll(() => toastsOn(page)).toContain('Größe & Sitz created')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, 'j')
  await waitForFocus(page.getByRole('main'))
  await press(page, 'Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Größe & Sitz' })
  await edit.waitFor()
  await field(edit, 'Slug').fill('size')
  await edit.getByText('Code that uses “gro_e_sitz” must be updated too.').waitFor()
  await press(page, 'Enter')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).innerText()).toContain('size')
  await waitForFocus(page.getByRole('main'))
  await menuOf(page, 'Größe & Sitz').press('Enter')
  await expect.poll(() => hasFocus(item(page, 'Edit…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Delete…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete Größe & Sitz?' })
  await question.getByText('It is removed from the checkout of all products.').waitFor()
  await waitForFocus(question)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Größe & Sitz deleted')
  await page.getByText('No custom fields yet').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

describe('the preview', () => {
  test('shows each type as buyers will see it', async () => {
    const page = await openInNewOrganization('Preview')
    const dialog = await openCreateDialog(page)
    const shown = preview(dialog)
    await field(dialog, 'Name').fill('Size')
    await shown.getByRole('textbox', { name: 'Size (optional)' }).waitFor()
    await field(dialog, 'Label (optional)').fill('Your size')
    await field(dialog, 'Help (optional)').fill('They run small.')
    await field(dialog, 'Placeholder (optional)').fill('M')
    await field(dialog, 'Maximum length (optional)').fill('3')
    const text = shown.getByRole('textbox', { name: 'Your size (optional)' })
    await expect.poll(() => text.getAttribute('placeholder')).toBe('M')
    await expect.poll(() => text.getAttribute('maxlength')).toBe('3')
    await shown.getByText('They run small.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Multiple lines' }).check()
    await shown.locator('textarea').waitFor()
    await choose(dialog, 'Number')
    await field(dialog, 'Minimum (optional)').fill('1')
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

test('every limit is kept as typed', async () => {
  const page = await openInNewOrganization('Bounds')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Start')
  await choose(dialog, 'Date')
  await field(dialog, 'First day (optional)').fill('1 Mar 2027')
  await field(dialog, 'Last day (optional)').fill('28 Feb 2027')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.getByText('This is before the first day.').waitFor()
  await field(dialog, 'Last day (optional)').fill('31 Mar 2027')
  await dialog.getByRole('button', { name: 'Add a pair' }).click()
  await field(dialog, 'Key of pair 1').fill('shop')
  await field(dialog, 'Value of pair 1').fill('shirts')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.waitFor({ state: 'detached' })
  const edit = await openDialog(page, 'Start', 'Edit…')
  await expect.poll(() => field(edit, 'First day (optional)').inputValue()).toBe('1 Mar 2027')
  await expect.poll(() => field(edit, 'Last day (optional)').inputValue()).toBe('31 Mar 2027')
  await expect.poll(() => field(edit, 'Value of pair 1').inputValue()).toBe('shirts')
  await expect
    .poll(() => edit.getByRole('radio', { name: 'Text', exact: true }).isDisabled())
    .toBe(true)
})

describe('mistakes appear under their fields', () => {
  test('from the form’s own validation', async () => {
    const page = await openInNewOrganization('Mistakes')
    const dialog = await openCreateDialog(page)
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
    await dialog.getByText('Another option already has this value.').waitFor()
    await screenshot(page, 'custom-field-mistakes', { width: 1280, theme: 'light', window: true })
  })

  test('from the server’s refusals', async () => {
    const page = await openInNewOrganization('Taken', size)
    const dialog = await openCreateDialog(page)
    await field(dialog, 'Name').fill('Size')
    await field(dialog, 'Label (optional)').fill('x'.repeat(1001))
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('1,000 characters').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Label (optional)'))).toBe(true)
    await field(dialog, 'Label (optional)').fill('')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('A custom field with this slug already exists.').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Slug'))).toBe(true)
  })
})

test('unsaved input asks before it is discarded', async () => {
  const page = await openInNewOrganization('Kept')
  const dialog = await openCreateDialog(page)
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

test('the list is searched and sorted, and the URL keeps it', async () => {
  const page = await app.openAs(ada, fieldsOf(northwind))
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

test('members can copy the id and nothing else', async () => {
  const page = await app.openAs(jun, fieldsOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create field' }).count()).toBe(0)
  await menuOf(page, size.name).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy ID'])
})
