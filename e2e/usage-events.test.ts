import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { portalPath } from './sellers.ts'
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

const ids = { wile: '', road: '', tokens: '' }

const callsCount = 60

setUp(async (page) => {
  ids.wile = await make(page, northwind, 'customers', {
    email: 'wile@acme.example',
    name: 'Wile E. Coyote',
    external_id: 'wile',
  })
  ids.road = await make(page, northwind, 'customers', {
    email: 'theodora.montgomery-featherstonehaugh@a-company-with-a-long-name.example',
  })
  ids.tokens = await make(page, northwind, 'meters', {
    name: 'Tokens',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'completion' }],
    },
    aggregation: { func: 'sum', property: 'usage.output' },
  })
  const calls = Array.from({ length: callsCount }, (_, at) => ({
    name: 'call',
    customer_id: ids.road,
    timestamp: `2026-01-01T10:00:${String(at).padStart(2, '0')}Z`,
    metadata: { number: at },
  }))
  await ingest(page, northwind, [
    ...calls,
    {
      name: 'completion',
      external_customer_id: 'wile',
      external_id: 'req_8f2c',
      entity: 'workspace-7',
      metadata: { model: 'lite', usage: { input: 1200, output: 310.5 } },
    },
    { name: 'export.of-everything-that-was-ever-reported', external_customer_id: 'nobody-yet' },
  ])
})

async function ingest(page: Page, { id }: Organization, events: readonly object[]): Promise<void> {
  const answer = await page.request.post('/v1/events/ingest', {
    data: { organization_id: id, events },
    headers: { origin: new URL(page.url()).origin },
  })
  assert.equal(answer.status(), 200, await answer.text())
}

const eventsOf = ({ slug }: Organization, search = '') => `/dashboard/${slug}/events${search}`

const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).locator(':scope > li')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })
const toggle = (row: Locator) => row.locator('[data-row-link]')
const chip = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const names = (page: Page) =>
  page.getByRole('list', { name: 'Events' }).locator('[data-row-link]').allInnerTexts()

async function pick(page: Page, filter: string, typed: string): Promise<void> {
  await chip(page, filter).click()
  await page.getByRole('combobox', { name: `Search ${filter.toLowerCase()}s` }).fill(typed)
  await page.getByRole('option', { name: typed }).click()
}

test.each([
  ['events', () => ada, () => eventsOf(northwind)],
  ['events-as-member', () => jun, () => eventsOf(northwind)],
  [
    'events-filtered',
    () => ada,
    () => eventsOf(northwind, `?customer=${ids.wile}&name=completion`),
  ],
  ['events-no-match', () => ada, () => eventsOf(northwind, '?metadata=model=large')],
  ['events-none', () => ada, () => eventsOf(empty)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('an open event fits and is accessible', () =>
  onDesktopAndPhone(
    app.viewAs(ada, eventsOf(northwind, '?metadata=model=lite')),
    async (page, eachView) => {
      await toggle(rowOf(page, 'completion')).click()
      await page.getByText('"output": 310.5').waitFor()
      await page.getByRole('region', { name: 'Meters' }).getByText('Tokens').waitFor()
      await eachView((view) => expectAccessibleView(page, 'events-open', view))
    },
  ))

test('the names of a filter have their counts, fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, eventsOf(northwind)), async (page, eachView) => {
    await rows(page).first().waitFor()
    await chip(page, 'Name').click()
    await page.getByRole('option', { name: /^call.*60 · / }).waitFor()
    await eachView((view) => expectAccessibleView(page, 'events-names', { ...view, window: true }))
    await press(page, 'Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }))

test('columns are chosen, saved as a view and exported with what the filters show', async () => {
  const page = await app.openAs(ada, eventsOf(northwind, '?name=completion'))
  await rowOf(page, 'completion').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  for (const name of ['External ID', 'Metadata', 'Source']) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  }
  await press(page, 'Escape')
  await rowOf(page, 'completion').getByText('req_8f2c').waitFor()
  await expect.poll(() => rowOf(page, 'completion').innerText()).toContain('"output":310.5')
  const file = `${northwind.slug}-events.csv`
  const [head, ...lines] = await exportedLines(page, file, 'Columns shown')
  expect(head).toBe(
    'id,name,customer_name,customer_email,external_customer_id,external_id,metadata,timestamp',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(',completion,Wile E. Coyote,wile@acme.example,wile,req_8f2c,')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name').fill('Completions')
  await press(page, 'Enter')
  const views = page.getByRole('navigation', { name: 'Views of Events' })
  await views.getByRole('link', { name: 'Completions' }).waitFor()
  await views.getByRole('link', { name: 'All' }).click()
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Default columns' }).click()
  await expect.poll(() => rowOf(page, 'completion').innerText()).not.toContain('req_8f2c')
})

test('more columns fit and are accessible', async () => {
  const page = await app.signInAs(ada)
  const path = `/v1/organizations/${northwind.id}/lists/usage_events`
  const choose = async (columns: string[] | null) => {
    const headers = { origin: new URL(page.url()).origin }
    const answer = await page.request.patch(path, { data: { columns }, headers })
    expect(answer.status()).toBe(200)
  }
  await choose([
    'customer',
    'external_id',
    'metadata',
    'entity',
    'source',
    'ingested_at',
    'timestamp',
  ])
  await expectAccessiblePage('events-columns', app.viewAs(ada, eventsOf(northwind)))
  await choose(null)
})

test('the page waits for the first event and shows it when it arrives', async () => {
  const page = await app.signInAs(ada)
  const fresh = await createOrganization(page, 'Fresh')
  await openPath(page, eventsOf(fresh))
  await page.getByText('Waiting for the first event…').waitFor()
  await page.getByText(`serverURL: '${new URL(page.url()).origin}'`).waitFor()
  await page.getByRole('radio', { name: 'curl' }).click()
  await page.getByText('/v1/events/ingest').waitFor()
  await ingest(page, fresh, [{ name: 'first', external_customer_id: 'ann' }])
  await rowOf(page, 'first').getByText('ann, no customer yet').waitFor()
  expect(await page.getByText('Waiting for the first event…').count()).toBe(0)
})

test('new events wait while the list is read by keyboard', async () => {
  const page = await app.signInAs(ada)
  const live = await createOrganization(page, 'Live')
  await ingest(page, live, [{ name: 'old', external_customer_id: 'ann' }])
  await openPath(page, eventsOf(live))
  await rows(page).first().waitFor()
  await press(page, 'j')
  await expect.poll(() => hasFocus(toggle(rowOf(page, 'old')))).toBe(true)
  await press(page, 'Enter')
  await page.getByText('No metadata.').waitFor()
  await ingest(page, live, [{ name: 'new', external_customer_id: 'ann' }])
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor()
  expect(await names(page)).toEqual(['old'])
  await page.getByRole('button', { name: 'Show 1 new' }).focus()
  await press(page, 'Enter')
  await expect.poll(() => names(page)).toEqual(['new', 'old'])
  await press(page, 'ArrowDown')
  await expect.poll(() => hasFocus(toggle(rowOf(page, 'old')))).toBe(true)
})

test('an event opens to all that is known of it', async () => {
  const page = await app.openAs(ada, eventsOf(northwind))
  const row = rowOf(page, 'completion')
  await toggle(row).click()
  await row.getByText('req_8f2c').waitFor()
  await row.getByText('workspace-7').waitFor()
  const shown = JSON.parse(await row.locator('pre').innerText())
  expect(shown).toEqual({ model: 'lite', usage: { input: 1200, output: 310.5 } })
  const meters = row.getByRole('region', { name: 'Meters' })
  await expect.poll(() => meters.innerText()).toMatch(/Tokens\s+Outside of subscriptions\s+310\.5/)
  await meters.getByRole('link', { name: 'Tokens', exact: true }).waitFor()
  await toggle(row).click()
  await row.getByText('req_8f2c').waitFor({ state: 'detached' })
  await row.getByRole('link', { name: 'Wile E. Coyote' }).click()
  await page.waitForURL(`**/customers/${ids.wile}`)
})

test('the list goes on behind its last event', async () => {
  const page = await app.openAs(ada, eventsOf(northwind, '?name=call'))
  await expect.poll(() => rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect.poll(() => rows(page).count()).toBe(callsCount)
  expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
})

test('filters are in the URL and narrow the list', async () => {
  const page = await app.openAs(ada, eventsOf(northwind))
  await rows(page).first().waitFor()
  await chip(page, 'Name').click()
  await page.getByRole('option', { name: /^call.*60 · / }).click()
  await page.waitForURL('**/events?name=call')
  await expect.poll(() => rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'Clear the filter Name' }).click()
  await pick(page, 'Customer', 'Wile E. Coyote')
  await page.waitForURL(`**/events?customer=${ids.wile}`)
  await expect.poll(() => names(page)).toEqual(['completion'])
  await page.reload()
  await chip(page, 'Customer').getByText('Wile E. Coyote').waitFor()
  await page.getByRole('button', { name: 'Clear the filter Customer' }).click()
  await pick(page, 'Meter', 'Tokens')
  await page.waitForURL(`**/events?meter=${ids.tokens}`)
  await expect.poll(() => names(page)).toEqual(['completion'])
  await page.getByRole('button', { name: 'Clear the filter Meter' }).click()
})

test('metadata and days narrow the list, nested values too', async () => {
  const page = await app.openAs(ada, eventsOf(northwind))
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'Metadata' }).click()
  await page.getByLabel('Metadata', { exact: true }).last().fill('model')
  await press(page, 'Enter')
  await page.getByText('Enter a key and its value').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('usage.output=310.5')
  await press(page, 'Enter')
  await page.waitForURL(/metadata=usage\.output(=|%3D)310\.5/)
  await expect.poll(() => names(page)).toEqual(['completion'])
  await openPath(page, eventsOf(northwind, '?from=2026-01-01&to=2026-01-02'))
  await expect.poll(() => rows(page).count()).toBe(50)
  await openPath(page, eventsOf(northwind, '?from=2026-01-03&to=2026-01-04'))
  await page.getByRole('button', { name: 'Show all events' }).click()
  await rowOf(page, 'completion').waitFor()
})

const customerPath = (id: string) => `/dashboard/${northwind.slug}/customers/${id}`

test.each([
  ['customer-usage', () => ada, () => customerPath(ids.wile)],
  ['customer-usage-as-member', () => jun, () => customerPath(ids.road)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the page of a customer has what they used, and leads to their events', async () => {
  const page = await app.openAs(ada, customerPath(ids.wile))
  const used = rowsIn(page, 'Meters')
  await used.filter({ hasText: 'Tokens' }).waitFor()
  expect(await used.locator('td').allInnerTexts()).toEqual([
    expect.stringContaining('Tokens'),
    '310.5',
    '0',
    '-310.5',
    expect.stringMatching(/just now|ago/),
  ])
  const latest = page.getByRole('list', { name: 'Latest events' })
  await latest.locator('[data-row-link]').click()
  await latest.getByText('req_8f2c').waitFor()
  await page.getByRole('link', { name: 'All events' }).click()
  await page.waitForURL(`**/events?customer=${ids.wile}`)
  await expect.poll(() => names(page)).toEqual(['completion'])
})

test('the page of a customer says that nothing was counted', async () => {
  const page = await app.openAs(ada, customerPath(ids.road))
  await page.getByText('No meter has counted anything.').waitFor()
  await expect
    .poll(() => page.getByRole('list', { name: 'Latest events' }).locator(':scope > li').count())
    .toBe(5)
})

const linkOf = async (customer: string) => portalPath(await app.signInAs(ada), northwind, customer)

const usage = (page: Page) => page.getByRole('region', { name: 'Usage' })

test('the usage in the portal fits and is accessible', async () => {
  const link = await linkOf(ids.wile)
  await expectAccessiblePage(
    'portal-usage',
    async (view) => {
      const page = await app.openAsVisitor(link, view)
      await usage(page).getByText('310.5').waitFor()
      return page
    },
    waitUntilLoaded,
  )
})

test('a customer sees what they used in the portal, and others nothing', async () => {
  const page = await app.openAsVisitor(await linkOf(ids.wile), wide)
  await expect.poll(() => usage(page).getByRole('listitem').count()).toBe(1)
  const [text] = await usage(page).getByRole('listitem').allInnerTexts()
  expect(text).toMatch(/Tokens[^]*310\.5/)
  const other = await app.openAsVisitor(await linkOf(ids.road), wide)
  await other.getByText(/^As theodora/).waitFor()
  await waitUntilLoaded(other)
  await other.getByText('No orders yet.').waitFor()
  expect(await usage(other).count()).toBe(0)
})

test('a voided event says so, and opens to the reason', () =>
  onDesktopAndPhone(app.viewAs(ada, eventsOf(northwind)), async (page, eachView) => {
    const mistake = { name: 'mistake', customer_id: ids.wile, external_id: 'req_wrong' }
    await ingest(page, northwind, [mistake])
    await page.request.post('/v1/events/void', {
      data: {
        organization_id: northwind.id,
        events: [{ external_id: 'req_wrong', reason: 'Sent twice' }],
      },
      headers: { origin: new URL(page.url()).origin },
    })
    await openPath(page, eventsOf(northwind, '?name=mistake'))
    const row = rowOf(page, 'mistake')
    await row.getByText('Voided').waitFor()
    await toggle(row).click()
    await row.getByText('Sent twice').waitFor()
    await eachView((view) => expectAccessibleView(page, 'event-voided', view))
  }))
