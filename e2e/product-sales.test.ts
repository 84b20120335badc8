import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectThanks, makeCheckout, payButton } from './buyers.ts'
import { make, makeProduct, productsOf } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { press } from './operators.ts'
import { sell, stockFor } from './sales.ts'
import { subscribe } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
} from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

let pro = ''
let handbook = ''
let guide = ''
let secret = ''

setUp(async (page) => {
  pro = await makeProduct(page, northwind, { name: 'Pro plan' })
  const stock = await stockFor(page, northwind)
  handbook = stock.productId
  await sell(app, northwind, stock)
  const seller = { sellerPage: page, organization: northwind }
  await subscribe(app, seller, { product: pro, email: 'kim@buyer.test', name: 'Kim Later' })
  await make(page, northwind, 'checkout-links', { label: 'Both', products: [pro, handbook] })
  guide = await makeProduct(page, northwind, {
    name: 'Guide',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1200 }],
  })
  secret = await makeProduct(page, northwind, { name: 'By agreement', visibility: 'private' })
})

const pageOf = (product: string) => productsOf(northwind, `/${product}`)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const figure = (page: Page, label: string) =>
  card(page, 'Last 30 days').locator('div', { hasText: label }).locator('dd').first()

test.each([
  ['product-sold', () => ada, () => pageOf(pro)],
  ['product-unsold', () => ada, () => pageOf(guide)],
  ['product-private', () => jun, () => pageOf(secret)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path()), async (page) => {
    await card(page, 'Last 30 days').waitFor()
  }),
)

test('sharing and testing fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, pageOf(pro)), async (page, eachView) => {
    await button(page, 'Test purchase').click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await eachView((view) => expectAccessibleView(page, 'product-test', { ...view, window: true }))
    await press(page, 'Escape')
    await question.waitFor({ state: 'detached' })
    await button(page, 'Share Both').click()
    const dialog = page.getByRole('dialog', { name: 'Share Both' })
    await dialog.getByRole('tab', { name: 'API' }).click()
    await eachView((view) => expectAccessibleView(page, 'product-share', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

describe('the page of a product', () => {
  test('shows who bought it lately, and leads to all of them', async () => {
    const page = await app.openAs(ada, pageOf(pro))
    await card(page, 'Latest orders').getByRole('link', { name: 'Kim Later' }).waitFor()
    await expect.poll(() => card(page, 'Latest orders').getByText('Bea Buyer').count()).toBe(0)
    await card(page, 'Latest subscriptions').getByRole('link', { name: 'Kim Later' }).waitFor()
    await expect.poll(() => figure(page, 'Revenue').innerText()).toBe('$29.00')
    await expect.poll(() => figure(page, 'Active subscriptions').innerText()).toBe('1')
    await page.getByRole('link', { name: 'All orders of this product' }).click()
    await page.waitForURL(`**/orders?product=${pro}`)
    await expect.poll(() => rowsIn(page, 'Orders').count()).toBe(1)
    await page.goBack()
    await page.getByRole('link', { name: 'All subscriptions of this product' }).click()
    await page.waitForURL(`**/subscriptions?product=${pro}`)
    await expect.poll(() => rowsIn(page, 'Subscriptions').count()).toBe(1)
    await page.goBack()
    await page.getByRole('link', { name: 'All links of this product' }).click()
    await page.waitForURL(`**/checkout-links?product=${pro}`)
    await expect.poll(() => rowsIn(page, 'Checkout links').count()).toBe(1)
  })

  test('shares a link of its own, which it makes once', async () => {
    const page = await app.openAs(ada, pageOf(handbook))
    await card(page, 'Checkout links').getByText('Both').waitFor()
    const share = async () => {
      await button(page, 'Share').click()
      const dialog = page.getByRole('dialog', { name: 'Share Handbook' })
      const url = await dialog.getByRole('textbox', { name: 'URL' }).inputValue()
      await dialog.getByRole('tab', { name: 'API' }).click()
      await dialog.getByText(`products: ['${handbook}']`).waitFor()
      await dialog.getByText(`serverURL: '${new URL(page.url()).origin}'`).waitFor()
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
      return url
    }
    const url = await share()
    await card(page, 'Checkout links').getByText('Handbook', { exact: true }).waitFor()
    expect(await share()).toBe(url)
    await openPath(page, new URL(url).pathname)
    await page.getByRole('heading', { name: 'Handbook' }).waitFor()
  })

  test('offers no link of a private product, and none to members who may only read', async () => {
    const page = await app.openAs(ada, pageOf(secret))
    await card(page, 'Checkout links').getByText('this product is private').waitFor()
    await expect.poll(() => button(page, 'Share').count()).toBe(0)
    const other = await app.openAs(jun, pageOf(guide))
    await card(other, 'Checkout links').getByText('No links yet.').waitFor()
    await expect.poll(() => button(other, 'Share').count()).toBe(0)
    await expect.poll(() => button(other, 'Test purchase').count()).toBe(0)
  })

  test('is bought as a test, with everything filled in', async () => {
    const page = await app.openAs(ada, pageOf(guide))
    await card(page, 'Latest orders').getByText('No orders yet.').waitFor()
    await button(page, 'Test purchase').click()
    await button(page.getByRole('alertdialog'), 'Open the checkout').click()
    await page.waitForURL('**/checkout/**')
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(ada.email)
    await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    // It is gone from the address, where it would come back with a reload.
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await payButton(page).click()
    await expectThanks(page)
    await openPath(page, pageOf(guide))
    await card(page, 'Latest orders').getByRole('link', { name: ada.name }).waitFor()
  })

  test('fills in no card that isn’t one for tests', async () => {
    const page = await app.signInAs(ada)
    const { path } = await makeCheckout(page, northwind, { products: [guide] })
    await openPath(page, `${path}?test_card=4111111111111111`)
    await page.getByLabel('Card number').waitFor()
    await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('')
  })
})
