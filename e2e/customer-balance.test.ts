import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { hasFocus, type Person, press, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller, portalPath } from './sellers.ts'
import { subscribe, updateSubscription } from './subscribers.ts'
import { expectAccessibleView, forEachView, onDesktopAndPhone, openPath } from './visit.ts'

const app = serverWithOperator()

let ada: Person
let sellerPage: Page
let northwind: Organization
let icons: string
let studio: string
let studioForTeams: string

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  icons = await makeProduct(sellerPage, northwind, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 6000 }],
  })
  studio = await makeProduct(sellerPage, northwind, { name: 'Studio' })
  studioForTeams = await makeProduct(sellerPage, northwind, {
    name: 'Studio for teams',
    prices: [{ amount_type: 'fixed', price_amount: 9000 }],
  })
})

const made = z.object({ id: z.string(), email: z.string() })

const newCustomer = async (name: string) =>
  made.parse(
    await createForSeller(sellerPage, northwind, 'customers', {
      name,
      email: `${name.toLowerCase()}@buyer.example`,
    }),
  )

type Customer = z.output<typeof made>

async function giveCredit({ id }: Customer, amount: number): Promise<void> {
  const answer = await sellerPage.request.post(`/v1/customers/${id}/balance/adjustments`, {
    data: { amount, reason: 'The outage of Monday' },
    headers: { origin: new URL(sellerPage.url()).origin },
  })
  expect(answer.status()).toBe(201)
}

const pageOf = ({ id }: Customer) => `/dashboard/${northwind.slug}/customers/${id}`
const toast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).waitFor()
const balance = (page: Page) => page.getByRole('region', { name: 'Balance' })

test('a seller gives credit with a reason, and takes some of it back', async () => {
  const bea = await newCustomer('Bea')
  await openPath(sellerPage, pageOf(bea))
  await balance(sellerPage).getByText('No credit so far.').waitFor()
  await balance(sellerPage).getByRole('button', { name: 'Adjust' }).click()
  const dialog = sellerPage.getByRole('dialog', { name: 'Adjust balance' })
  await dialog.getByLabel('Amount').fill('89')
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('The outage of Monday')
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await toast(sellerPage, '$89.00 given to Bea')
  await expect.poll(() => balance(sellerPage).innerText()).toMatch(/\$89\.00[\s\S]*of credit/)
  await expect
    .poll(() => balance(sellerPage).innerText())
    .toMatch(/The outage of Monday[\s\S]*by Ada Lindqvist/)
  await balance(sellerPage).getByRole('button', { name: 'Adjust' }).click()
  await dialog.getByText('Take', { exact: true }).click()
  await dialog.getByText('At most $89.00 can be taken.').waitFor()
  await dialog.getByLabel('Amount').fill('90')
  await dialog.getByLabel('Reason').fill('Too much')
  await dialog.getByRole('button', { name: 'Take credit' }).click()
  await dialog.getByText('At most $89.00 can be taken: this is the customer’s credit.').waitFor()
  await dialog.getByLabel('Amount').fill('9')
  await dialog.getByRole('button', { name: 'Take credit' }).click()
  await toast(sellerPage, '$9.00 taken from Bea')
})

test('credit from a plan change is paid out, and given credit isn’t', async () => {
  const gus = await newCustomer('Gus')
  const organization = northwind
  const subscription = await subscribe(
    app,
    { sellerPage, organization },
    { product: studioForTeams, email: gus.email, customerId: gus.id },
  )
  await updateSubscription(sellerPage, subscription, {
    product_id: studio,
    proration_behavior: 'invoice',
  })
  await giveCredit(gus, 1000)
  await onDesktopAndPhone(app.viewAs(ada, pageOf(gus)), async (page, eachView) => {
    await balance(page).getByText('Credit from a plan change').waitFor()
    await page.getByText('Credited $61.00 for Studio').waitFor()
    await eachView((view) => expectAccessibleView(page, 'customer-balance', view))
    for (const action of ['Adjust', 'Pay out']) {
      await balance(page).getByRole('button', { name: action }).click()
      const opened = page.getByRole('dialog', { name: `${action} balance` })
      await opened.waitFor()
      const name = `customer-balance-${action.toLowerCase().replace(' ', '-')}`
      await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await opened.waitFor({ state: 'detached' })
    }
  })
  await openPath(sellerPage, pageOf(gus))
  await balance(sellerPage).getByRole('button', { name: 'Pay out' }).focus()
  await press(sellerPage, 'Enter')
  const dialog = sellerPage.getByRole('dialog', { name: 'Pay out balance' })
  const amount = dialog.getByLabel('Amount')
  await expect.poll(() => hasFocus(amount)).toBe(true)
  expect(await amount.inputValue()).toBe('61.00')
  await amount.fill('61.01')
  await press(sellerPage, 'Enter')
  await dialog.getByText('Enter at most $61.00.').waitFor()
  await amount.fill('50')
  await press(sellerPage, 'Enter')
  await toast(sellerPage, '$50.00 paid out')
  await expect.poll(() => balance(sellerPage).innerText()).toMatch(/\$21\.00[\s\S]*of credit/)
  await expect.poll(() => balance(sellerPage).innerText()).toMatch(/Paid out[\s\S]*-\$50\.00/)
})

test('a customer sees their credit before they pay, and pays the rest', async () => {
  const cleo = await newCustomer('Cleo')
  await giveCredit(cleo, 4000)
  const input = { products: [icons], customer_id: cleo.id }
  const checkout = await makeCheckout(sellerPage, northwind, input)
  const page = await app.openAsVisitor(checkout.path, wide)
  await page.getByText('Your credit').waitFor()
  await expect.poll(() => page.locator('main').innerText()).toMatch(/− ?\$40\.00[\s\S]*\$20\.00/)
  await expectAccessibleView(page, 'checkout-credit', { width: 1280, theme: 'light' })
  await page.getByLabel('Name on card').fill('Cleo Buyer')
  await fillCardOnly(page)
  // Meanwhile the credit is used by another purchase.
  await giveCredit(cleo, -1000)
  await payButton(page).filter({ hasText: 'Pay $20.00' }).click()
  await page.getByRole('alert').filter({ hasText: '$30.00 is due now' }).waitFor()
  await payButton(page).filter({ hasText: 'Pay $30.00' }).click()
  await expectThanks(page)
  await openPath(sellerPage, pageOf(cleo))
  await balance(sellerPage).getByText('Paid with credit').waitFor()
})

async function fillCardOnly(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('SE')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expires').fill('1234')
  await page.getByLabel('CVC').fill('123')
}

test('somebody who types the address sees no credit', async () => {
  const dora = await newCustomer('Dora')
  await giveCredit(dora, 4000)
  const checkout = await makeCheckout(sellerPage, northwind, { products: [icons] })
  const page = await app.openAsVisitor(checkout.path, wide)
  await fillPaymentForm(page, { email: dora.email })
  await payButton(page).filter({ hasText: 'Pay $60.00' }).click()
  await expectThanks(page)
  expect(await page.locator('main').innerText()).not.toMatch(/credit/i)
})

test('a customer sees their credit in the portal', async () => {
  const eve = await newCustomer('Eve')
  await giveCredit(eve, 4000)
  const path = await portalPath(sellerPage, northwind, eve.id)
  await forEachView(
    async (view) => {
      const page = await app.openAsVisitor(path, view)
      const credit = page.getByRole('region', { name: 'Your credit' })
      await credit.getByText('It pays for your next renewals and purchases').waitFor()
      return page
    },
    async (page, view) => expectAccessibleView(page, 'portal-credit', view),
  )
})

test('deleting a customer with credit says what is forfeited', async () => {
  const fay = await newCustomer('Fay')
  await giveCredit(fay, 4000)
  await onDesktopAndPhone(
    async (view) => {
      await sellerPage.setViewportSize({ width: view.width, height: 900 })
      await openPath(sellerPage, pageOf(fay))
      return sellerPage
    },
    async (page, eachView) => {
      await balance(page).getByText('The outage of Monday').waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByText('Their credit of $40.00 is forfeited to you.').waitFor()
      await eachView(async (view) => expectAccessibleView(page, 'customer-balance-delete', view))
      await page.getByRole('button', { name: 'Keep as it is' }).click()
    },
  )
  await sellerPage.getByRole('button', { name: 'More actions' }).click()
  await sellerPage.getByRole('menuitem', { name: 'Delete…' }).click()
  await sellerPage.getByRole('button', { name: 'Forfeit and delete' }).click()
  await toast(sellerPage, 'Fay deleted')
})
