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
  type View,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

const ids = { wile: '', tokens: '' }

setUp(async (page) => {
  ids.wile = await make(page, northwind, 'customers', {
    email: 'wile@acme.example',
    name: 'Wile E. Coyote',
  })
  ids.tokens = await make(page, northwind, 'meters', {
    name: 'Tokens',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'tokens' },
  })
})

const customerPath = () => `/dashboard/${northwind.slug}/customers/${ids.wile}`
const toast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).waitFor()
const limitsIn = (page: Page) =>
  page.getByRole('region', { name: 'Usage limits' }).getByRole('listitem')

/** Whether the customer may use so many tokens now. */
async function isAllowed(page: Page, units: number): Promise<unknown> {
  const answer = await page.request.post('/v1/usage/check', {
    data: { organization_id: northwind.id, customer_id: ids.wile, meter_id: ids.tokens, units },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.ok()).toBe(true)
  return Object(await answer.json()).allowed
}

test('a seller sets a limit, changes it and removes it', async () => {
  const page = await app.openAs(ada, customerPath())
  const card = page.getByRole('region', { name: 'Usage limits' })
  await card.getByText('No limits: prices and credits alone say what may be used.').waitFor()
  expect(await isAllowed(page, 1)).toBe(false)
  const dialog = page.getByRole('dialog')
  const set = async (units: string, effect: string) => {
    await card.getByRole('button', { name: 'Set limit…' }).click()
    await dialog.getByLabel('Of', { exact: true }).click()
    await page.getByRole('option', { name: 'Tokens' }).click()
    await dialog.getByLabel('Units per period').fill(units)
    await dialog.getByText(effect, { exact: true }).click()
  }
  await set('', 'Refuse more usage')
  await dialog.getByLabel('Send an email at').fill('half')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await dialog.getByText(/Enter a number up to/).waitFor()
  await dialog.getByText(/whole percentages/).waitFor()
  await dialog.getByLabel('Units per period').fill('1000')
  await dialog.getByLabel('Send an email at').fill('50, 100')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await toast(page, 'The usage limit was set')
  await expect
    .poll(() => limitsIn(page).allInnerTexts())
    .toEqual([expect.stringMatching(/Tokens[^]*Refuses more usage[^]*50% and 100%[^]*1,000/)])
  expect(await isAllowed(page, 1000)).toBe(true)
  expect(await isAllowed(page, 1001)).toBe(false)
  await set('20', 'Only send emails')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await expect
    .poll(() => limitsIn(page).allInnerTexts())
    .toEqual([expect.stringMatching(/Tokens[^]*Only sends emails[^]*20/)])
  expect(await isAllowed(page, 1001)).toBe(true)
  await page.getByRole('button', { name: 'Remove the limit of Tokens' }).click()
  await card.getByText(/No limits/).waitFor()
  expect(await isAllowed(page, 1)).toBe(false)
})

test('a customer sets a lower limit in the portal, which the seller sees', async () => {
  const seller = await app.openAs(ada, customerPath())
  await seller.request.put(`/v1/customers/${ids.wile}/usage-limits`, {
    data: { meter_id: ids.tokens, units: 500, thresholds: [80] },
    headers: { origin: new URL(seller.url()).origin },
  })
  await seller.request.post('/v1/events/ingest', {
    data: {
      organization_id: northwind.id,
      events: [{ name: 'call', customer_id: ids.wile, metadata: { tokens: 25 } }],
    },
    headers: { origin: new URL(seller.url()).origin },
  })
  const link = await portalPath(await app.signInAs(ada), northwind, ids.wile)
  const page = await app.openAsVisitor(link, wide)
  const usage = page.getByRole('region', { name: 'Usage' }).getByRole('listitem')
  await expect
    .poll(() => usage.allInnerTexts())
    .toEqual([expect.stringMatching(/Tokens[^]*limit of the seller: 500 per period[^]*25/)])
  await page.getByRole('button', { name: 'Limit Tokens…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Units per period').fill('501')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await dialog.getByText('The seller allows at most 500 units').waitFor()
  await dialog.getByLabel('Units per period').fill('100')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await toast(page, 'Your limit was set')
  await expect
    .poll(() => usage.allInnerTexts())
    .toEqual([expect.stringMatching(/your limit: 100 per period[^]*500 per period/)])
  expect(await isAllowed(seller, 76)).toBe(false)
  await openPath(seller, customerPath())
  await expect
    .poll(() => limitsIn(seller).allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringMatching(/Set by the customer[^]*100/)]))
  await page.getByRole('button', { name: 'Limit Tokens…' }).click()
  await dialog.getByRole('button', { name: 'Remove my limit' }).click()
  await toast(page, 'Your limit was removed')
  expect(await isAllowed(seller, 76)).toBe(true)
})

test('the card, the dialogs and the portal fit and are accessible', async () => {
  await onDesktopAndPhone(app.viewAs(ada, customerPath()), async (page, eachView) => {
    await limitsIn(page).first().waitFor()
    await page.getByRole('region', { name: 'Usage limits' }).scrollIntoViewIfNeeded()
    await eachView((view) => expectAccessibleView(page, 'usage-limits', view))
    await page.getByRole('button', { name: 'Set limit…' }).click()
    await page.getByRole('dialog').getByLabel('Units per period').waitFor()
    await eachView((view) => expectAccessibleView(page, 'usage-limit-dialog', view))
  })
  const link = await portalPath(await app.signInAs(ada), northwind, ids.wile)
  await expectAccessiblePage(
    'portal-usage-limits',
    async (view) => {
      const page = await app.openAsVisitor(link, view)
      await page.getByRole('button', { name: 'Limit Tokens…' }).waitFor()
      return page
    },
    waitUntilLoaded,
  )
  const openPortal = (view: View) => app.openAsVisitor(link, view)
  await onDesktopAndPhone(openPortal, async (page, eachView) => {
    await page.getByRole('button', { name: 'Limit Tokens…' }).click()
    await page.getByRole('dialog').getByLabel('Units per period').waitFor()
    await eachView((view) => expectAccessibleView(page, 'portal-limit-dialog', view))
  })
})

test('members see the limits, and set none', async () => {
  const page = await app.openAs(jun, customerPath())
  await limitsIn(page).first().waitFor()
  expect(await page.getByRole('button', { name: 'Set limit…' }).count()).toBe(0)
})
