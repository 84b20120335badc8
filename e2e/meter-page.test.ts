import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn } from './operators.ts'
import { expectAccessiblePage, expectAccessibleView, onDesktopAndPhone, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

const ids = new Map<string, string>()

const idOf = (name: string): string => {
  const id = ids.get(name)
  assert(id !== undefined)
  return id
}

const dayMilliseconds = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMilliseconds).toISOString()

setUp(async (page) => {
  const clause = { property: 'name', operator: 'eq', value: 'chat' }
  const definition = {
    filter: { conjunction: 'and', clauses: [clause] },
    aggregation: { func: 'sum', property: 'tokens' },
  }
  for (const name of ['Tokens', 'Old tokens']) {
    ids.set(name, await make(page, northwind, 'meters', { name, ...definition }))
  }
  const unused = {
    ...definition,
    filter: { conjunction: 'and', clauses: [{ ...clause, value: 'x' }] },
  }
  ids.set('Unused', await make(page, northwind, 'meters', { name: 'Unused', ...unused }))
  for (const [name, email] of [
    ['Mara Silva', 'mara@users.test'],
    ['Ivo Brandt', 'ivo@users.test'],
  ]) {
    ids.set(String(name), await make(page, northwind, 'customers', { name, email }))
  }
  const use = (customer: string, tokens: number, days: number) => ({
    name: 'chat',
    customer_id: idOf(customer),
    timestamp: daysAgo(days),
    metadata: { tokens, model: 'large' },
  })
  // Balances count from the making of the meter, charts also what was before.
  const events = [
    ...[1, 2, 4, 8, 15].map((days) => use('Mara Silva', 1000.5 * days, days)),
    use('Mara Silva', 250, 0),
    use('Ivo Brandt', 1200, 0),
    use('Ivo Brandt', 50, 60),
  ]
  const headers = { origin: new URL(page.url()).origin }
  const data = { organization_id: northwind.id, events }
  const answer = await page.request.post('/v1/events/ingest', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
})

const pathOf = (name: string, search = '') =>
  `/dashboard/${northwind.slug}/meters/${idOf(name)}${search}`

const total = (page: Page) => page.locator('dd.text-figure')

test('a meter’s page fits and is accessible', () =>
  expectAccessiblePage('meter', app.viewAs(ada, pathOf('Tokens'))))

test('the page of a meter without usage fits and is accessible', () =>
  expectAccessiblePage('meter-unused', app.viewAs(ada, pathOf('Unused'))))

test('the preview fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, pathOf('Tokens')), async (page, eachView) => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByText('7 matching events').waitFor()
    await eachView((view) => expectAccessibleView(page, 'meter-preview', { ...view, window: true }))
    await press(page, 'Escape')
  }))

test('the span and the interval are in the URL, and the total follows', async () => {
  const page = await app.openAs(ada, pathOf('Tokens'))
  await expect.poll(() => total(page).innerText()).toBe('31,465')
  await page.getByRole('radio', { name: '7 days', exact: true }).check()
  await page.waitForURL('**?span=7d')
  await expect.poll(() => total(page).innerText()).toBe('8,453.5')
  await page.getByRole('radio', { name: 'Hour' }).check()
  await page.waitForURL('**?span=7d&by=hour')
  await page.getByRole('radio', { name: '90 days' }).check()
  await page.waitForURL('**?span=90d')
  await expect.poll(() => total(page).innerText()).toBe('31,515')
  await page.reload()
  await expect.poll(() => total(page).innerText()).toBe('31,515')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const table = page.getByRole('region', { name: 'By week, table' })
  await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(12)
})

test('its customers are listed by what they used, and lead to their pages', async () => {
  const page = await app.openAs(ada, pathOf('Tokens'))
  const rows = rowsIn(page, 'Customers')
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => rows.first().innerText()).toContain('Ivo Brandt')
  await expect.poll(() => rows.first().innerText()).toContain('1,200')
  await expect.poll(() => rows.first().innerText()).toContain('-1,200')
  await rows.first().getByText('Ivo Brandt').click()
  await page.waitForURL(`**/customers/${idOf('Ivo Brandt')}`)
})

test('the preview counts while the meter is typed, and says why it can’t', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}/meters`)
  await page.getByRole('button', { name: 'Create meter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a meter' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByText('No event matches').waitFor()
  await dialog.getByLabel('Value of condition 1', { exact: true }).fill('chat')
  await preview.getByText('7 matching events').waitFor()
  await preview.getByText('tokens: 1200').waitFor()
  await dialog.getByLabel('Aggregation', { exact: true }).selectOption('Highest of a property')
  await preview.getByText('Complete the conditions').waitFor()
  await dialog.getByLabel('Property', { exact: true }).fill('tokens')
  await preview.getByText('Highest of tokens: 15,007.5').waitFor()
  await dialog.getByLabel('Value of condition 1', { exact: true }).fill('x'.repeat(501))
  await preview.getByText('500').waitFor()
  await press(page, 'Escape')
  await expect.poll(() => dialog.innerText()).toContain('Close without saving?')
})

test('a meter is archived and unarchived by keyboard', async () => {
  const page = await app.openAs(ada, pathOf('Old tokens'))
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await expect.poll(() => hasFocus(page.getByRole('menuitem', { name: 'Archive…' }))).toBe(true)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter')
  await expect.poll(() => toastsOn(page)).toContain('Old tokens archived')
  await page.getByText('archived', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Meters' }).last().click()
  await expect.poll(() => rowsIn(page, 'Meters').count()).toBe(2)
  await page.getByRole('radio', { name: 'Archived' }).check()
  await page.waitForURL('**/meters?show=archived')
  await expect.poll(() => rowsIn(page, 'Meters').count()).toBe(1)
  await page.getByRole('button', { name: 'Actions for Old tokens' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive…' }).click()
  await page.getByRole('button', { name: 'Unarchive', exact: true }).click()
  await page.getByText('No matching meters').waitFor()
})

test('members see a meter’s page without its actions, and unknown meters aren’t found', async () => {
  const page = await app.openAs(jun, pathOf('Tokens'))
  await expect.poll(() => total(page).innerText()).toBe('31,465')
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  const other = await app.openAs(ada, `/dashboard/${northwind.slug}/meters/nothing`)
  await other.getByText('Meter not found').waitFor()
})
