import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startStripe } from '../packages/server/test/stripe/stand-in.ts'
import { expectThanks, fillIn, type MadeCheckout, makeCheckout, payButton } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { hold, serverWithOperator, wide } from './operators.ts'
import { found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'
import { arrive, expectInOrder } from './visit.ts'

const stripe = await startStripe()
const place = serverWithOperator(stripe.env)

let desk: Page
let northwind: Organization
let icons: string

beforeAll(async () => {
  const ada = await place.signUp('Ada Lindqvist')
  desk = await place.deskOf(ada)
  northwind = await found(desk, 'Northwind Tools')
  icons = await makeProduct(desk, northwind, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
})

afterAll(() => stripe.stop())

/** In the place of Stripe’s script: the same functions, and a field for the card that is meant. */
const script = `
  window.Stripe = (key) => ({
    elements: (options) => ({
      create: () => ({
        mount(place) {
          const label = document.createElement('label')
          label.textContent = 'Stripe’s field (' + key + ', ' + options.amount + ')'
          label.append(document.createElement('input'))
          label.querySelector('input').id = 'token'
          place.append(label)
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
      window.asked = clientSecret
      return new Promise((resolve) => (window.answer = () => resolve({})))
    },
  })`

/** Before a checkout, with a script from Stripe or an empty one. */
async function open({ path }: Pick<MadeCheckout, 'path'>, body = script): Promise<Page> {
  // Nothing of ours runs there.
  const page = await place.arriveAsStranger('/api/auth/error', wide)
  await page
    .context()
    .route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
  await arrive(page, path)
  return page
}

const billingDetails = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'details'))

const begin = (): Promise<MadeCheckout> => makeCheckout(desk, northwind, { products: [icons] })

const field = (page: Page) => page.getByLabel('Stripe’s field (pk_test_standin, 2900)')

test('a buyer pays by Stripe’s own fields', async () => {
  const page = await open(await begin())
  await field(page).waitFor()
  await fillIn(page)
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

test('Stripe is told what stands in the form, though the server was never told', async () => {
  const page = await open(await begin())
  await field(page).waitFor()
  await page.getByLabel('E-mail').fill('buyer@example.com')
  await page.getByLabel('Name on card').fill('Bea Buyer')
  // What is chosen while a change is on its way goes with the payment and not before.
  const release = await hold(page, /\/v1\/checkouts\/client\/[^/]*$/, 'PATCH')
  await page.getByLabel('Country').selectOption('NO')
  await page.getByLabel('Country').selectOption('SE')
  await field(page).fill('ctoken_good')
  await payButton(page).click()
  release()
  await expectThanks(page)
  expect(await billingDetails(page)).toMatchObject({ address: { country: 'SE' } })
})

test('the bank’s question is Stripe’s to show', async () => {
  const page = await open(await begin())
  await field(page).waitFor()
  await fillIn(page)
  await field(page).fill('ctoken_authenticate')
  await payButton(page).click()
  await page.waitForFunction(() => 'asked' in window)
  const intentId = await page.evaluate(
    () => String(Reflect.get(window, 'asked')).split('_secret')[0],
  )
  assert(intentId !== undefined)
  stripe.answer(intentId, 'succeeded')
  const intent = stripe.books.intents.get(intentId)
  assert(intent !== undefined)
  const { body, headers } = stripe.call('payment_intent.succeeded', intent)
  const told = await fetch(`${place.server.url}/webhooks/stripe`, { method: 'POST', body, headers })
  expect(told.status).toBe(200)
  await page.evaluate(() => Reflect.get(window, 'answer')())
  await expectThanks(page)
})

test('a card is kept in the portal by Stripe’s own fields', async () => {
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

test('a card is kept once, also before the portal has heard where its owner lives', async () => {
  const path = await portalLink('early@buyer.example')
  const page = await open({ path: '/portal/northwind-tools' })
  const release = await hold(page, /\/customer-portal\/customers\/me$/)
  await arrive(page, path)
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
  const wish = { email, name: 'Kim Kept', billing_address }
  const customer_id = z.parse(made, await createForSeller(desk, northwind, 'customers', wish)).id
  const opened = await createForSeller(desk, northwind, 'customer-sessions', { customer_id })
  const { pathname, search } = new URL(z.parse(session, opened).customer_portal_url)
  return `${pathname}${search}`
}

test('a script that brings nothing is said, with what to do about it', async () => {
  const page = await open(await begin(), '')
  await page.getByText('Allow scripts of js.stripe.com').waitFor()
  await expectInOrder(page, 'checkout-without-stripe', wide)
})

test('only where cards are entered may be loaded what is Stripe’s', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${place.server.url}${path}`)).headers.get('content-security-policy')
  expect(await policyOf('/checkout/any')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(await policyOf('/portal/any')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(await policyOf('/sign-in')).not.toContain('stripe')
  expect(await policyOf('/dashboard/any')).not.toContain('stripe')
})
