import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { makeBenefit, makeMeter, makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { type Person, press, wide } from './operators.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { subscribe } from './subscribers.ts'
import { expectAccessibleView, onDesktopAndPhone, screenshot } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

let stock: Stock
let order: string
let subscription: string
let benefit: string
let meter: string

setUp(async (page) => {
  stock = await stockFor(page, northwind)
  order = await sell(app, northwind, stock)
  const product = await makeProduct(page, northwind, { name: 'Team plan' })
  const seller = { sellerPage: page, organization: northwind }
  subscription = await subscribe(app, seller, { product, email: 'sue@buyer.test' })
  benefit = await makeBenefit(page, northwind, 'Priority support')
  meter = await makeMeter(page, northwind, 'Requests')
})

const open = (person: Person, rest: string): Promise<Page> =>
  app.openAs(person, `/dashboard/${northwind.slug}${rest}`)

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** What the palette offers for the object at hand, which may load after the page. */
function offered(page: Page, group: string): Promise<string[]> {
  return palette(page).getByRole('group', { name: group }).getByRole('option').allTextContents()
}

async function choose(page: Page, words: string, label: string): Promise<void> {
  await press(page, 'Control+k')
  await palette(page).getByRole('combobox').fill(words)
  const first = palette(page).locator('[role=option][data-highlighted]')
  await expect.poll(() => first.textContent()).toContain(label)
  await press(page, 'Enter')
  await palette(page).waitFor({ state: 'hidden' })
}

describe('the palette acts on the object at hand', () => {
  test.each([
    ['order', () => `/orders/${order}`, ['Refund…', 'Open customer', 'Copy ID']],
    [
      'subscription',
      () => `/subscriptions/${subscription}`,
      ['Change plan…', 'Change discount…', 'Cancel…', 'Open customer', 'Copy ID'],
    ],
    [
      'customer',
      () => `/customers/${stock.customerId}`,
      ['Edit…E', 'Portal link…', 'End sessions…', 'Delete…', 'Copy ID'],
    ],
    [
      'product',
      () => `/products/${stock.productId}`,
      ['Test purchase…', 'Share', 'EditE', 'Duplicate', 'Archive…', 'Copy ID'],
    ],
    ['benefit', () => `/benefits/${benefit}`, ['Edit…E', 'Delete…', 'Copy ID']],
    ['meter', () => `/meters/${meter}`, ['Edit…E', 'Archive…', 'Copy ID']],
  ])('this %s', async (type, path, expected) => {
    const page = await open(ada, path())
    await press(page, 'Control+k')
    await expect.poll(() => offered(page, `This ${type}`)).toEqual(expected)
    // As long as nothing is typed, it is the first thing that the palette shows.
    const group = palette(page).getByRole('group').first()
    await expect.poll(() => group.getByRole('option').first().textContent()).toBe(expected[0])
  })

  test('with no more than the rights of the member', async () => {
    const page = await open(jun, `/orders/${order}`)
    await region(page, 'Customer').waitFor()
    await press(page, 'Control+k')
    await expect.poll(() => offered(page, 'This order')).toEqual(['Open customer', 'Copy ID'])
  })

  test('and no longer after the page was left', async () => {
    const page = await open(ada, `/orders/${order}`)
    await choose(page, 'open cus', 'Open customer')
    await title(page, 'Bea Buyer').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toContain(stock.customerId)
    await press(page, 'Control+k')
    await expect.poll(() => offered(page, 'This customer')).toContain('Delete…')
    await expect.poll(() => offered(page, 'This order')).toEqual([])
  })

  test('by opening the dialog of the button, where the focus then is', async () => {
    const page = await open(ada, `/orders/${order}`)
    await page.getByRole('button', { name: 'Refund' }).waitFor()
    await choose(page, 'refund', 'Refund…')
    const refund = page.getByRole('dialog')
    await refund.getByRole('heading', { name: /Refund/ }).waitFor()
    await expect.poll(() => refund.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('and copies its ID', async () => {
    const page = await open(ada, `/subscriptions/${subscription}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, 'copy', 'Copy ID')
    await page.getByText('ID copied').first().waitFor()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(subscription)
  })

  test('on every screen', async () => {
    await onDesktopAndPhone(
      () => open(ada, `/subscriptions/${subscription}`),
      async (page, eachView) => {
        await press(page, 'Control+k')
        await expect.poll(() => offered(page, 'This subscription')).toContain('Cancel…')
        await eachView((view) =>
          expectAccessibleView(page, 'page-actions', { ...view, window: true }),
        )
      },
    )
  })
})

describe('C creates on a list', () => {
  test('as the palette and the tooltip of the button say', async () => {
    const page = await open(ada, '/customers')
    const create = page.getByRole('button', { name: 'Create customer' })
    await create.hover()
    await page.getByText('Press C').waitFor()
    await screenshot(page, 'create-tooltip', { ...wide, window: true })
    await press(page, 'Control+k')
    await expect.poll(() => offered(page, 'This list')).toEqual(['Create customer…C'])
    await press(page, 'Enter')
    await dialog(page, 'Create a customer').waitFor()
  })

  test('but not while typing', async () => {
    const page = await open(ada, '/customers')
    const search = page.getByRole('searchbox').first()
    await search.click()
    await press(page, 'c')
    await expect.poll(() => search.inputValue()).toBe('c')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('and only for those who may', async () => {
    const page = await open(jun, '/discounts')
    await title(page, 'Discounts').waitFor()
    await press(page, 'c', 'Control+k')
    await palette(page).getByRole('group', { name: 'Go to' }).waitFor()
    await expect.poll(() => offered(page, 'This list')).toEqual([])
  })

  test('a page of its own is offered once', async () => {
    const page = await open(ada, '/products')
    await page.getByRole('link', { name: 'Create product' }).waitFor()
    await press(page, 'Control+k')
    await expect.poll(() => offered(page, 'This list')).toEqual(['Create productC'])
    const all = palette(page).getByRole('option').filter({ hasText: 'Create product' })
    await expect.poll(() => all.count()).toBe(1)
    await press(page, 'Enter')
    await title(page, 'Create a product').waitFor()
  })
})
