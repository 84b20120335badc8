import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { make, makeMeter, makeProduct, setUsageBilling } from './catalog.ts'
import { type Person, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { portalPath } from './sellers.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import { expectAccessibleView, forEachView } from './visit.ts'

const app = serverWithOperator()

let ada: Person
let sellerPage: Page
let northwind: Organization
let requests: string

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  await setUsageBilling(sellerPage, northwind, true)
  requests = await makeMeter(sellerPage, northwind, 'API requests')
})

const metered = (input: object = {}) => ({
  amount_type: 'metered_unit',
  meter_id: requests,
  unit_amount: '2.5',
  ...input,
})

const plan = (name: string, ...prices: readonly object[]): Promise<string> =>
  makeProduct(sellerPage, northwind, { name, prices })

async function use(customer_id: string, times: number): Promise<void> {
  const events = Array.from({ length: times }, () => ({ name: 'request', customer_id }))
  const data = { organization_id: northwind.id, events }
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.post('/v1/events/ingest', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

const inEachView = (page: Page, name: string) =>
  forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, name, view),
  )

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a buyer leaves a card for a plan that is billed by usage alone', async () => {
  const product = await plan('Pay as you go', metered({ cap_amount: 10_000 }))
  const { path } = await makeCheckout(sellerPage, northwind, { products: [product] })
  const page = await app.openAsVisitor(path, wide)
  const usage = page.getByRole('list', { name: 'Usage' })
  await usage.getByText('$0.025 per unit of API requests, at most $100 a month').waitFor()
  await inEachView(page, 'checkout-usage-only')
  await fillPaymentForm(page, { email: 'uma@buyer.test' })
  await payButton(page).click()
  await expectThanks(page)
})

test('usage is shown while it adds up, and billed with the renewal', async () => {
  const product = await plan('Team plan', { amount_type: 'fixed', price_amount: 2900 }, metered())
  const customerId = await make(sellerPage, northwind, 'customers', {
    email: 'bea@buyer.test',
    name: 'Bea Buyer',
  })
  const id = await subscribe(
    app,
    { sellerPage, organization: northwind },
    { product, email: 'bea@buyer.test', customerId },
  )
  await use(customerId, 41)

  const seller = await app.openAs(ada, `/dashboard/${northwind.slug}/subscriptions/${id}`)
  await seller.getByText('/ month + usage').waitFor()
  const soFar = seller.getByRole('list', { name: 'Usage so far' })
  await soFar.getByText('API requests: 41').waitFor()
  await soFar.getByText('$1.03 so far').waitFor()
  const next = region(seller, 'Next invoice')
  await next.getByText('API requests — (41 consumed units) × $0.025').waitFor()
  await next.getByText('Usage is what it was so far.').waitFor()
  await inEachView(seller, 'subscription-usage')

  const buyer = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  const subscriptions = region(buyer, 'Subscriptions')
  await subscriptions.getByText('$29.00 a month, plus usage').waitFor()
  await subscriptions.getByText('API requests: 41').waitFor()
  await subscriptions.getByText(/Next charge on .*: \$30\.03, with the usage so far/).waitFor()
  await inEachView(buyer, 'portal-usage-billed')

  await advanceClock(sellerPage, northwind, { days: 32 })
  const later = await app.openAsVisitor(await portalPath(sellerPage, northwind, customerId), wide)
  await region(later, 'Orders').getByText('$30.03').waitFor()
  await region(later, 'Subscriptions').getByText('API requests: 0').waitFor()
  expect(await region(later, 'Subscriptions').getByText('$0.00 so far').count()).toBe(1)
})
