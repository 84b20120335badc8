import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { wide } from './operators.ts'
import { portalPath } from './sellers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

const ids = { wile: '', road: '', tokens: '' }

setUp(async (page) => {
  ids.wile = await make(page, northwind, 'customers', {
    email: 'wile@acme.example',
    name: 'Wile E. Coyote',
  })
  ids.road = await make(page, northwind, 'customers', {
    email: 'road@acme.example',
    name: 'Road Runner',
  })
  ids.tokens = await make(page, northwind, 'meters', {
    name: 'Tokens',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'tokens' },
  })
})

const post = async (page: Page, path: string, data: object) => {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post(`/v1/${path}`, { data, headers: { origin } })
  expect(answer.ok()).toBe(true)
}

const use = (page: Page, customer_id: string, tokens: number) =>
  post(page, 'events/ingest', {
    organization_id: northwind.id,
    events: [{ name: 'call', customer_id, metadata: { tokens } }],
  })

const give = (page: Page, customer: string, units: number, given: object = {}) =>
  post(page, `customers/${customer}/credits`, {
    meter_id: ids.tokens,
    units,
    reason: 'The outage of Monday',
    ...given,
  })

const customerPath = (id: string) => `/dashboard/${northwind.slug}/customers/${id}`
const statementPath = (id: string) => `${customerPath(id)}/credits/${ids.tokens}`
const toast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).waitFor()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a seller gives credits with a reason, takes some back, and reads the statement', async () => {
  const page = await app.openAs(ada, customerPath(ids.wile))
  await page.getByRole('button', { name: 'Give credits…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await dialog.getByText('Choose a meter.').waitFor()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Meter').click()
  await page.getByRole('option', { name: 'Tokens' }).click()
  await dialog.getByLabel('Units').fill('1.5')
  await dialog.getByLabel('Reason').fill('The outage of Monday')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await expect.poll(() => dialog.getByLabel('Units').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Units').fill('1000')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await toast(page, '1,000 credits given to Wile E. Coyote')
  await use(page, ids.wile, 30.5)
  await openPath(page, customerPath(ids.wile))
  const row = rowsIn(page, 'Meters').filter({ hasText: 'Tokens' })
  await row.waitFor()
  expect((await row.locator('td').allInnerTexts()).slice(1, 4)).toEqual(['30.5', '1,000', '969.5'])

  await row.getByRole('link', { name: 'Tokens' }).click()
  await page.waitForURL(`**${statementPath(ids.wile)}`)
  const lots = page.getByRole('region', { name: 'Credits' }).getByRole('listitem')
  await expect
    .poll(() => lots.allInnerTexts())
    .toEqual([expect.stringMatching(/Given[^]*The outage of Monday[^]*969\.5 of 1,000/)])
  await page.getByRole('button', { name: 'Give credits…' }).click()
  await dialog.getByText('Take', { exact: true }).click()
  await dialog.getByLabel('Units').fill('5000')
  await dialog.getByLabel('Reason').fill('Too many')
  await dialog.getByRole('button', { name: 'Take credits' }).click()
  await dialog.getByText(/At most 969\.5 can be taken/).waitFor()
  await dialog.getByLabel('Units').fill('69.5')
  await dialog.getByRole('button', { name: 'Take credits' }).click()
  await toast(page, '69.5 credits taken from Wile E. Coyote')
  const statement = page.getByRole('region', { name: 'Statement' }).getByRole('listitem')
  await expect
    .poll(() => statement.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Taken[^]*Too many[^]*balance 900[^]*-69\.5/),
      expect.stringMatching(/Used[^]*balance 969\.5[^]*-30\.5/),
      expect.stringMatching(/Credits added[^]*balance 1,000[^]*\+1,000/),
    ])
})

test('the dialog and the statement fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, customerPath(ids.road)), async (page, eachView) => {
    await give(page, ids.road, 100, { expires_at: inDays(10) })
    await give(page, ids.road, 50)
    await use(page, ids.road, 20)
    await openPath(page, statementPath(ids.road))
    await page
      .getByText(/ of 100$/)
      .first()
      .waitFor()
    await eachView((view) => expectAccessibleView(page, 'credit-statement', view))
    await page.getByRole('button', { name: 'Give credits…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
    await eachView((view) => expectAccessibleView(page, 'credit-dialog', view))
  }))

test('members see the statement, and give nothing', async () => {
  const page = await app.openAs(jun, statementPath(ids.wile))
  await page.getByRole('region', { name: 'Statement' }).getByText('Too many').waitFor()
  expect(await page.getByRole('button', { name: 'Give credits…' }).count()).toBe(0)
  await openPath(page, `${customerPath(ids.wile)}/credits/${northwind.id}`)
  await page.getByText('Credits not found').waitFor()
})

test('a customer sees in the portal what is left, and what expires when', async () => {
  const link = await portalPath(await app.signInAs(ada), northwind, ids.road)
  await expectAccessiblePage(
    'portal-credits',
    async (view) => {
      const page = await app.openAsVisitor(link, view)
      await page
        .getByRole('region', { name: 'Usage' })
        .getByText(/expire/)
        .first()
        .waitFor()
      return page
    },
    waitUntilLoaded,
  )
  const page = await app.openAsVisitor(link, wide)
  const usage = page.getByRole('region', { name: 'Usage' }).getByRole('listitem')
  await expect
    .poll(() => usage.innerText())
    .toMatch(/ of \d+ left[^]*expire on \d{1,2} \w{3,4} \d{4}/)
})
