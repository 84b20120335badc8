import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { make, setUsageBilling } from './catalog.ts'
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

const { app, ada, northwind, setUp } = northwindServer()

const ids = { wile: '', tokens: '' }

setUp(async (page) => {
  await setUsageBilling(page, northwind, true)
  ids.wile = await make(page, northwind, 'customers', {
    email: 'wile@acme.example',
    name: 'Wile E. Coyote',
    billing_address: { country: 'US', state: 'US-NY', postal_code: '10001' },
  })
  ids.tokens = await make(page, northwind, 'meters', {
    name: 'Tokens',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'tokens' },
  })
  const benefit = await make(page, northwind, 'benefits', {
    type: 'meter_credit',
    description: '500 tokens',
    properties: { units: 500, rollover: false, meter_id: ids.tokens },
  })
  const product = await make(page, northwind, 'products', {
    name: 'Pack of 500',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1500 }],
  })
  const headers = { origin: new URL(page.url()).origin }
  await page.request.post(`/v1/products/${product}/benefits`, {
    data: { benefits: [benefit] },
    headers,
  })
  await page.request.post(`/v1/customers/${ids.wile}/credits`, {
    data: { meter_id: ids.tokens, units: 100, reason: 'To begin with' },
    headers,
  })
})

const customerPath = () => `/dashboard/${northwind.slug}/customers/${ids.wile}`
const toast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).waitFor()
const creditsIn = (page: Page) => page.getByRole('region', { name: 'Credits for usage' })
const openPortal = async (view: View = wide) =>
  app.openAsVisitor(await portalPath(await app.signInAs(ada), northwind, ids.wile), view)

async function storeCard(page: Page): Promise<void> {
  const kept = await page.evaluate(
    (slug) => sessionStorage.getItem(`portal ${slug}`),
    northwind.slug,
  )
  const { token } = z.parse(z.object({ token: z.string() }), JSON.parse(kept ?? ''))
  const answer = await page.request.post('/v1/customer-portal/customers/me/payment-methods', {
    data: {
      confirmation_token_id: 'tok_sandbox_ok',
      set_default: true,
      return_url: 'https://example.com/',
    },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.ok()).toBe(true)
}

test('a customer buys credits: at a checkout without a card, in one step with one', async () => {
  const page = await openPortal()
  const dialog = page.getByRole('dialog')
  await creditsIn(page).getByText('100 left').waitFor()
  await page.getByRole('button', { name: 'Buy credits of Tokens…' }).click()
  await dialog.getByText(/It costs \$15.00.*no stored card/).waitFor()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  await page.getByText('Pack of 500').first().waitFor()
  const again = await openPortal()
  await storeCard(again)
  await again.reload()
  await again.getByRole('button', { name: 'Buy credits of Tokens…' }).click()
  const asked = again.getByRole('dialog')
  await asked.getByText('Visa ending in 4242 is charged $15.00').waitFor()
  await asked.getByRole('button', { name: 'Pay $15.00' }).click()
  await toast(again, 'Your credits were bought')
  await expect.poll(() => creditsIn(again).innerText()).toContain('600 left')
})

test('a customer agrees to a top-up, which the seller sees and stops', async () => {
  const page = await openPortal()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Top up Tokens automatically…' }).click()
  await dialog.getByLabel('When the balance falls below').fill('few')
  await dialog.getByLabel('At most this many times a month').fill('0')
  await dialog.getByText(/By turning it on you agree/).waitFor()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText(/Enter a number up to/).waitFor()
  await dialog.getByText(/Enter a whole number/).waitFor()
  await dialog.getByLabel('When the balance falls below').fill('50')
  await dialog.getByLabel('At most this many times a month').fill('2')
  await dialog
    .getByText(/charged \$15.00, without asking you again.*less than 50.*2 times and \$30.00/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await toast(page, 'Automatic top-up is on')
  await creditsIn(page).getByText('below 50 you buy more for $15.00: 0 of 2 this month').waitFor()
  const seller = await app.openAs(ada, customerPath())
  const card = seller.getByRole('region', { name: 'Automatic top-up' })
  await card.getByText('0 of 2 this month').waitFor()
  await card.getByRole('button', { name: 'Stop the top-up of Tokens' }).click()
  await toast(seller, 'The top-up was stopped')
  await card.getByText('the seller stopped it').waitFor()
  await page.reload()
  await expect
    .poll(() => creditsIn(page).innerText())
    .toContain('top-up is off: the seller stopped it')
  await page.getByRole('button', { name: 'Top up Tokens automatically…' }).click()
  await dialog.getByText(/By turning it on you agree/).waitFor()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await toast(page, 'Automatic top-up is on')
  await openPath(seller, customerPath())
  await card.getByText('On', { exact: true }).waitFor()
})

test('the cards and the dialogs fit and are accessible', async () => {
  await onDesktopAndPhone(app.viewAs(ada, customerPath()), async (page, eachView) => {
    await page.getByRole('region', { name: 'Automatic top-up' }).scrollIntoViewIfNeeded()
    await eachView((view) => expectAccessibleView(page, 'customer-top-ups', view))
  })
  await expectAccessiblePage(
    'portal-credits',
    async (view) => {
      const page = await openPortal(view)
      await page.getByRole('button', { name: 'Buy credits of Tokens…' }).waitFor()
      return page
    },
    waitUntilLoaded,
  )
  await onDesktopAndPhone(openPortal, async (page, eachView) => {
    await page.getByRole('button', { name: 'Buy credits of Tokens…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/is charged/)
      .waitFor()
    await eachView((view) => expectAccessibleView(page, 'portal-buy-credits', view))
  })
  await onDesktopAndPhone(openPortal, async (page, eachView) => {
    await page.getByRole('button', { name: 'Top up Tokens automatically…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/you agree/)
      .waitFor()
    await eachView((view) => expectAccessibleView(page, 'portal-top-up', view))
  })
})

test('a customer turns it off', async () => {
  const page = await openPortal()
  await page.getByRole('button', { name: 'Top up Tokens automatically…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await toast(page, 'Automatic top-up is off')
  await expect.poll(() => creditsIn(page).getByText('you buy more for').count()).toBe(0)
})
