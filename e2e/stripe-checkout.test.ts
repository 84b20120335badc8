import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startStripe } from '../packages/server/test/stripe/stand-in.ts'
import {
  expectThanks,
  fillBuyerDetails,
  type MadeCheckout,
  makeCheckout,
  payButton,
} from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { holdRequests, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessibleView, openPath } from './visit.ts'

const stripe = await startStripe()
const app = serverWithOperator(stripe.env)

let sellerPage: Page
let northwind: Organization
let icons: string

beforeAll(async () => {
  const ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  icons = await makeProduct(sellerPage, northwind, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
})

afterAll(() => stripe.stop())

/** Replaces Stripe’s script: the same functions, and a field that says which card to use. */
const script = `
  window.Stripe = (key) => ({
    elements: (options) => ({
      create: () => ({
        mount(container) {
          const label = document.createElement('label')
          label.textContent = 'Stripe’s field (' + key + ', ' + options.amount + ')'
          label.append(document.createElement('input'))
          label.querySelector('input').id = 'token'
          container.append(label)
        },
        on: (event, then) => event === 'ready' && setTimeout(then, 10),
      }),
      update: () => undefined,
      submit: async () =>
        document.querySelector('#token').value === ''
          ? { error: { message: 'Your card number is incomplete.' } }
          : {},
    }),
    createConfirmationToken: async ({ params }) => {
      window.details = params.payment_method_data.billing_details
      return { confirmationToken: { id: document.querySelector('#token').value } }
    },
    handleNextAction: ({ clientSecret }) => {
      window.clientSecret = clientSecret
      return new Promise((resolve) => (window.answer = () => resolve({})))
    },
  })`

/** Opens a checkout with the given body of Stripe’s script. */
async function open({ path }: Pick<MadeCheckout, 'path'>, body = script): Promise<Page> {
  const page = await app.openAsVisitor('/api/auth/error', wide)
  await page
    .context()
    .route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
  await openPath(page, path)
  return page
}

const billingDetails = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'details'))

const newCheckout = (): Promise<MadeCheckout> =>
  makeCheckout(sellerPage, northwind, { products: [icons] })

const field = (page: Page) => page.getByLabel('Stripe’s field (pk_test_standin, 2900)')

test('a buyer pays by Stripe Elements', async () => {
  const page = await open(await newCheckout())
  await field(page).waitFor()
  await fillBuyerDetails(page)
  await payButton(page).click()
  await page.getByText('Your card number is incomplete.').waitFor()
  await field(page).fill('ctoken_declined')
  await payButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'enough money on your card' }).waitFor()
  await field(page).fill('ctoken_good')
  await payButton(page).click()
  await expectThanks(page)
  expect(await billingDetails(page)).toMatchObject({
    name: 'Bea Buyer',
    email: 'buyer@example.com',
    address: { country: 'SE' },
  })
  expect(stripe.faults).toEqual([])
})

test('Stripe gets form values that the server never received', async () => {
  const page = await open(await newCheckout())
  await field(page).waitFor()
  await page.getByLabel('Email').fill('buyer@example.com')
  await page.getByLabel('Name on card').fill('Bea Buyer')
  // Values chosen while an update is pending are sent with the payment, not before.
  const release = await holdRequests(page, /\/v1\/checkouts\/client\/[^/]*$/, 'PATCH')
  await page.getByLabel('Country').selectOption('NO')
  await page.getByLabel('Country').selectOption('SE')
  await field(page).fill('ctoken_good')
  await payButton(page).click()
  release()
  await expectThanks(page)
  expect(await billingDetails(page)).toMatchObject({ address: { country: 'SE' } })
})

test('Stripe shows the bank’s authentication', async () => {
  const page = await open(await newCheckout())
  await field(page).waitFor()
  await fillBuyerDetails(page)
  await field(page).fill('ctoken_authenticate')
  await payButton(page).click()
  await page.waitForFunction(() => 'clientSecret' in window)
  const intentId = await page.evaluate(
    () => String(Reflect.get(window, 'clientSecret')).split('_secret')[0],
  )
  assert(intentId !== undefined)
  stripe.answer(intentId, 'succeeded')
  const intent = stripe.books.intents.get(intentId)
  assert(intent !== undefined)
  const { body, headers } = stripe.call('payment_intent.succeeded', intent)
  const reported = await fetch(`${app.server.url}/webhooks/stripe`, {
    method: 'POST',
    body,
    headers,
  })
  expect(reported.status).toBe(200)
  await page.evaluate(() => Reflect.get(window, 'answer')())
  await expectThanks(page)
})

test('a card is added in the portal by Stripe Elements', async () => {
  const page = await open({ path: await portalLink() })
  await page.getByRole('button', { name: 'Add a card' }).click()
  const card = page.getByLabel('Stripe’s field (pk_test_standin, undefined)')
  await card.fill('')
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.getByText('Your card number is incomplete.').waitFor()
  await card.fill('ctoken_good')
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page
    .getByRole('region', { name: 'Payment methods' })
    .getByText(/ending in/)
    .waitFor()
  expect(await billingDetails(page)).toMatchObject({
    email: 'kept@buyer.example',
    address: { country: 'SE', city: 'Lund' },
  })
  expect(stripe.faults).toEqual([])
})

test('a card is added once, also before the billing address is known', async () => {
  const path = await portalLink('early@buyer.example')
  const page = await open({ path: '/portal/northwind-tools' })
  const release = await holdRequests(page, /\/customer-portal\/customers\/me$/)
  await openPath(page, path)
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByLabel('Stripe’s field (pk_test_standin, undefined)').fill('ctoken_good')
  await page.getByRole('button', { name: 'Add the card' }).dblclick()
  release()
  const methods = page.getByRole('region', { name: 'Payment methods' })
  await expect.poll(() => methods.getByText(/ending in/).count()).toBe(1)
  expect(stripe.faults).toEqual([])
})

const made = z.object({ id: z.string() })
const session = z.object({ customer_portal_url: z.string() })

async function portalLink(email = 'kept@buyer.example'): Promise<string> {
  const billing_address = { country: 'SE', city: 'Lund' }
  const input = { email, name: 'Kim Kept', billing_address }
  const customer_id = z.parse(
    made,
    await createForSeller(sellerPage, northwind, 'customers', input),
  ).id
  const opened = await createForSeller(sellerPage, northwind, 'customer-sessions', { customer_id })
  const { pathname, search } = new URL(z.parse(session, opened).customer_portal_url)
  return `${pathname}${search}`
}

test('a Stripe script that can’t load says what to do', async () => {
  const page = await open(await newCheckout(), '')
  await page.getByText('Allow scripts from js.stripe.com').waitFor()
  await expectAccessibleView(page, 'checkout-without-stripe', wide)
})

test('Stripe may be loaded only where cards are entered', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${app.server.url}${path}`)).headers.get('content-security-policy')
  expect(await policyOf('/checkout/any')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(await policyOf('/portal/any')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(await policyOf('/sign-in')).not.toContain('stripe')
  expect(await policyOf('/dashboard/any')).not.toContain('stripe')
})
