import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { cards, fillCard } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { press, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller, portalPath } from './sellers.ts'
import { advanceClock, subscribe, updateSubscription } from './subscribers.ts'
import { expectAccessiblePage, expectAccessibleView, openPath, waitUntilLoaded } from './visit.ts'

const app = serverWithOperator()

let sellerPage: Page
let northwind: Organization
let studio: string
let teams: string

const phone = { width: 390, theme: 'dark' } as const

beforeAll(async () => {
  sellerPage = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  const monthly = (name: string, price_amount: number) =>
    makeProduct(sellerPage, northwind, {
      name,
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount }],
    })
  studio = await monthly('Studio', 2900)
  teams = await monthly('Studio for teams', 9000)
  const headers = { origin: new URL(sellerPage.url()).origin }
  const data = {
    subscription_settings: {
      allow_multiple_subscriptions: false,
      allow_customer_updates: true,
      proration_behavior: 'prorate',
    },
  }
  const url = `/v1/organizations/${northwind.id}`
  assert.equal((await sellerPage.request.patch(url, { data, headers })).status(), 200)
})

const withId = z.object({ id: z.string() })
const list = z.object({ items: z.array(withId) })

interface Buyer {
  id: string
  email: string
  subscription: string
}

/** A customer with a subscription that is charged to the card of this token. */
async function newSubscriber(name: string, token: string): Promise<Buyer> {
  const email = `${name}@buyer.example`
  const made = await createForSeller(sellerPage, northwind, 'customers', { email })
  const { id } = z.parse(withId, made)
  const organization = northwind
  const subscription = await subscribe(
    app,
    { sellerPage, organization },
    { product: studio, email, customerId: id, token },
  )
  return { id, email, subscription }
}

const linkFor = ({ id }: Buyer): Promise<string> => portalPath(sellerPage, northwind, id)

/** The path of the link in the latest mail to the address. */
const mailedPath = ({ email }: Buyer): Promise<string> =>
  vi.waitFor(async () => {
    const mail = (await app.server.sentMails()).findLast(({ to }) => to === email)
    const path = mail?.links
      .map((link) => new URL(link).pathname)
      .find((one) => one.startsWith('/pay/'))
    expect(path).toBeDefined()
    return path ?? ''
  })

/** Gives back what the customer has paid last. */
async function refundLatest({ id: customer_id }: Buyer): Promise<void> {
  const url = `/v1/orders/?organization_id=${northwind.id}&customer_id=${customer_id}&sorting=-created_at&limit=1`
  const found = z.parse(list, await (await sellerPage.request.get(url)).json())
  const data = { order_id: found.items[0]?.id, reason: 'other', amount: 2900 }
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.post('/v1/refunds/', { data, headers })
  expect(answer.status()).toBe(200)
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const bank = (page: Page) => page.getByRole('dialog', { name: 'Confirm with your bank' })

/** Opens the dialog, and chooses the dearer plan. */
async function changePlan(page: Page): Promise<void> {
  await section(page, 'Subscriptions').getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change from Studio' })
  await dialog.getByText(/^You pay \$/).waitFor()
  await dialog.getByRole('button', { name: /^Change plan and pay/ }).click()
}

test('a customer confirms a dearer plan with their bank', async () => {
  const kim = await newSubscriber('kim', 'tok_sandbox_authenticate_always')
  const page = await app.openAsVisitor(await linkFor(kim), wide)
  await changePlan(page)
  await bank(page)
    .getByText(/to Northwind Tools and change to Studio for teams\?/)
    .waitFor()
  await expectAccessibleView(page, 'portal-plan-bank', { ...wide, window: true })
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change from Studio' })
  await dialog.getByRole('alert').filter({ hasText: 'Your bank didn’t confirm' }).waitFor()
  await expectAccessibleView(page, 'portal-plan-declined', { ...wide, window: true })
  await dialog.getByRole('button', { name: /^Change plan and pay/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  const subscriptions = section(page, 'Subscriptions')
  await subscriptions.getByRole('heading', { name: /Studio for teams/ }).waitFor()
  await page.getByText('Your plan is now Studio for teams').waitFor()
})

test('a plan change that was left unconfirmed blocks no other', async () => {
  const lou = await newSubscriber('lou', 'tok_sandbox_authenticate_always')
  const page = await app.openAsVisitor(await linkFor(lou), wide)
  await changePlan(page)
  await bank(page).waitFor()
  await page.reload()
  await changePlan(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await section(page, 'Subscriptions')
    .getByRole('heading', { name: /Studio for teams/ })
    .waitFor()
  await vi.waitFor(async () => expect(await bank(page).count()).toBe(0))
})

test('overdue orders are paid from a mail, and in the portal', async () => {
  const [mia, noa, pim] = [
    await newSubscriber('mia', 'tok_sandbox_authenticate_renewals'),
    await newSubscriber('noa', 'tok_sandbox_authenticate_always'),
    await newSubscriber('pim', 'tok_sandbox_fails_later'),
  ]
  await advanceClock(sellerPage, northwind, { days: 31 })
  await app.server.settle()
  const path = await mailedPath(mia)

  await expectAccessiblePage(
    'pay-order',
    async (view) => {
      const opened = await app.openAsVisitor(path, view)
      await opened.getByLabel('Card number').waitFor()
      return opened
    },
    waitUntilLoaded,
  )
  const page = await app.openAsVisitor(path, wide)
  const pay = page.getByRole('button', { name: 'Pay $29.00' })
  await pay.click()
  await page.getByText('Enter a card number.').waitFor()
  await fillCard(page, cards.declined)
  await pay.click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined' }).waitFor()
  await expectAccessibleView(page, 'pay-order-declined', wide)
  await fillCard(page, cards.requiresAuthentication)
  await pay.click()
  await bank(page).getByText('$29.00').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor()
  await expectAccessibleView(page, 'pay-order-paid', wide)
  await page.reload()
  await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor()
  await expectAccessibleView(await app.openAsVisitor(path, phone), 'pay-order-receipt', phone)
  await refundLatest(mia)
  await page.reload()
  await page.getByRole('heading', { name: 'Your payment is refunded' }).waitFor()
  await expectAccessibleView(page, 'pay-order-refunded', wide)

  const portal = await app.openAsVisitor(await linkFor(noa), wide)
  const subscriptions = section(portal, 'Subscriptions')
  await subscriptions.getByText('The last payment failed.').waitFor()
  await expectAccessibleView(portal, 'portal-overdue', wide)
  await subscriptions.getByRole('button', { name: 'Pay $29.00' }).click()
  const dialog = portal.getByRole('dialog', { name: 'Pay for Studio' })
  await dialog.getByLabel('Visa ending in 3184').waitFor()
  await expectAccessibleView(portal, 'portal-pay', { ...wide, window: true })
  await dialog.getByRole('button', { name: 'Pay $29.00' }).click()
  await portal.getByRole('button', { name: 'Approve' }).click()
  await portal.getByText('Studio is paid').waitFor()
  await subscriptions.getByText('The last payment failed.').waitFor({ state: 'detached' })

  const other = await app.openAsVisitor(await linkFor(pim), phone)
  await section(other, 'Subscriptions').getByRole('button', { name: 'Pay $29.00' }).click()
  await other.getByLabel('Another card').check()
  await other.getByLabel('Use this card for future payments').check()
  await fillCard(other, cards.good)
  await expectAccessibleView(other, 'portal-pay-card', { ...phone, window: true })
  await other.getByRole('dialog').getByRole('button', { name: 'Pay $29.00' }).click()
  await other.getByText('Studio is paid').waitFor()
  await section(other, 'Payment methods').getByText('Visa ending in 4242').waitFor()
})

test('the last order of an ended subscription is paid in the portal', async () => {
  const rex = await newSubscriber('rex', 'tok_sandbox_fails_later')
  await updateSubscription(sellerPage, rex.subscription, {
    product_id: teams,
    proration_behavior: 'prorate',
  })
  await updateSubscription(sellerPage, rex.subscription, { revoke: true })
  await app.server.settle()
  const page = await app.openAsVisitor(await linkFor(rex), wide)
  const [subscriptions, orders] = [section(page, 'Subscriptions'), section(page, 'Orders')]
  await subscriptions.getByText('The last order isn’t paid yet.').waitFor()
  await subscriptions.getByRole('button', { name: /^Pay \$[\d.]+ for Studio for teams$/ }).waitFor()
  for (const view of [wide, phone]) {
    await page.setViewportSize({ width: view.width, height: 800 })
    await page.emulateMedia({ colorScheme: view.theme })
    await expectAccessibleView(page, 'portal-ended-owing', view)
  }
  await orders.getByRole('button', { name: /^Pay / }).focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Pay for Studio for teams' })
  await dialog.getByLabel('Another card').check()
  await fillCard(page, cards.good)
  await press(page, 'Enter')
  await page.getByText('Studio for teams is paid').waitFor()
  await subscriptions.getByText('The last order isn’t paid yet.').waitFor({ state: 'detached' })
  expect(await orders.getByRole('button', { name: /^Pay / }).count()).toBe(0)
  await orders.getByRole('button', { name: 'Invoice of Studio for teams' }).waitFor()
})

test('a link that is mistyped opens nothing', async () => {
  const page = await app.openAsVisitor('/pay/guildhall_pl_x', wide)
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
  await expectAccessibleView(page, 'pay-order-invalid', wide)
  await openPath(page, '/pay')
  await page.getByRole('heading').first().waitFor()
})
