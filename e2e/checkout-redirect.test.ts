import { beforeAll, expect, test } from 'vitest'
import { expectThanks, payButton } from './buyers.ts'
import { serverWithShop } from './shop.ts'
import { makeEndpoint, testReceiver } from './webhook-endpoints.ts'

const shop = serverWithShop()
const { app, newCheckout, openCheckout } = shop
const receiver = testReceiver()

beforeAll(async () => {
  const { sellerPage, northwind } = shop.fixtures
  await makeEndpoint(sellerPage, northwind, { url: receiver.current.url, events: ['order.paid'] })
})

const waitMilliseconds = 15_000

/** Buys with a success URL, and replaces the time that the page waits for the webhook. */
async function buy(milliseconds: number) {
  const success_url = `${app.server.url}/dev/embed-demo?bought={CHECKOUT_ID}`
  const checkout = await newCheckout({ products: [shop.fixtures.sticker], success_url })
  const page = await openCheckout(checkout.path)
  const script = `const set = window.setTimeout
    window.setTimeout = (run, after) => set(run, after === ${waitMilliseconds} ? ${milliseconds} : after)`
  await page.evaluate(script)
  await page.getByLabel('Email').fill('onward@example.com')
  await payButton(page).click()
  await expectThanks(page)
  return { page, checkout, notice: page.getByText('Redirecting to Northwind Tools') }
}

test('a buyer is redirected to the seller’s page once the webhook is delivered', async () => {
  const { page, checkout, notice } = await buy(600_000)
  await notice.waitFor()
  expect(new URL(page.url()).pathname).toBe(checkout.path)
  await app.server.deliverDue()
  await page.waitForURL('**/dev/embed-demo?*')
  expect(receiver.current.received.map(({ type }) => type)).toContain('order.paid')
})

test('a buyer gets a link instead of a redirect if the webhook takes too long', async () => {
  const { page, checkout, notice } = await buy(1000)
  await notice.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(checkout.path)
  await page.getByRole('link', { name: 'Continue to Northwind Tools' }).click()
  await page.waitForURL('**/dev/embed-demo?*')
})
