import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make } from './catalog.ts'
import { hasFocus, newsOn, type Person, press, serverWithOperator } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  expectInOrder,
  expectPageInOrder,
  isLoaded,
  onEachScreen,
  rowsIn,
} from './visit.ts'

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
  for (const meter of [tokens, everything]) await make(page, northwind, 'meters', meter)
  await place.leave()
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

/** Ada before the meters of an organization that only this test knows. */
async function arriveWithOwn(name: string): Promise<Page> {
  const page = await place.enterAs(ada)
  await arrive(page, metersOf(await found(page, name)))
  await isLoaded(page)
  return page
}

async function beginCreating(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create meter' }).click()
  return page.getByRole('dialog', { name: 'Create a meter' })
}

test.each([
  ['meters', () => northwind],
  ['meters-none', () => empty],
] as const)('%s is in order', (name, organization) =>
  expectPageInOrder(name, place.lookAs(ada, metersOf(organization()))),
)

test('the form of a meter is in order', () =>
  onEachScreen(place.lookAs(ada, metersOf(northwind)), async (page, inEach) => {
    const dialog = await edit(page, 'Tokens')
    await inEach((view) => expectInOrder(page, 'meter-edit', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test('a meter is made by keyboard alone', async () => {
  const page = await arriveWithOwn('Keys')
  await page.getByText('Nothing is measured').waitFor()
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
  await expect.poll(() => newsOn(page)).toContain('API calls is ready')
  await expect.poll(() => rowOf(page, 'API calls').innerText()).toContain('Number of events')
})

test('conditions are nested, compared and counted in words', async () => {
  const page = await arriveWithOwn('Nested')
  const dialog = await beginCreating(page)
  await field(dialog, 'Name').fill('Tokens')
  await field(dialog, 'Value of condition 1').fill('chat')
  await dialog.getByRole('button', { name: 'Add a group to the filter' }).click()
  await field(dialog, 'Property of condition 2.1').fill('model')
  await field(dialog, 'Comparison of condition 2.1').selectOption('doesn’t contain')
  await field(dialog, 'Value of condition 2.1').fill('mini')
  await dialog.getByRole('button', { name: 'Add a condition to group 2' }).click()
  await field(dialog, 'Property of condition 2.2').fill('effort')
  await field(dialog, 'Kind of value of condition 2.2').selectOption('Number')
  await field(dialog, 'Comparison of condition 2.2').selectOption('is at least')
  await field(dialog, 'Value of condition 2.2').fill('many')
  await dialog.getByRole('button', { name: 'Add a group to group 2' }).click()
  await field(dialog, 'Property of condition 2.3.1').fill('batch')
  await field(dialog, 'Kind of value of condition 2.3.1').selectOption('Yes or no')
  await field(dialog, 'Value of condition 2.3.1').selectOption('Yes')
  await field(dialog, 'What is measured').selectOption('Sum of a property')
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

test('a meter is changed as a whole', async () => {
  const page = await arriveWithOwn('Changed')
  const dialog = await beginCreating(page)
  await field(dialog, 'Name').fill('Calls')
  await dialog.getByRole('button', { name: 'Remove condition 1' }).click()
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'Calls').getByText('where every event').waitFor()
  const form = await edit(page, 'Calls')
  await field(form, 'Name').fill('Slowest call')
  await field(form, 'What is measured').selectOption('Highest of a property')
  await field(form, 'Property').fill('milliseconds')
  await form.getByRole('button', { name: 'Add a condition to the filter' }).click()
  await field(form, 'How many conditions of the filter must be true').selectOption('Any')
  await field(form, 'Property of condition 1').fill('name')
  await field(form, 'Value of condition 1').fill('call')
  await submit(form)
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('Slowest call is saved')
  const row = rowOf(page, 'Slowest call')
  await row.getByText('Highest of milliseconds').waitFor()
  await row.getByText('where name is “call”').waitFor()
  const again = await edit(page, 'Slowest call')
  await expect.poll(() => field(again, 'Property').inputValue()).toBe('milliseconds')
  await press(page, 'Escape')
})

test('what the server refuses stands under its field, and nothing is lost', async () => {
  const page = await arriveWithOwn('Refused')
  const dialog = await beginCreating(page)
  await field(dialog, 'Name').fill('x'.repeat(257))
  await field(dialog, 'Value of condition 1').fill('call')
  await submit(dialog)
  await dialog.getByText('256 characters').waitFor()
  await expect.poll(() => hasFocus(field(dialog, 'Name'))).toBe(true)
  await field(dialog, 'Name').fill('Calls')
  await field(dialog, 'Value of condition 1').fill('x'.repeat(501))
  await submit(dialog)
  await dialog.locator('fieldset', { hasText: 'Which events count' }).getByText('500').waitFor()
  await press(page, 'Escape')
  await dialog.getByText('Close without saving?').waitFor()
})

test('the list is searched and sorted, and the address of the page keeps it', async () => {
  const page = await place.arriveAs(ada, metersOf(northwind))
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

test('who may only look copies the id, and no more', async () => {
  const page = await place.arriveAs(jun, metersOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create meter' }).count()).toBe(0)
  await menuOf(page, 'Tokens').click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy id'])
})
