import { beforeAll, expect, test } from 'vitest'
import { expectThanks, payButton } from './buyers.ts'
import { makeEndpoint, testReceiver } from './listeners.ts'
import { serverWithShop } from './shop.ts'

const shop = serverWithShop()
const { place, begin, come } = shop
const receiver = testReceiver()

beforeAll(async () => {
  const { desk, northwind } = shop.shelf
  await makeEndpoint(desk, northwind, { url: receiver.current.url, events: ['order.paid'] })
})

const patienceMilliseconds = 15_000

/** Somebody has just bought what ends on the seller’s own page, and waits so long instead. */
async function bought(milliseconds: number) {
  const success_url = `${place.server.url}/dev/ui?bought={CHECKOUT_ID}`
  const checkout = await begin({ products: [shop.shelf.sticker], success_url })
  const page = await come(checkout.path)
  const wait = `const set = window.setTimeout
    window.setTimeout = (act, after) => set(act, after === ${patienceMilliseconds} ? ${milliseconds} : after)`
  await page.evaluate(wait)
  await page.getByLabel('E-mail').fill('onward@example.com')
  await payButton(page).click()
  await expectThanks(page)
  return { page, checkout, notice: page.getByText('We’re taking you to Northwind Tools') }
}

test('a buyer leaves for the seller’s page once the seller knows of the purchase', async () => {
  const { page, checkout, notice } = await bought(600_000)
  await notice.waitFor()
  expect(new URL(page.url()).pathname).toBe(checkout.path)
  await place.server.deliverDue()
  await page.waitForURL('**/dev/ui?*')
  expect(receiver.current.received.map(({ type }) => type)).toContain('order.paid')
})

test('and stays, with a way on, where that takes too long', async () => {
  const { page, checkout, notice } = await bought(1000)
  await notice.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(checkout.path)
  await page.getByRole('link', { name: 'Go on to Northwind Tools' }).click()
  await page.waitForURL('**/dev/ui?*')
})
