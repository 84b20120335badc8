import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { make, makeProduct } from './catalog.ts'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn, waitForFocus } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let crowded: Organization
let iconPack = ''

setUp(async (page) => {
  crowded = await createOrganization(page, 'Crowded')
  iconPack = await makeProduct(page, northwind, { name: 'Icon pack' })
  await makeProduct(page, northwind, { name: 'Team plan' })
  for (const discount of discounts()) await make(page, northwind, 'discounts', discount)
  await app.query('update discount set redemptions_count = 3 where name = $1', ['Launch'])
  for (let number = 10; number < 36; number += 1) {
    await make(page, crowded, 'discounts', { ...halfOff, name: `Number ${number}` })
  }
})

const halfOff = { name: 'Half', type: 'percentage', basis_points: 5000, duration: 'once' }

const discounts = () => [
  {
    name: 'Launch',
    code: 'LAUNCH',
    type: 'fixed',
    amount: 1999,
    duration: 'repeating',
    duration_in_months: 3,
    max_redemptions: 100,
    ends_at: '2027-04-01T10:00:00Z',
    products: [iconPack],
    metadata: { campaign: 'launch' },
  },
  { ...halfOff, name: 'For friends', duration: 'forever', basis_points: 1250 },
  {
    ...halfOff,
    name: 'A sale with a long name, for everybody who comes late in the year and stays for more',
    code: 'THISCODEISASLONGASCODESAREINTHEWILDEST2026',
    starts_at: '2099-01-01T00:00:00Z',
  },
]

const discountsOf = ({ slug }: Organization, search = '') => `/dashboard/${slug}/discounts${search}`

const rows = (page: Page) => rowsIn(page, 'Discounts')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const choose = (dialog: Locator, choice: string) =>
  dialog.getByRole('radio', { name: choice, exact: true }).check()

const openDialog = (page: Page, name: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, name), action)

/** Opens the discounts of a new organization of Ada's. */
async function openInNewOrganization(name: string, ...own: readonly object[]): Promise<Page> {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  await makeProduct(page, organization, { name: 'Icon pack' })
  for (const one of own) await make(page, organization, 'discounts', one)
  await openPath(page, discountsOf(organization))
  await waitUntilLoaded(page)
  return page
}

async function openCreateDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create discount' }).click()
  return page.getByRole('dialog', { name: 'Create a discount' })
}

const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()

test.each([
  ['discounts', () => ada, () => discountsOf(northwind)],
  ['discounts-by-status', () => ada, () => discountsOf(northwind, '?status=active')],
  ['discounts-none', () => jun, () => discountsOf(northwind, '?q=nothing')],
  ['discounts-empty', () => ada, () => discountsOf(empty)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the actions on a discount fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, discountsOf(northwind)), async (page, eachView) => {
    const form = await openCreateDialog(page)
    await eachView((view) =>
      expectAccessibleView(page, 'discount-create', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await form.waitFor({ state: 'detached' })
    await expectAccessibleDialogs(menuOf(page, 'Launch'), eachView, {
      'discount-edit': 'Edit…',
      'discount-delete': 'Delete…',
    })
  }))

test('the list describes each discount', async () => {
  const page = await app.openAs(ada, discountsOf(northwind))
  await waitUntilLoaded(page)
  const cellsOf = async (name: string) => (await rowOf(page, name).innerText()).split(/[\t\n]+/)
  const ofLaunch = ['LAUNCH', '$19.99', 'for 3 months', '3 / 100']
  await expect.poll(() => cellsOf('Launch')).toEqual(expect.arrayContaining(ofLaunch))
  await expect
    .poll(() => cellsOf('For friends'))
    .toEqual(expect.arrayContaining(['none', '12.5 %', 'forever', '0', 'never']))
  await expect.poll(() => cellsOf('A sale')).toContain('scheduled')
})

test('the list is filtered by status, and its file has the same rows', async () => {
  const page = await app.openAs(ada, discountsOf(northwind))
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await item(page, 'scheduled').click()
  await page.waitForURL('**/discounts?status=scheduled')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => rowOf(page, 'A sale').count()).toBe(1)
  const file = `${northwind.slug}-discounts.csv`
  const [head, ...lines] = await exportedLines(page, file, 'Columns shown')
  expect(head).toBe(
    'id,name,status,code,type,amount,currency,basis_points,duration,duration_in_months,' +
      'redemptions_count,max_redemptions,ends_at,created_at',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/A sale.*,scheduled,/)
  await page.getByRole('button', { name: 'Ends' }).click()
  await page.waitForURL('**/discounts?sort=ends_at&status=scheduled')
  await openPath(page, discountsOf(northwind, '?status=ended'))
  await page.getByText('Try another status').waitFor()
})

test('one click copies a code', async () => {
  const page = await app.openAs(ada, discountsOf(northwind))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the code LAUNCH of Launch' }).click()
  await expect.poll(() => toastsOn(page)).toContain('LAUNCH copied')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('LAUNCH')
  await expect.poll(() => page.getByRole('dialog', { name: 'Edit' }).count()).toBe(0)
})

test('a discount is created and deleted by keyboard', async () => {
  const page = await openInNewOrganization('Keys')
  await page.getByText('No discounts yet').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Create a discount' })
  await expect.poll(() => hasFocus(field(dialog, 'Name'))).toBe(true)
  await press(page, 'Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Enter a percentage.').waitFor()
  await page.keyboard.type('Spring')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect.poll(() => field(dialog, 'Code (optional)').inputValue()).toMatch(/^[A-Z2-9]{8}$/)
  await field(dialog, 'Amount off').focus()
  await page.keyboard.type('12.5')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Spring created')
  await expect.poll(() => rowOf(page, 'Spring').innerText()).toContain('12.5 %')
  await menuOf(page, 'Spring').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Edit…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Delete…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete Spring?' })
  await question.getByText('It has not been used yet.').waitFor()
  await waitForFocus(question)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Spring deleted')
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('a discount keeps all its settings, to the cent and the day', async () => {
  const page = await openInNewOrganization('Whole')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Launch')
  await field(dialog, 'Code (optional)').fill('LAUNCH')
  await choose(dialog, 'Fixed amount')
  await field(dialog, 'Amount off').fill('1,234.56')
  await choose(dialog, 'Multiple months')
  await field(dialog, 'Months').fill('6')
  await dialog.getByRole('combobox', { name: 'Products (optional)' }).fill('icon')
  await page.getByRole('option', { name: 'Icon pack' }).click()
  await field(dialog, 'First day (optional)').fill('1 Mar 2099')
  await field(dialog, 'Last day (optional)').fill('28 Feb 2099')
  await field(dialog, 'Redemptions (optional)').fill('100')
  await submit(dialog)
  await dialog.getByText('This is before the first day.').waitFor()
  await field(dialog, 'Last day (optional)').fill('31 Mar 2099')
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, 'Launch').innerText()).toContain('$1,234.56')
  const edit = await openDialog(page, 'Launch', 'Edit…')
  await expect.poll(() => field(edit, 'Amount off').inputValue()).toBe('1234.56')
  await expect.poll(() => field(edit, 'Months').inputValue()).toBe('6')
  await expect.poll(() => field(edit, 'First day (optional)').inputValue()).toBe('1 Mar 2099')
  await expect.poll(() => field(edit, 'Last day (optional)').inputValue()).toBe('31 Mar 2099')
  await expect.poll(() => field(edit, 'Redemptions (optional)').inputValue()).toBe('100')
  await edit.getByText('Icon pack', { exact: true }).waitFor()
  await field(edit, 'Amount off').fill('5')
  await edit.getByRole('button', { name: 'Remove Icon pack' }).click()
  await submit(edit)
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Launch saved')
  await expect.poll(() => rowOf(page, 'Launch').innerText()).toContain('$5')
})

describe('redeemed discounts', () => {
  test('keep their terms and say why', async () => {
    const page = await app.openAs(ada, discountsOf(northwind))
    const dialog = await openDialog(page, 'Launch', 'Edit…')
    await dialog.getByText('Already redeemed, so it can’t be changed.').first().waitFor()
    await expect.poll(() => field(dialog, 'Amount off').isEditable()).toBe(false)
    await expect.poll(() => field(dialog, 'Months').isEditable()).toBe(false)
    await expect
      .poll(() => dialog.getByRole('radio', { name: 'Percentage' }).isDisabled())
      .toBe(true)
    await expect.poll(() => dialog.getByRole('radio', { name: 'Once' }).isDisabled()).toBe(true)
    await field(dialog, 'Redemptions (optional)').fill('2')
    await submit(dialog)
    await dialog.getByText('redeemed 3 times already').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Redemptions (optional)'))).toBe(true)
  })

  test('can be copied with other terms', async () => {
    const page = await openInNewOrganization('Copies', { ...halfOff, code: 'HALF' })
    const dialog = await openDialog(page, 'Half', 'Duplicate…')
    await expect.poll(() => field(dialog, 'Name').inputValue()).toBe('Half (copy)')
    await expect.poll(() => field(dialog, 'Code (optional)').inputValue()).toBe('')
    await field(dialog, 'Code (optional)').fill('half')
    await submit(dialog)
    await dialog.getByText('A discount with this code already exists.').waitFor()
    await expect.poll(() => hasFocus(field(dialog, 'Code (optional)'))).toBe(true)
    await field(dialog, 'Code (optional)').fill('QUARTER')
    await field(dialog, 'Amount off').fill('25')
    await submit(dialog)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(page, 'Half (copy)').innerText()).toContain('25 %')
  })
})

test('typed values survive a lost connection', async () => {
  const page = await openInNewOrganization('Kept')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Spring')
  await field(dialog, 'Amount off').fill('20')
  await page.context().setOffline(true)
  await submit(dialog)
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await press(page, 'Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('the list is searched, sorted and paged, and the URL keeps it', async () => {
  const page = await app.openAs(ada, discountsOf(crowded))
  await expect.poll(() => rows(page).count()).toBe(25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL('**/discounts?page=2')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL('**/discounts?sort=name')
  await expect.poll(() => rows(page).first().innerText()).toContain('Number 10')
  await press(page, '/')
  await page.keyboard.type('er 35')
  await page.waitForURL('**/discounts?q=er+35&sort=name')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('members can copy codes and nothing else', async () => {
  const page = await app.openAs(jun, discountsOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create discount' }).count()).toBe(0)
  await menuOf(page, 'Launch').click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Copy code', 'Copy ID'])
})
