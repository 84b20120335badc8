import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { make, makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessiblePage, openPath, rowsIn } from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let crowded: Organization
let bought: Checkout
let unpaid: Checkout
let expired: Checkout
let lastOfCrowded: Checkout

const checkoutShape = z.object({ id: z.string(), client_secret: z.string() })

type Checkout = z.output<typeof checkoutShape>

const newCheckout = async (
  page: Page,
  organization: Organization,
  input: object,
): Promise<Checkout> =>
  checkoutShape.parse(await createForSeller(page, organization, 'checkouts', input))

const buyer = {
  customer_name: 'Grace Hopper',
  customer_email: 'grace@example.com',
  customer_billing_address: { country: 'DE' },
}

/** Pays; returns the response status. */
async function pay(page: Page, { client_secret }: Checkout, token: string): Promise<number> {
  const answer = await page.request.post(`/v1/checkouts/client/${client_secret}/confirm`, {
    data: { ...buyer, confirmation_token_id: token },
    headers: { origin: new URL(page.url()).origin },
  })
  return answer.status()
}

setUp(async (page) => {
  crowded = await createOrganization(page, 'Crowded')
  await createCheckouts(page)
  await createManyCheckouts(page)
})

async function createCheckouts(page: Page): Promise<void> {
  const once = { recurring_interval: null }
  const pack = await makeProduct(page, northwind, { ...once, name: 'Icon pack' })
  const atlas = await makeProduct(page, northwind, { ...once, name: 'Atlas' })
  const discount = await make(page, northwind, 'discounts', {
    name: 'Spring',
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
  })
  expired = await newCheckout(page, northwind, { products: [pack] })
  await app.query(`update checkout set status = 'expired' where id = $1`, [expired.id])
  unpaid = await newCheckout(page, northwind, {
    products: [atlas, pack],
    customer_email: 'somebody.with.a.very.long.address@a-company-with-a-long-name.example.com',
  })
  assert.equal(await pay(page, unpaid, 'tok_sandbox_insufficient_funds'), 400)
  assert.equal(await pay(page, unpaid, 'tok_sandbox_declined'), 400)
  bought = await newCheckout(page, northwind, {
    products: [pack],
    discount_id: discount,
    metadata: { reference_id: 'mail-7' },
    success_url: 'https://northwind.example/thanks',
  })
  assert.equal(await pay(page, bought, 'tok_sandbox_declined'), 400)
  assert.equal(await pay(page, bought, 'tok_sandbox_ok'), 200)
  await vi.waitFor(async () => assert.equal(await statusOf(page, bought), 'succeeded'), patience)
  await newCheckout(page, northwind, { products: [pack] })
}

const patience = { timeout: 60_000, interval: 100 }

const shown = z.object({ status: z.string() })

async function statusOf(page: Page, { id }: Checkout): Promise<string> {
  const answer = await page.request.get(`/v1/checkouts/${id}`)
  return shown.parse(await answer.json()).status
}

async function createManyCheckouts(page: Page): Promise<void> {
  const one = await makeProduct(page, crowded, { recurring_interval: null, name: 'Icon pack' })
  for (let number = 10; number < 36; number += 1) {
    lastOfCrowded = await newCheckout(page, crowded, {
      products: [one],
      customer_email: `buyer-${number}@example.com`,
    })
  }
}

const checkoutsOf = ({ slug }: Organization, rest = '') => `/dashboard/${slug}/checkouts${rest}`

const rows = (page: Page) => rowsIn(page, 'Checkouts')
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')
const reported = (page: Page, card: string) =>
  page.getByRole('region', { name: card }).getByRole('listitem').allInnerTexts()

test.each([
  ['checkouts', () => ada, () => checkoutsOf(northwind)],
  ['checkouts-none', () => jun, () => checkoutsOf(northwind, '?q=nothing')],
  ['checkouts-empty', () => ada, () => checkoutsOf(empty)],
  ['checkout-bought', () => ada, () => checkoutsOf(northwind, `/${bought.id}`)],
  ['checkout-tried', () => jun, () => checkoutsOf(northwind, `/${unpaid.id}`)],
  ['checkout-expired', () => ada, () => checkoutsOf(northwind, `/${expired.id}`)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the list shows customer, product and status of each checkout', async () => {
  const page = await app.openAs(ada, checkoutsOf(northwind))
  await expect.poll(() => rows(page).count()).toBe(4)
  const cells = (await rows(page).allInnerTexts()).map((row) => row.split(/[\t\n]+/))
  expect(cells[0]).toEqual(expect.arrayContaining(['Unknown buyer', 'Icon pack', 'open', '$29.00']))
  expect(cells[1]).toEqual(
    expect.arrayContaining(['Grace Hopper', 'grace@example.com', 'succeeded', '$23.20']),
  )
  expect(cells[2]).toEqual(expect.arrayContaining(['Grace Hopper', 'Atlas', 'open']))
  expect(cells[3]).toEqual(expect.arrayContaining(['expired']))
})

test('a checkout shows its history, newest first', async () => {
  const page = await app.openAs(ada, checkoutsOf(northwind, `/${bought.id}`))
  await expect.poll(() => reported(page, 'Timeline')).toHaveLength(6)
  const steps = (await reported(page, 'Timeline')).map((text) => text.split('\n')[0])
  for (const [index, step] of [
    'Succeeded',
    'Payment succeeded',
    'Confirmed by the buyer',
    'Payment declined',
    'Confirmed by the buyer',
    'Opened',
  ].entries()) {
    expect(steps[index]).toContain(step)
  }
  const attempts = await reported(page, 'Payment attempts')
  expect(attempts.map((text) => text.includes('succeeded'))).toEqual([true, false])
  expect(attempts[1]).toContain('Your card was declined')
  await expect.poll(() => fact(page, 'reference_id').innerText()).toBe('mail-7')
  await expect.poll(() => page.getByText('Spring').count()).toBeGreaterThan(0)
})

test('a checkout links to the product, the customer and the order', async () => {
  const page = await app.openAs(ada, checkoutsOf(northwind, `/${bought.id}`))
  const order = page.getByRole('link', { name: 'View order' })
  await order.waitFor()
  await expect.poll(() => order.getAttribute('href')).toMatch(/\/orders\/[0-9a-f-]{36}$/)
  const customer = fact(page, 'Name').getByRole('link', { name: 'Grace Hopper' })
  await customer.click()
  await page.waitForURL('**/customers/*')
  await page.goBack()
  await fact(page, 'Product').getByRole('link', { name: 'Icon pack' }).click()
  await page.waitForURL('**/products/*')
})

test('every declined attempt shows its reason', async () => {
  const page = await app.openAs(jun, checkoutsOf(northwind, `/${unpaid.id}`))
  await expect.poll(() => reported(page, 'Payment attempts')).toHaveLength(2)
  const [declined = '', poor = ''] = await reported(page, 'Payment attempts')
  expect(declined).toContain('failed')
  expect(poor).toContain('There isn’t enough money on your card.')
  await expect.poll(() => fact(page, 'Available products').innerText()).toBe('Atlas, Icon pack')
  await expect.poll(() => fact(page, 'Order').innerText()).toBe('none')
})

test('only those who may write checkouts see the address of an open one', async () => {
  const path = checkoutsOf(northwind, `/${unpaid.id}`)
  const owner = await app.openAs(ada, path)
  await fact(owner, 'Page').waitFor()
  const member = await app.openAs(jun, path)
  await fact(member, 'Expires').waitFor()
  await expect.poll(() => fact(member, 'Page').count()).toBe(0)
  expect(await member.content()).not.toContain(unpaid.client_secret)
})

test('the list is filtered, and the URL keeps it', async () => {
  const page = await app.openAs(ada, checkoutsOf(northwind))
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.getByRole('button', { name: 'Status' }).first().click()
  await page.getByRole('menuitem', { name: 'open' }).click()
  await page.waitForURL('**/checkouts?status=open')
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.getByRole('combobox', { name: 'Product' }).fill('atl')
  await page.getByRole('option', { name: 'Atlas' }).click()
  await page.waitForURL(/checkouts\?status=open&product=[0-9a-f-]+$/)
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Clear the filter Status' }).click()
  await page.waitForURL(/checkouts\?product=[0-9a-f-]+$/)
  await page.getByRole('combobox', { name: 'Product' }).press('Escape')
})

test('the list is searched, sorted and paged by keyboard', async () => {
  const page = await app.openAs(ada, checkoutsOf(crowded))
  await expect.poll(() => rows(page).count()).toBe(25)
  await page.getByRole('button', { name: 'Next page' }).focus()
  await press(page, 'Enter')
  await page.waitForURL('**/checkouts?page=2')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, '/')
  await page.keyboard.type('buyer-35')
  await page.waitForURL('**/checkouts?q=buyer-35')
  // The page before had a single row too.
  await rows(page).filter({ hasText: 'buyer-35' }).waitFor()
  await press(page, 'Tab', 'j')
  await expect.poll(() => hasFocus(rows(page).first().locator('[data-row-link]'))).toBe(true)
  await press(page, 'Enter')
  await page.waitForURL(`**/checkouts/${lastOfCrowded.id}`)
  await page.getByRole('heading', { name: /^Checkout of .* · buyer-35@example.com$/ }).waitFor()
})

test('a checkout of another organization isn’t found', async () => {
  const page = await app.signInAs(ada)
  for (const id of [lastOfCrowded.id, 'nonsense', '00000000-0000-7000-8000-000000000000']) {
    await openPath(page, checkoutsOf(northwind, `/${id}`))
    const title = page.getByRole('heading', { name: 'Checkout not found' })
    await expect.poll(() => title.count()).toBe(1)
  }
})
