import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accessibilityViolations } from './accessibility.ts'
import {
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
import { createOrganization, listEmbeddingSites, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessibleView, forEachView, type View } from './visit.ts'

const app = serverWithOperator()

let shop: Server
/** On another host than the server's. */
let shopOrigin: string
let sellerPage: Page
let northwind: Organization
let icons: string
let sticker: string

beforeAll(async () => {
  shop = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(url.pathname === '/' ? shopPage(url.searchParams.get('checkout') ?? '') : after)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  shopOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const ada = await app.signUp('Ada Lindqvist')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  const oneTime = { recurring_interval: null }
  icons = await makeProduct(sellerPage, northwind, {
    ...oneTime,
    name: 'Icon pack',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  sticker = await makeProduct(sellerPage, northwind, {
    ...oneTime,
    name: 'Sticker',
    prices: [{ amount_type: 'free' }],
  })
})

afterAll(() => shop.close())

const after =
  '<!doctype html><html lang="en"><title>After</title><h1>Thanks from the shop</h1></html>'

const shopPage = (checkout: string): string => `<!doctype html>
<html lang="en">
<title>The shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<main style="font: 16px sans-serif; height: 200vh">
<h1>The shop</h1>
<a id="buy" href="${checkout}" data-guildhall-checkout>Buy</a>
<button id="other">Something else</button>
</main>
<script src="${app.server.url}/guildhall-embed.js"></script>
<script>
  window.events = []
  window.messages = []
  addEventListener('message', (event) => window.messages.push(JSON.stringify(event.data)))
  for (const name of ['loaded', 'confirmed', 'success', 'close']) {
    document.addEventListener('guildhall:' + name, (event) => window.events.push(event.type.slice(10)))
  }
</script>
</html>`

const newCheckout = (input: object): Promise<MadeCheckout> =>
  makeCheckout(sellerPage, northwind, { embed_origin: shopOrigin, ...input })

const notHere = 'This checkout can’t be shown here'

const linkShape = z.object({ url: z.string() })

const linkTo = async (input: object): Promise<{ url: string }> =>
  linkShape.parse(await createForSeller(sellerPage, northwind, 'checkout-links', input))

async function openShop({ url }: { url: string }, view: View = wide): Promise<Page> {
  return app.openAsVisitor(`${shopOrigin}/?checkout=${encodeURIComponent(url)}`, view)
}

/** Clicks the link, and waits for the overlay. */
async function openOverlay(page: Page): Promise<Frame> {
  await page.locator('#buy').click()
  const frame = await page.locator('iframe').elementHandle()
  const inner = await frame?.contentFrame()
  if (!inner) throw new Error('There is no frame.')
  await inner.locator('h1').first().waitFor()
  await waitForEvent(page, 'loaded')
  return inner
}

const waitForEvent = (page: Page, name: string) =>
  page.waitForFunction((wanted) => Reflect.get(window, 'events').includes(wanted), name)

const events = (page: Page) => page.evaluate(() => Reflect.get(window, 'events'))

test('a buyer pays in an embedded checkout and is redirected to the seller’s page', async () => {
  const checkout = await newCheckout({
    products: [icons],
    success_url: `${shopOrigin}/after?bought={CHECKOUT_ID}`,
  })
  const page = await openShop(checkout)
  const frame = await openOverlay(page)
  await fillBuyerDetails(frame)
  await fillCard(frame, cards.good)
  await payButton(frame).click()
  await page.waitForURL(`${shopOrigin}/after?*`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('bought')).toBe(checkout.id)
  // The shop had the whole URL, so it must not let anybody into the buyer's portal.
  expect([...searchParams.keys()]).toEqual(['bought'])
})

test('the embedding page learns neither the buyer’s session nor the checkout', async () => {
  const link = await linkTo({ products: [sticker] })
  await listEmbeddingSites(sellerPage, northwind, [shopOrigin])
  const page = await openShop(link)
  const frame = await openOverlay(page)
  const secret = new URL(frame.url()).pathname.split('/')[2] ?? ''
  expect(secret).toMatch(/^guildhall_c_/)
  await frame.getByLabel('Email').fill('private@example.com')
  await payButton(frame).click()
  await expectThanks(frame)
  await waitForEvent(page, 'success')
  const messages: string[] = await page.evaluate(() => Reflect.get(window, 'messages'))
  expect(messages.filter((text) => text.includes('success'))).toHaveLength(1)
  for (const text of messages) {
    expect(text).not.toContain('guildhall_cst')
    expect(text).not.toContain(secret)
    expect(text).not.toContain('private@example.com')
  }
  await listEmbeddingSites(sellerPage, northwind, [])
})

test('a link in a frame of a site that isn’t listed says so, until it is listed', async () => {
  const link = await linkTo({ products: [icons] })
  const refused = async (view: View) => {
    const page = await openShop(link, view)
    await page.locator('#buy').click()
    await page.frameLocator('iframe').getByRole('heading', { name: notHere }).waitFor()
    return page
  }
  await forEachView(refused, async (page, view) => {
    await expectAccessibleView(page, 'checkout-embedding-refused', { ...view, window: true })
    const [, frame] = page.frames()
    expect(frame && (await accessibilityViolations(frame))).toEqual([])
    expect(await frame?.locator('main').innerText()).toContain(`${shopOrigin} may not embed`)
    expect(await frame?.locator('main').innerText()).toContain('“Embedding sites”')
    expect(await frame?.locator('script').count()).toBe(0)
  })
  const page = await refused(wide)
  expect(await events(page)).toEqual([])
  await page.frameLocator('iframe').getByRole('link', { name: 'Open the checkout' }).press('Enter')
  await page.waitForURL(`${app.server.url}/checkout/*`)
  await page.getByText('Icon pack').first().waitFor()
  await listEmbeddingSites(sellerPage, northwind, [shopOrigin])
  const frame = await openOverlay(await openShop(link))
  await frame.getByText('Icon pack').first().waitFor()
  await listEmbeddingSites(sellerPage, northwind, [])
})

test('the site of the success URL embeds a link without being listed', async () => {
  const link = await linkTo({ products: [icons], success_url: `${shopOrigin}/after` })
  const frame = await openOverlay(await openShop(link))
  await expect.poll(() => frame.getByText('Icon pack').count()).toBeGreaterThan(0)
})

test('an embedded checkout shows its success page and restores the focus on close', async () => {
  const page = await openShop(await newCheckout({ products: [sticker] }))
  const frame = await openOverlay(page)
  // The page under the overlay neither scrolls nor takes the focus.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflow))
    .toBe('hidden')
  await page.locator('#other').focus()
  await expect.poll(() => hasFocus(page.locator('#other'))).toBe(false)
  await frame.getByLabel('Email').fill('embedded@example.com')
  await payButton(frame).click()
  await expectThanks(frame)
  await waitForEvent(page, 'success')
  await frame.getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.locator('#buy'))).toBe(true)
  await expect.poll(() => events(page)).toEqual(['loaded', 'confirmed', 'success', 'close'])
  await expect.poll(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('')
})

test('Escape closes the embedded checkout from inside and outside the frame', async () => {
  const page = await openShop(await newCheckout({ products: [icons] }))
  const frame = await openOverlay(page)
  await frame.getByLabel('Email').press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  await openOverlay(page)
  await page.locator('dialog').focus()
  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.locator('#buy'))).toBe(true)
})

test('a listener can prevent the default of an event', async () => {
  const page = await openShop(await newCheckout({ products: [icons] }))
  await page.evaluate(() =>
    document.addEventListener('guildhall:close', (event) => event.preventDefault(), { once: true }),
  )
  const frame = await openOverlay(page)
  await frame.getByRole('button', { name: 'Close' }).click()
  await waitForEvent(page, 'close')
  await expect.poll(() => page.locator('iframe').count()).toBe(1)
  await frame.getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
})

test('a script opens an embedded checkout in the given theme', async () => {
  const checkout = await newCheckout({ products: [icons] })
  const page = await openShop(checkout)
  await page.evaluate((url) => {
    const opened = Reflect.get(window, 'GuildhallEmbedCheckout').create(url, { theme: 'dark' })
    opened.addEventListener('loaded', () => Reflect.get(window, 'events').push('by itself'))
  }, checkout.url)
  await waitForEvent(page, 'by itself')
  const html = page.frameLocator('iframe').locator('html')
  await expect.poll(() => html.getAttribute('data-theme')).toBe('dark')
})

test('messages of other origins are ignored', async () => {
  const page = await openShop(await newCheckout({ products: [icons] }))
  await openOverlay(page)
  await page.evaluate(() => window.postMessage({ type: 'GUILDHALL_CHECKOUT', event: 'close' }, '*'))
  const intruder = `<script>parent.postMessage({ type: 'GUILDHALL_CHECKOUT', event: 'success',
    successURL: 'https://other.example', redirect: true }, '*')</script>`
  await page.evaluate((html) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = html
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    return loaded
  }, intruder)
  expect(await events(page)).toEqual(['loaded'])
  expect(page.url().startsWith(shopOrigin)).toBe(true)
})

test('a checkout for another origin isn’t shown and sends no messages', async () => {
  const other = await newCheckout({ products: [icons], embed_origin: 'https://other.example' })
  const answer = await sellerPage.request.get(other.url)
  expect(answer.headers()['content-security-policy']).toContain(
    'frame-ancestors https://other.example',
  )
  const plain = await makeCheckout(sellerPage, northwind, { products: [icons] })
  expect((await sellerPage.request.get(plain.url)).headers()['x-frame-options']).toBe('DENY')
})

test('the embedded checkout fits and is accessible', async () => {
  const checkout = await newCheckout({ products: [icons] })
  await forEachView(
    async (view) => {
      const page = await openShop(checkout, view)
      await openOverlay(page)
      return page
    },
    async (page, view) => {
      await expectAccessibleView(page, 'checkout-embedded', { ...view, window: true })
      const [, frame] = page.frames()
      expect(frame && (await accessibilityViolations(frame))).toEqual([])
    },
  )
})

test('the demo embeds a checkout and lists its events', async () => {
  const checkout = await newCheckout({ products: [sticker], embed_origin: app.server.url })
  const page = await app.openAsVisitor('/dev/embed-demo')
  await page.getByLabel('Checkout URL').fill(checkout.url)
  await page.getByRole('button', { name: 'Open with script' }).click()
  await page.getByText('loaded', { exact: true }).waitFor()
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await page.getByText('loaded → close').waitFor()
  await page.getByRole('link', { name: 'Open with link' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})
