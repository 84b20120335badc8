import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { make, makeProduct, setBenefits } from './catalog.ts'
import { countShifts, shiftMax, shiftsOf, twoFrames } from './layout-shifts.ts'
import { holdRequests, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller, portalPath } from './sellers.ts'
import { buy } from './subscribers.ts'
import { expectAccessibleView, screenshot } from './visit.ts'

const app = serverWithOperator()

let sellerPage: Page
let northwind: Organization
let customerId: string

const email = 'bea@buyer.example'
const answers = /\/v1\/customer-portal\//
const pageCode = /\/assets\/portal-page-[\w-]+\.js$/

beforeAll(async () => {
  sellerPage = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  const product = await makeProduct(sellerPage, northwind, {
    name: 'Studio',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  const note = '## Where it is\n\nAt [our place](https://example.com/book), any day.'
  const benefit = { type: 'custom', description: 'A seat at the table', properties: { note } }
  await setBenefits(sellerPage, product, [await make(sellerPage, northwind, 'benefits', benefit)])
  const customer = await createForSeller(sellerPage, northwind, 'customers', { email })
  customerId = z.parse(z.object({ id: z.string() }), customer).id
  await buy(app, { sellerPage, organization: northwind }, { product, email, customerId })
  await app.server.settle()
})

const link = () => portalPath(sellerPage, northwind, customerId)

/** Each answer arrives after the one before was painted. */
async function answerOneByOne(page: Page): Promise<void> {
  let painted = Promise.resolve<unknown>(null)
  await page.route(answers, async (route) => {
    const response = await route.fetch()
    painted = painted.then(() => route.fulfill({ response })).then(() => twoFrames(page))
    await painted
  })
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Your purchases' })

test.each([390, 1280])('nothing moves while the portal opens, %i px wide', async (width) => {
  const page = await app.openAsVisitor('/sign-in', { width, theme: 'light' })
  await countShifts(page)
  await answerOneByOne(page)
  await page.goto(await link())
  await page.getByText('Next charge on').waitFor()
  await page.getByText('For signing in and for messages').waitFor()
  await page.getByRole('heading', { name: 'Where it is' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page)).toBeLessThan(shiftMax)
})

test.each([
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('a skeleton stands until the last answer is there, %j', async (view) => {
  const page = await app.openAsVisitor('/sign-in', view)
  const release = await holdRequests(page, /\/next-invoice$/)
  const asked = page.waitForRequest(/\/next-invoice$/)
  await page.goto(await link())
  await asked
  await twoFrames(page)
  await expect.poll(() => page.getByText('Loading your purchases').count()).toBe(1)
  expect(await heading(page).count()).toBe(0)
  await screenshot(page, 'portal-skeleton', view)
  release()
  await heading(page).waitFor()
  expect(await page.getByText('Loading your purchases').count()).toBe(0)
  await expectAccessibleView(page, 'portal-opened', view)
})

test('requests are sent before the code of the page is there, and none of them twice', async () => {
  const page = await app.openAsVisitor('/sign-in', wide)
  const sent: string[] = []
  page.on('request', (request) => {
    if (answers.test(request.url())) sent.push(request.url())
  })
  const release = await holdRequests(page, pageCode)
  await page.goto(await link(), { waitUntil: 'commit' })
  // The shop, the session and ten lists.
  await expect.poll(() => sent.length).toBe(12)
  expect(await heading(page).count()).toBe(0)
  release()
  await heading(page).waitFor()
  await page.waitForLoadState('networkidle')
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted())
  expect(sent.length).toBeGreaterThan(12)
})
