import { expect, test } from 'vitest'
import { expectThanks, fillPaymentForm, payButton } from './buyers.ts'
import { serverWithShop } from './shop.ts'
import { expectAccessibleView, forEachView } from './visit.ts'

const shop = serverWithShop()

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/
const portalButton = { name: 'View your purchase' }

test('the page of thanks has the number of the order, and leads to the portal', async () => {
  const { path } = await shop.newCheckout()
  const page = await shop.openCheckout(path)
  await fillPaymentForm(page)
  await payButton(page).click()
  await expectThanks(page)
  await shop.app.server.settle()
  await page.getByText(/^NORTHWIND-TOOLS-\d+$/).waitFor()
  await page.getByText('A confirmation is on its way to').waitFor()
  await expect.poll(() => page.locator('main').innerText()).not.toMatch(uuid)
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'checkout-thanks', view),
  )
  await page.getByRole('link', portalButton).click()
  await page.waitForURL('**/portal/**')
  await page.getByText('Icon pack').first().waitFor()
})

test('who only has the URL of the checkout sees no number, and has to sign in', async () => {
  const { path } = await shop.newCheckout()
  const buyer = await shop.openCheckout(path)
  await fillPaymentForm(buyer)
  await payButton(buyer).click()
  await expectThanks(buyer)
  const page = await shop.openCheckout(path)
  await expectThanks(page)
  await expect.poll(() => page.getByText('Order number').count()).toBe(0)
  const link = page.getByRole('link', portalButton)
  await expect.poll(() => link.getAttribute('href')).toBe(`/portal/${shop.fixtures.northwind.slug}`)
  await link.click()
  await page.getByLabel('Email').waitFor()
})
