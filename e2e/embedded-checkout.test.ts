import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import {
  cards,
  expectThanks,
  fillCard,
  fillIn,
  type MadeCheckout,
  makeCheckout,
  payButton,
} from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { hasFocus, serverWithOperator, wide } from './operators.ts'
import { found, type Organization } from './organizers.ts'
import { expectInOrder, inEveryView, situationOf, type View } from './visit.ts'

const place = serverWithOperator()

let shop: Server
/** Another site than the server's: by its address, which is another host. */
let shopOrigin: string
let desk: Page
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
  const ada = await place.signUp('Ada Lindqvist')
  desk = await place.deskOf(ada)
  northwind = await found(desk, 'Northwind Tools')
  const oneTime = { recurring_interval: null }
  icons = await makeProduct(desk, northwind, {
    ...oneTime,
    name: 'Icon pack',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  sticker = await makeProduct(desk, northwind, {
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
<script src="${place.server.url}/guildhall-embed.js"></script>
<script>
  window.heard = []
  for (const name of ['loaded', 'confirmed', 'success', 'close']) {
    document.addEventListener('guildhall:' + name, (event) => window.heard.push(event.type.slice(10)))
  }
</script>
</html>`

const begin = (wish: object): Promise<MadeCheckout> =>
  makeCheckout(desk, northwind, { embed_origin: shopOrigin, ...wish })

async function openShop({ url }: { url: string }, view: View = wide): Promise<Page> {
  return place.arriveAsStranger(`${shopOrigin}/?checkout=${encodeURIComponent(url)}`, view)
}

/** Presses the link, and waits for what opens above the page. */
async function openAbove(page: Page): Promise<Frame> {
  await page.locator('#buy').click()
  const frame = await page.locator('iframe').elementHandle()
  const inner = await frame?.contentFrame()
  if (!inner) throw new Error('There is no frame.')
  await inner.locator('h1').first().waitFor()
  await heard(page, 'loaded')
  return inner
}

const heard = (page: Page, name: string) =>
  page.waitForFunction((wanted) => Reflect.get(window, 'heard').includes(wanted), name)

const all = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard'))

test('a buyer pays above another site’s page, and goes on to where its seller wants', async () => {
  const checkout = await begin({
    products: [icons],
    success_url: `${shopOrigin}/after?bought={CHECKOUT_ID}`,
  })
  const page = await openShop(checkout)
  const frame = await openAbove(page)
  await fillIn(frame)
  await fillCard(frame, cards.good)
  await payButton(frame).click()
  await page.waitForURL(`${shopOrigin}/after?*`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('bought')).toBe(checkout.id)
  expect(searchParams.get('customer_session_token')).toMatch(/./)
})

test('what is bought can be looked at above the page, which then has its focus back', async () => {
  const page = await openShop(await begin({ products: [sticker] }))
  const frame = await openAbove(page)
  // The page below neither scrolls nor takes the focus.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflow))
    .toBe('hidden')
  await page.locator('#other').focus()
  await expect.poll(() => hasFocus(page.locator('#other'))).toBe(false)
  await frame.getByLabel('E-mail').fill('embedded@example.com')
  await payButton(frame).click()
  await expectThanks(frame)
  await heard(page, 'success')
  await frame.getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.locator('#buy'))).toBe(true)
  await expect.poll(() => all(page)).toEqual(['loaded', 'confirmed', 'success', 'close'])
  await expect.poll(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('')
})

test('Escape closes it, from within and from without', async () => {
  const page = await openShop(await begin({ products: [icons] }))
  const frame = await openAbove(page)
  await frame.getByLabel('E-mail').press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  await openAbove(page)
  await page.locator('dialog').focus()
  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.locator('#buy'))).toBe(true)
})

test('who listens can keep an event from doing what it does', async () => {
  const page = await openShop(await begin({ products: [icons] }))
  await page.evaluate(() =>
    document.addEventListener('guildhall:close', (event) => event.preventDefault(), { once: true }),
  )
  const frame = await openAbove(page)
  await frame.getByRole('button', { name: 'Close' }).click()
  await heard(page, 'close')
  await expect.poll(() => page.locator('iframe').count()).toBe(1)
  await frame.getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
})

test('a page opens it by script as well, in the theme it says', async () => {
  const checkout = await begin({ products: [icons] })
  const page = await openShop(checkout)
  await page.evaluate((url) => {
    const opened = Reflect.get(window, 'GuildhallEmbedCheckout').create(url, { theme: 'dark' })
    opened.addEventListener('loaded', () => Reflect.get(window, 'heard').push('by itself'))
  }, checkout.url)
  await heard(page, 'by itself')
  const html = page.frameLocator('iframe').locator('html')
  await expect.poll(() => html.getAttribute('data-theme')).toBe('dark')
})

test('messages of anybody else count for nothing', async () => {
  const page = await openShop(await begin({ products: [icons] }))
  await openAbove(page)
  await page.evaluate(() => window.postMessage({ type: 'GUILDHALL_CHECKOUT', event: 'close' }, '*'))
  const intruder = `<script>parent.postMessage({ type: 'GUILDHALL_CHECKOUT', event: 'success',
    successURL: 'https://elsewhere.example', redirect: true }, '*')</script>`
  await page.evaluate((html) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = html
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    return loaded
  }, intruder)
  expect(await all(page)).toEqual(['loaded'])
  expect(page.url().startsWith(shopOrigin)).toBe(true)
})

test('a checkout for another site isn’t shown, and says nothing', async () => {
  const other = await begin({ products: [icons], embed_origin: 'https://elsewhere.example' })
  const answer = await desk.request.get(other.url)
  expect(answer.headers()['content-security-policy']).toContain(
    'frame-ancestors https://elsewhere.example',
  )
  const plain = await makeCheckout(desk, northwind, { products: [icons] })
  expect((await desk.request.get(plain.url)).headers()['x-frame-options']).toBe('DENY')
})

test('what lies above the page is in order', async () => {
  const checkout = await begin({ products: [icons] })
  await inEveryView(
    async (view) => {
      const page = await openShop(checkout, view)
      await openAbove(page)
      return page
    },
    async (page, view) => {
      await expectInOrder(page, 'checkout-embedded', { ...view, window: true })
      const [, frame] = page.frames()
      expect(frame && (await faultsOfAccess(frame, situationOf(view)))).toEqual([])
    },
  )
})

test('the demo opens a checkout of its own site, and says what it heard', async () => {
  const checkout = await begin({ products: [sticker], embed_origin: place.server.url })
  const page = await place.arriveAsStranger('/dev/embed-demo')
  await page.getByLabel('Address of the checkout').fill(checkout.url)
  await page.getByRole('button', { name: 'Open by script' }).click()
  await page.getByText('loaded', { exact: true }).waitFor()
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await page.getByText('loaded → close').waitFor()
  await page.getByRole('link', { name: 'Open by link' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})
