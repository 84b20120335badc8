import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  cards,
  expectThanks,
  fillCard,
  type MadeCheckout,
  makeCheckout,
  payButton,
} from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { serverWithOperator, wide } from './operators.ts'
import { found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'
import { arrive, expectInOrder, expectPageInOrder, isLoaded } from './visit.ts'

const place = serverWithOperator()

let desk: Page
let northwind: Organization
let icons: string
let studio: string
let buyer: Buyer

interface Buyer {
  id: string
  email: string
}

beforeAll(async () => {
  const ada = await place.signUp('Ada Lindqvist')
  desk = await place.deskOf(ada)
  northwind = await found(desk, 'Northwind Tools')
  icons = await makeProduct(desk, northwind, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 900 }],
  })
  studio = await makeProduct(desk, northwind, {
    name: 'Studio',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  await makeProduct(desk, northwind, {
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
  const headers = { origin: new URL(desk.url()).origin }
  const answer = await desk.request.patch(`/v1/organizations/${northwind.id}`, { data, headers })
  expect(answer.status()).toBe(200)
}

const withId = z.object({ id: z.string() })

async function newBuyer(email: string): Promise<Buyer> {
  const { id } = z.parse(withId, await createForSeller(desk, northwind, 'customers', { email }))
  return { id, email }
}

async function buy({ id }: Buyer, product: string): Promise<void> {
  const wish = { products: [product], customer_id: id }
  const { path }: MadeCheckout = await makeCheckout(desk, northwind, wish)
  const page = await place.arriveAsStranger(path, wide)
  // Who is bought for is known.
  await page.getByLabel('Name on card').fill('Bea Buyer')
  await page.getByLabel('Country').selectOption('SE')
  await fillCard(page, cards.good)
  await payButton(page).click()
  await expectThanks(page)
  await page.context().close()
  await place.server.settle()
}

const session = z.object({ customer_portal_url: z.string() })

/** The link that the seller gives, which leads straight in. */
async function linkFor({ id }: Buyer): Promise<string> {
  const made = await createForSeller(desk, northwind, 'customer-sessions', { customer_id: id })
  const { pathname, search } = new URL(z.parse(session, made).customer_portal_url)
  return `${pathname}${search}`
}

const portal = (rest = '') => `/portal/${northwind.slug}${rest}`

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a customer sees what they bought, in every view', async () => {
  const link = await linkFor(buyer)
  await expectPageInOrder(
    'portal',
    async (view) => {
      const page = await place.arriveAsStranger(link, view)
      await section(page, 'Subscriptions')
        .getByText(/Next charge on/)
        .waitFor()
      await section(page, 'Payment methods').getByText('Visa ending in 4242').waitFor()
      return page
    },
    isLoaded,
  )
})

test('what lets them in doesn’t stay in the address, and they can leave', async () => {
  const page = await place.arriveAsStranger(await linkFor(buyer), wide)
  await page.getByText(`As ${buyer.email}`).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByText(`As ${buyer.email}`).waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Send a code' }).waitFor()
  await expectInOrder(page, 'portal-sign-in', wide)
})

test('without a link, the mailbox lets them in', async () => {
  const page = await place.arriveAsStranger(portal(), wide)
  await page.getByLabel('E-mail address').fill(buyer.email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Code').fill('WRONG1')
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText('This isn’t the code').waitFor()
  await expectInOrder(page, 'portal-code', wide)
  const code = await vi.waitFor(async () => {
    const mails = await place.server.sentMails()
    const mail = mails.findLast(({ to, subject }) => to === buyer.email && /code/.test(subject))
    const [, found] = /Code: ([A-Z0-9]{6})/.exec(mail?.text ?? '') ?? []
    expect(found).toBeDefined()
    return found ?? ''
  })
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText(`As ${buyer.email}`).waitFor()
})

test('they change their plan, knowing what it costs, cancel, and think better of it', async () => {
  const jun = await newBuyer('jun@buyer.example')
  await buy(jun, studio)
  const page = await place.arriveAsStranger(await linkFor(jun), wide)
  const subscriptions = section(page, 'Subscriptions')
  await subscriptions.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change from Studio' })
  await dialog.getByText(/The next charge is/).waitFor()
  await expectInOrder(page, 'portal-plan', { ...wide, window: true })
  await dialog.getByRole('button', { name: /^Change the plan/ }).click()
  await subscriptions.getByRole('heading', { name: /Studio for teams/ }).waitFor()
  await subscriptions.getByRole('button', { name: 'Cancel' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Studio for teams' })
  await cancel.getByLabel('What could be better?').fill('Nothing')
  await expectInOrder(page, 'portal-cancel', { ...wide, window: true })
  await cancel.getByRole('button', { name: 'Cancel the subscription' }).click()
  await subscriptions.getByText(/^Ends on/).waitFor()
  await subscriptions.getByRole('button', { name: 'Keep it after all' }).click()
  await subscriptions.getByText(/Next charge on/).waitFor()
})

test('they add a card that asks the bank, make it the default, and remove the other', async () => {
  const sam = await newBuyer('sam@buyer.example')
  await buy(sam, studio)
  const page = await place.arriveAsStranger(await linkFor(sam), wide)
  const methods = section(page, 'Payment methods')
  await methods.getByText('Visa ending in 4242').waitFor()
  await methods.getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await dialog.getByText('Enter a card number.').waitFor()
  await expectInOrder(page, 'portal-add-card', { ...wide, window: true })
  await fillCard(page, cards.asksFirst)
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await page.getByRole('dialog', { name: 'Your bank asks' }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await methods.getByText('Visa ending in 3155').waitFor()
  const other = methods.getByRole('listitem').filter({ hasText: '4242' })
  await other.getByRole('button', { name: 'Actions for Visa ending in 4242' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('alertdialog')
  await removal.getByRole('button', { name: 'Remove the card' }).click()
  await removal.waitFor({ state: 'detached' })
  await other.waitFor({ state: 'detached' })
})

test('a card that is declined is told, and nothing is kept', async () => {
  const page = await place.arriveAsStranger(await linkFor(buyer), wide)
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

test('they say who is billed, and have their invoice', async () => {
  const page = await place.arriveAsStranger(await linkFor(buyer), wide)
  const details = section(page, 'Billing details')
  await details.getByLabel('Tax id').fill('nonsense')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.locator('[aria-invalid="true"]').waitFor()
  await details.getByLabel('Tax id').fill('')
  await details.getByLabel('Name').fill('Bea Buyer AB')
  await details.getByLabel('City').fill('Stockholm')
  await details.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The billing details are saved').waitFor()
  const download = page.waitForEvent('download')
  await section(page, 'Orders').getByRole('button', { name: 'Invoice of Icon pack' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})

test('an old link leads to the mailbox', async () => {
  const page = await place.arriveAsStranger(
    portal(`?customer_session_token=guildhall_cst_${'x'.repeat(30)}`),
    wide,
  )
  await page.getByText('you have to come in again').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await arrive(page, portal())
  await page.getByRole('button', { name: 'Send a code' }).waitFor()
})
