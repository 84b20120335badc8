import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { make, setBenefits } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { holdRequests, openPalette, press, wide } from './operators.ts'
import { type Stock, sell, stockFor } from './sales.ts'
import { expectAccessibleView, onDesktopAndPhone } from './visit.ts'

const { app, ada, jun, northwind, setUp } = northwindServer()

let stock: Stock
let order: string
let benefit: string
let invoice: string
let key: string

setUp(async (page) => {
  stock = await stockFor(page, northwind, { customer: { name: 'Bea van der Buyer' } })
  benefit = await make(page, northwind, 'benefits', {
    type: 'license_keys',
    description: 'A license key',
    properties: {},
  })
  await setBenefits(page, stock.productId, [benefit])
  order = await sell(app, northwind, stock)
  // Numbers it.
  await page.request.get(`/v1/orders/${order}/invoice`)
  invoice = read(await page.request.get(`/v1/orders/${order}`).then((answer) => answer.json()))
  const [issued] = keys.parse(
    await page.request
      .get(`/v1/license-keys/?organization_id=${northwind.id}`)
      .then((answer) => answer.json()),
  ).items
  key = issued?.display_key ?? ''
})

const keys = z.object({ items: z.array(z.object({ display_key: z.string() })) })
const read = (body: unknown) => z.object({ invoice_number: z.string() }).parse(body).invoice_number

const home = () => `/dashboard/${northwind.slug}`
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const highlighted = (page: Page, hasText: string) =>
  palette(page).locator('[role=option][data-highlighted]', { hasText }).waitFor()

describe('the palette', () => {
  test.each([
    ['the second word of a name', () => 'van d', 'Bea van der Buyer', () => stock.customerId],
    ['the last word of a name', () => 'buyer', 'Bea van der Buyer', () => stock.customerId],
    ['an email address', () => 'bea@', 'Bea van der Buyer', () => stock.customerId],
    ['an invoice number', () => invoice.toLowerCase(), 'Bea van der Buyer', () => order],
    ['the end of a license key', () => key.slice(-6), '****-', () => benefit],
  ])('opens what has %s', async (_, text, shown, id) => {
    const page = await app.openAs(jun, home())
    await openPalette(page)
    await page.keyboard.type(text())
    await highlighted(page, shown)
    await press(page, 'Enter')
    await expect.poll(() => page.url()).toContain(`/${id()}`)
    await palette(page).waitFor({ state: 'hidden' })
  })

  test('opens the dialog of a license key', async () => {
    const page = await app.openAs(ada, home())
    await openPalette(page)
    await page.keyboard.type(key)
    await highlighted(page, key)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog').filter({ hasText: 'Bea van der Buyer' })
    await expect.poll(() => dialog.count()).toBe(1)
  })

  test('groups its results, on every screen', async () => {
    await onDesktopAndPhone(
      () => app.openAs(ada, home()),
      async (page, eachView) => {
        await openPalette(page)
        await page.keyboard.type(invoice)
        await palette(page).getByRole('group', { name: 'Orders' }).waitFor()
        await eachView((view) =>
          expectAccessibleView(page, 'search-palette', { ...view, window: true }),
        )
      },
    )
  })

  test('says that it searches, that it found nothing, and that it failed', async () => {
    const page = await app.openAs(ada, home())
    const release = await holdRequests(page, /\/v1\/search/)
    await openPalette(page)
    await page.keyboard.type('zzzz')
    const state = palette(page).getByRole('status').filter({ hasText: 'Searching…' })
    await state.waitFor()
    release()
    await palette(page).getByText('No results.').waitFor()
    await expect.poll(() => state.count()).toBe(0)
    await page.route(/\/v1\/search/, (route) => route.abort())
    await page.keyboard.type('z')
    await palette(page).getByText('Some results are missing.').waitFor({ timeout: 60_000 })
    await expectAccessibleView(page, 'search-palette-failed', { ...wide, window: true })
  })

  test('aborts requests whose text is no longer wanted', async () => {
    const page = await app.openAs(ada, home())
    const aborted: string[] = []
    page.on('requestfailed', (request) => {
      if (request.url().includes('/v1/search')) aborted.push(request.url())
    })
    const release = await holdRequests(page, /\/v1\/search/)
    await openPalette(page)
    const first = page.waitForRequest(/\/v1\/search.*[?&]q=bea(&|$)/)
    await page.keyboard.type('bea')
    await first
    await page.keyboard.type('@buyer')
    await expect.poll(() => aborted.length).toBeGreaterThan(0)
    release()
    await highlighted(page, 'Bea van der Buyer')
  })
})
