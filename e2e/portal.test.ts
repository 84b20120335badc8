import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  buyWithTypedAddress,
  cards,
  expectThanks,
  fillBuyerDetails,
  fillCard,
  type MadeCheckout,
  makeCheckout,
  payButton,
} from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { hasFocus, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessiblePage, expectAccessibleView, openPath, waitUntilLoaded } from './visit.ts'

const app = serverWithOperator()

let sellerPage: Page
let northwind: Organization
let icons: string
let studio: string
let buyer: Buyer

interface Buyer {
  id: string
  email: string
}

beforeAll(async () => {
  const ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  icons = await makeProduct(sellerPage, northwind, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 900 }],
  })
  studio = await makeProduct(sellerPage, northwind, {
    name: 'Studio',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  await makeProduct(sellerPage, northwind, {
    name: 'Studio for teams',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 9000 }],
  })
  await settings({ subscription_settings: subscriptionSettings })
  buyer = await newBuyer('bea@buyer.example')
  await buy(buyer, icons)
  await buy(buyer, studio)
})

const subscriptionSettings = {
  allow_multiple_subscriptions: false,
  allow_customer_updates: true,
  proration_behavior: 'prorate',
}

async function settings(data: object): Promise<void> {
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.patch(`/v1/organizations/${northwind.id}`, {
    data,
    headers,
  })
  expect(answer.status()).toBe(200)
}

const withId = z.object({ id: z.string() })

async function newBuyer(email: string): Promise<Buyer> {
  const { id } = z.parse(
    withId,
    await createForSeller(sellerPage, northwind, 'customers', { email }),
  )
  return { id, email }
}

async function buy({ id }: Buyer, product: string): Promise<void> {
  const input = { products: [product], customer_id: id }
  const { path }: MadeCheckout = await makeCheckout(sellerPage, northwind, input)
  const page = await app.openAsVisitor(path, wide)
  // The checkout already knows the customer.
  await page.getByLabel('Name on card').fill('Bea Buyer')
  await page.getByLabel('Country').selectOption('SE')
  await fillCard(page, cards.good)
  await payButton(page).click()
  await expectThanks(page)
  await page.context().close()
  await app.server.settle()
}

/** The code in the latest mail to the address. */
const codeFor = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const mail = (await app.server.sentMails()).findLast(({ to }) => to === email)
    const [, found] = /Code: ([A-Z0-9]{6})/.exec(mail?.text ?? '') ?? []
    expect(found).toBeDefined()
    return found ?? ''
  })

const session = z.object({ customer_portal_url: z.string() })

/** The portal link that the seller creates, which signs the customer in. */
async function linkFor({ id }: Buyer): Promise<string> {
  const made = await createForSeller(sellerPage, northwind, 'customer-sessions', {
    customer_id: id,
  })
  const { pathname, search } = new URL(z.parse(session, made).customer_portal_url)
  return `${pathname}${search}`
}

const portal = (rest = '') => `/portal/${northwind.slug}${rest}`

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('the portal shows purchases, fits and is accessible', async () => {
  const link = await linkFor(buyer)
  await expectAccessiblePage(
    'portal',
    async (view) => {
      const page = await app.openAsVisitor(link, view)
      await section(page, 'Subscriptions')
        .getByText(/Next charge on/)
        .waitFor()
      await section(page, 'Payment methods').getByText('Visa ending in 4242').waitFor()
      return page
    },
    waitUntilLoaded,
  )
})

test('the token is removed from the URL, and a customer can sign out', async () => {
  const link = await linkFor(buyer)
  const page = await app.openAsVisitor(link, wide)
  await page.getByText(`As ${buyer.email}`).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByText(`As ${buyer.email}`).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Send a code' }).waitFor()
  await expectAccessibleView(page, 'portal-sign-in', wide)
  // The link is worth nothing now.
  const again = await app.openAsVisitor(link, wide)
  await again.getByRole('button', { name: 'Send a code' }).waitFor()
})

test('without a link a customer signs in by mail', async () => {
  const page = await app.openAsVisitor(portal(), wide)
  await page.getByLabel('Email address').fill(buyer.email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  const code = page.getByLabel('Code')
  await expect.poll(() => hasFocus(code)).toBe(true)
  await code.fill('WRONG1')
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText('This code is incorrect').waitFor()
  await expectAccessibleView(page, 'portal-code', wide)
  await code.fill((await codeFor(buyer.email)).toLowerCase())
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText(`As ${buyer.email}`).waitFor()
})

/** Buys with a typed address, and returns the link to the portal on the page of thanks. */
async function linkAfterPurchase(email: string, product: string): Promise<string> {
  const { path } = await makeCheckout(sellerPage, northwind, { products: [product] })
  const page = await app.openAsVisitor(path, wide)
  await fillBuyerDetails(page, { email })
  await fillCard(page, cards.good)
  await payButton(page).click()
  await expectThanks(page)
  await app.server.settle()
  const link = page.getByRole('link', { name: 'in your portal' })
  const href = String(await link.getAttribute('href'))
  await page.context().close()
  return href
}

test('the portal of a purchase fits and is accessible', async () => {
  const email = 'bartholomew.maximilian.featherstonehaugh@a-company-with-a-long-name.example'
  const link = await linkAfterPurchase(email, studio)
  await expectAccessiblePage(
    'portal-purchase',
    async (view) => {
      const page = await app.openAsVisitor(link, view)
      await section(page, 'Is this your address?').waitFor()
      await section(page, 'Orders').getByText('Studio').waitFor()
      await section(page, 'Subscription')
        .getByText(/^Renews on/)
        .waitFor()
      return page
    },
    waitUntilLoaded,
  )
})

test('a buyer who typed an address sees the purchase, and everything after a code by mail', async () => {
  const kim = await newBuyer('kim@buyer.example')
  await buy(kim, icons)
  const page = await app.openAsVisitor(await linkAfterPurchase(kim.email, studio), wide)
  await page.getByRole('heading', { name: 'Your purchase', exact: true }).waitFor()
  await page.getByText(`As ${kim.email}`).waitFor()
  await section(page, 'Subscription')
    .getByText(/^Renews on/)
    .waitFor()
  const orders = section(page, 'Orders').getByRole('listitem')
  await orders.filter({ hasText: 'Studio' }).waitFor()
  expect(await orders.count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  expect(await section(page, 'Payment methods').count()).toBe(0)
  expect(await section(page, 'Billing details').count()).toBe(0)
  const download = page.waitForEvent('download')
  await orders.getByRole('button', { name: 'Invoice of Studio' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  const proof = section(page, 'Is this your address?')
  await proof.getByRole('button', { name: 'Email me a code' }).click()
  await expect.poll(() => hasFocus(proof.getByLabel('Code'))).toBe(true)
  await proof.getByLabel('Code').fill('WRONG1')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByText('This code is incorrect').waitFor()
  await expectAccessibleView(page, 'portal-purchase-code', wide)
  await proof.getByLabel('Code').fill(await codeFor(kim.email))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your purchases', exact: true }).waitFor()
  await orders.filter({ hasText: 'Icon pack' }).waitFor()
  expect(await orders.count()).toBe(2)
  await section(page, 'Subscriptions').getByRole('button', { name: 'Cancel' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Your purchases', exact: true }).waitFor()
})

test('a customer changes the address with a code that is mailed to the new one', async () => {
  const ida = await newBuyer('ida@buyer.example')
  const page = await app.openAsVisitor(await linkFor(ida), wide)
  const address = section(page, 'Email address')
  await address.getByRole('button', { name: 'Change address' }).click()
  await address.getByLabel('New email address').fill(ida.email)
  await address.getByRole('button', { name: 'Send a code' }).click()
  await address.getByText('This is already your address.').waitFor()
  await address.getByLabel('New email address').fill('ida@new.example')
  await expectAccessibleView(page, 'portal-email', wide)
  await address.getByRole('button', { name: 'Send a code' }).click()
  await address.getByText(/A code is on its way to ida@new.example/).waitFor()
  await page.getByText(`As ${ida.email}`).waitFor()
  await page.reload()
  await address.getByLabel('Code').fill('WRONG1')
  await address.getByRole('button', { name: 'Confirm' }).click()
  await address.getByText(/This code is not valid/).waitFor()
  await expectAccessibleView(page, 'portal-email-code', wide)
  await address.getByRole('button', { name: 'Keep the old address' }).click()
  await address.getByRole('button', { name: 'Change address' }).click()
  await address.getByLabel('New email address').fill('ida@new.example')
  await address.getByRole('button', { name: 'Send a code' }).click()
  await address.getByLabel('Code').waitFor()
  await address.getByLabel('Code').fill(await codeFor('ida@new.example'))
  await address.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('As ida@new.example').waitFor()
  const notices = (await app.server.sentMails()).filter(({ to }) => to === ida.email)
  expect(notices.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your email address at .* was changed$/),
  ])
})

test('a customer previews and changes the plan, cancels, and resumes', async () => {
  const jun = await newBuyer('jun@buyer.example')
  await buy(jun, studio)
  const page = await app.openAsVisitor(await linkFor(jun), wide)
  const subscriptions = section(page, 'Subscriptions')
  await subscriptions.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change from Studio' })
  await dialog.getByText(/The next charge is/).waitFor()
  await expectAccessibleView(page, 'portal-plan', { ...wide, window: true })
  await dialog.getByRole('button', { name: /^Change plan/ }).click()
  await subscriptions.getByRole('heading', { name: /Studio for teams/ }).waitFor()
  await subscriptions.getByRole('button', { name: 'Cancel' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Studio for teams' })
  await cancel.getByLabel('What could we improve?').fill('Nothing')
  await expectAccessibleView(page, 'portal-cancel', { ...wide, window: true })
  await cancel.getByRole('button', { name: 'Cancel the subscription' }).click()
  await subscriptions.getByText(/^Ends on/).waitFor()
  await subscriptions.getByRole('button', { name: 'Keep subscription' }).click()
  await subscriptions.getByText(/Next charge on/).waitFor()
})

test('a customer adds a card with authentication, makes it the default, and removes the other', async () => {
  const sam = await newBuyer('sam@buyer.example')
  await buy(sam, studio)
  const page = await app.openAsVisitor(await linkFor(sam), wide)
  const methods = section(page, 'Payment methods')
  await methods.getByText('Visa ending in 4242').waitFor()
  await methods.getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await dialog.getByText('Enter a card number.').waitFor()
  await expectAccessibleView(page, 'portal-add-card', { ...wide, window: true })
  await fillCard(page, cards.requiresAuthentication)
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await page.getByRole('dialog', { name: 'Confirm with your bank' }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await methods.getByText('Visa ending in 3155').waitFor()
  const other = methods.getByRole('listitem').filter({ hasText: '4242' })
  await other.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  const removal = page.getByRole('alertdialog')
  await removal.getByRole('button', { name: 'Remove the card' }).click()
  await removal.waitFor({ state: 'detached' })
  await other.waitFor({ state: 'detached' })
})

test('a declined card is reported and not kept', async () => {
  const page = await app.openAsVisitor(await linkFor(buyer), wide)
  const methods = section(page, 'Payment methods')
  await methods.getByRole('button', { name: 'Add a card' }).click()
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /declined/i })
    .waitFor()
  await page.keyboard.press('Escape')
  await methods.getByText('Visa ending in 4242').waitFor()
  await expect.poll(() => methods.getByRole('listitem').count()).toBe(1)
})

test('a customer enters billing details and gets the invoice', async () => {
  const page = await app.openAsVisitor(await linkFor(buyer), wide)
  const details = section(page, 'Billing details')
  await details.getByRole('button', { name: 'Edit billing details' }).click()
  await details.getByLabel('Tax ID').fill('nonsense')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.locator('[aria-invalid="true"]').waitFor()
  await details.getByLabel('Tax ID').fill('')
  await details.getByLabel('Name').fill('Bea Buyer AB')
  await details.getByLabel('City').fill('Stockholm')
  await details.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Billing details saved').waitFor()
  await details.getByText('Bea Buyer AB').waitFor()
  const download = page.waitForEvent('download')
  await section(page, 'Orders').getByRole('button', { name: 'Invoice of Icon pack' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})

test('a seller ends all sessions of a customer', async () => {
  const lea = await newBuyer('lea@buyer.example')
  const page = await app.openAsVisitor(await linkFor(lea), wide)
  await page.getByText(`As ${lea.email}`).waitFor()
  await openPath(sellerPage, `/dashboard/${northwind.slug}/customers/${lea.id}`)
  await sellerPage.getByRole('button', { name: 'More actions' }).click()
  await sellerPage.getByRole('menuitem', { name: 'End sessions…' }).click()
  const dialog = sellerPage.getByRole('alertdialog', { name: `End all sessions of ${lea.email}?` })
  await dialog.waitFor()
  await expectAccessibleView(sellerPage, 'customer-end-sessions', { ...wide, window: true })
  await dialog.getByRole('button', { name: 'End sessions' }).click()
  await sellerPage.getByText(`All sessions of ${lea.email} ended`).waitFor()
  await page.reload()
  await page.getByText('Your session has expired').waitFor()
})

test('an expired link offers sign-in by mail', async () => {
  const page = await app.openAsVisitor(
    portal(`?customer_session_token=guildhall_cst_${'x'.repeat(30)}`),
    wide,
  )
  await page.getByText('Your session has expired').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await openPath(page, portal())
  await page.getByRole('button', { name: 'Send a code' }).waitFor()
})

test('a customer accepts a subscription that was bought with their address', async () => {
  const oda = await newBuyer('oda@buyer.example')
  await buyWithTypedAddress(app.server, studio, oda.email)
  const page = await app.openAsVisitor(await linkFor(oda), wide)
  const subscriptions = section(page, 'Subscriptions')
  await subscriptions.getByText('Bought with your email address.').waitFor()
  expect(await subscriptions.getByRole('button', { name: 'Change plan' }).count()).toBe(0)
  await page.getByText('No saved cards.').waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a card' })
  await adding.getByText(/You are not charged now/).waitFor()
  await adding.getByRole('combobox', { name: 'Country' }).fill('Sweden')
  await page.getByRole('option', { name: 'Sweden', exact: true }).click()
  await fillCard(page, cards.good)
  await adding.getByRole('button', { name: 'Add the card' }).click()
  await adding.waitFor({ state: 'hidden' })
  await expectAccessibleView(page, 'portal-unaccepted', { ...wide, window: true })
  await subscriptions.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Accept Studio?' })
  await dialog.getByText('Future payments are charged to Visa ending in 4242.').waitFor()
  await expectAccessibleView(page, 'portal-accept', { ...wide, window: true })
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await subscriptions.getByRole('button', { name: 'Change plan' }).waitFor()
})
