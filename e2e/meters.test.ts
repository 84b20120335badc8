import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn } from './operators.ts'
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

setUp(async (page) => {
  for (const meter of [tokens, everything]) await make(page, northwind, 'meters', meter)
})

const tokens = {
  name: 'Tokens',
  filter: {
    conjunction: 'and',
    clauses: [
      { property: 'name', operator: 'eq', value: 'chat' },
      {
        conjunction: 'or',
        clauses: [
          { property: 'model', operator: 'like', value: 'large' },
          { property: 'effort', operator: 'gte', value: 3 },
          { conjunction: 'and', clauses: [{ property: 'batch', operator: 'ne', value: true }] },
        ],
      },
    ],
  },
  aggregation: { func: 'sum', property: 'tokens' },
  metadata: { team: 'models' },
}

const everything = {
  name: 'Everything that anybody does anywhere, counted for a report that nobody has asked for yet',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
}

const filterDepthMax = 8

const metersOf = ({ slug }: Organization, search = '') => `/dashboard/${slug}/meters${search}`

const rows = (page: Page) => rowsIn(page, 'Meters')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()

async function edit(page: Page, name: string): Promise<Locator> {
  await menuOf(page, name).click()
  await item(page, 'Edit…').click()
  return page.getByRole('dialog', { name: `Edit ${name}` })
}

/** Opens the meters of a new organization of Ada's. */
async function openInNewOrganization(name: string): Promise<Page> {
  const page = await app.signInAs(ada)
  await openPath(page, metersOf(await createOrganization(page, name)))
  await waitUntilLoaded(page)
  return page
}

async function openCreateDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create meter' }).click()
  return page.getByRole('dialog', { name: 'Create a meter' })
}

test.each([
  ['meters', () => northwind],
  ['meters-none', () => empty],
] as const)('%s fits and is accessible', (name, organization) =>
  expectAccessiblePage(name, app.viewAs(ada, metersOf(organization()))),
)

test('the form of a meter fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, metersOf(northwind)), async (page, eachView) => {
    const dialog = await edit(page, 'Tokens')
    await eachView((view) => expectAccessibleView(page, 'meter-edit', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test.each([360, 390])(
  'the conditions of a filter are within their groups at %i px',
  async (width) => {
    const page = await app.viewAs(ada, metersOf(northwind))({ width, theme: 'light' })
    const dialog = await edit(page, 'Tokens')
    let place = '2.3'
    for (let depth = 3; depth < filterDepthMax; depth += 1) {
      const name = `Add a group to group ${place}`
      await dialog.getByRole('button', { name, exact: true }).click()
      place = `${place}.2`
    }
    await field(dialog, `Property of condition ${place}.1`).scrollIntoViewIfNeeded()
    const removals = dialog.getByRole('button', { name: /^Remove / })
    await expect.poll(() => removals.count()).toBeGreaterThan(15)
    await screenshot(page, 'meter-filter', { width, theme: 'light', window: true })
    const outside = () =>
      removals.evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { right } = button.getBoundingClientRect()
          const group = button.closest('fieldset')?.getBoundingClientRect()
          return right <= (group?.right ?? 0) ? [] : [button.getAttribute('aria-label')]
        }),
      )
    await expect.poll(outside).toEqual([])
  },
)

test('a meter is created by keyboard', async () => {
  const page = await openInNewOrganization('Keys')
  await page.getByText('No meters yet').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Create a meter' })
  await expect.poll(() => hasFocus(field(dialog, 'Name'))).toBe(true)
  await press(page, 'Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('API calls')
  await field(dialog, 'Value of condition 1').focus()
  await page.keyboard.type('api_call')
  await dialog.getByText('where name is “api_call”').waitFor()
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('API calls created')
  await expect.poll(() => rowOf(page, 'API calls').innerText()).toContain('Number of events')
})

test('a meter of different values is created and shown', async () => {
  const page = await openInNewOrganization('Unique')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Active users')
  await field(dialog, 'Value of condition 1').fill('login')
  await field(dialog, 'Aggregation').selectOption('Different values of a property')
  await submit(dialog)
  await dialog.getByText('Enter the name of the property.').waitFor()
  await field(dialog, 'Property').fill('user_id')
  await dialog.getByText('Different values of user_id').waitFor()
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => rowOf(page, 'Active users').innerText())
    .toContain('Different values of user_id')
  const again = await edit(page, 'Active users')
  await expect.poll(() => field(again, 'Property').inputValue()).toBe('user_id')
})

test('conditions are nested and described', async () => {
  const page = await openInNewOrganization('Nested')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Tokens')
  await field(dialog, 'Value of condition 1').fill('chat')
  await dialog.getByRole('button', { name: 'Add a group to the filter' }).click()
  await field(dialog, 'Property of condition 2.1').fill('model')
  await field(dialog, 'Comparison of condition 2.1').selectOption('doesn’t contain')
  await field(dialog, 'Value of condition 2.1').fill('mini')
  await dialog.getByRole('button', { name: 'Add a condition to group 2' }).click()
  await field(dialog, 'Property of condition 2.2').fill('effort')
  await field(dialog, 'Value type of condition 2.2').selectOption('Number')
  await field(dialog, 'Comparison of condition 2.2').selectOption('is at least')
  await field(dialog, 'Value of condition 2.2').fill('many')
  await dialog.getByRole('button', { name: 'Add a group to group 2' }).click()
  await field(dialog, 'Property of condition 2.3.1').fill('batch')
  await field(dialog, 'Value type of condition 2.3.1').selectOption('Yes or no')
  await field(dialog, 'Value of condition 2.3.1').selectOption('Yes')
  await field(dialog, 'Aggregation').selectOption('Sum of a property')
  await submit(dialog)
  await dialog.getByText('Enter a whole number.').waitFor()
  await dialog.getByText('Enter the name of the property.').waitFor()
  await field(dialog, 'Value of condition 2.2').fill('3')
  await field(dialog, 'Property').fill('tokens')
  const words =
    'where name is “chat” and (model doesn’t contain “mini” or effort is at least 3 or batch is true)'
  await dialog.getByText(words).waitFor()
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, 'Tokens').innerText()).toContain('Sum of tokens')
  await expect.poll(() => rowOf(page, 'Tokens').innerText()).toContain(words)
})

test('a meter is edited', async () => {
  const page = await openInNewOrganization('Changed')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('Calls')
  await dialog.getByRole('button', { name: 'Remove condition 1' }).click()
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'Calls').getByText('where every event').waitFor()
  const form = await edit(page, 'Calls')
  await field(form, 'Name').fill('Slowest call')
  await field(form, 'Aggregation').selectOption('Highest of a property')
  await field(form, 'Property').fill('milliseconds')
  await form.getByRole('button', { name: 'Add a condition to the filter' }).click()
  await field(form, 'Match conditions of the filter').selectOption('Any')
  await field(form, 'Property of condition 1').fill('name')
  await field(form, 'Value of condition 1').fill('call')
  await submit(form)
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Slowest call saved')
  const row = rowOf(page, 'Slowest call')
  await row.getByText('Highest of milliseconds').waitFor()
  await row.getByText('where name is “call”').waitFor()
  const again = await edit(page, 'Slowest call')
  await expect.poll(() => field(again, 'Property').inputValue()).toBe('milliseconds')
  await press(page, 'Escape')
})

test('refusals of the server appear under their fields and keep the input', async () => {
  const page = await openInNewOrganization('Refused')
  const dialog = await openCreateDialog(page)
  await field(dialog, 'Name').fill('x'.repeat(257))
  await field(dialog, 'Value of condition 1').fill('call')
  await submit(dialog)
  await dialog.getByText('256 characters').waitFor()
  await expect.poll(() => hasFocus(field(dialog, 'Name'))).toBe(true)
  await field(dialog, 'Name').fill('Calls')
  await field(dialog, 'Value of condition 1').fill('x'.repeat(501))
  await submit(dialog)
  await dialog.locator('fieldset', { hasText: 'Filter events' }).getByText('500').waitFor()
  await press(page, 'Escape')
  await dialog.getByText('Close without saving?').waitFor()
})

test('the list is searched and sorted, and the URL keeps it', async () => {
  const page = await app.openAs(ada, metersOf(northwind))
  await expect.poll(() => rows(page).first().innerText()).toContain('Everything')
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL('**/meters?sort=-name')
  await expect.poll(() => rows(page).first().innerText()).toContain('Tokens')
  await press(page, '/')
  await page.keyboard.type('every')
  await page.waitForURL('**/meters?q=every&sort=-name')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('searchbox').fill('nothing')
  await page.getByRole('button', { name: 'Show all meters' }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('members can copy the id and nothing else', async () => {
  const page = await app.openAs(jun, metersOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create meter' }).count()).toBe(0)
  await menuOf(page, 'Tokens').click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy ID'])
})
