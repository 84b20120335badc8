import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPalette, password, press, serverWithOperator } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { resetPath, resetWindow } from './reuse-window.ts'
import { createForSeller } from './sellers.ts'
import { waitUntilLoaded } from './visit.ts'

const app = serverWithOperator()

const customersOf = ({ slug }: Organization) => `/dashboard/${slug}/customers`
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Vera with a customer, and Jun with another organization. */
async function sellers() {
  const vera = await app.signUp('Vera Falk')
  const jun = await app.signUp('Jun Okafor')
  const ofVera = await app.signInAs(vera)
  const northwind = await createOrganization(ofVera, 'Northwind Tools')
  await createForSeller(ofVera, northwind, 'customers', { email: 'wile@acme.example' })
  const orchard = await createOrganization(await app.signInAs(jun), 'Orchard')
  await app.endVisits()
  return { vera, jun, northwind, orchard }
}

test('a reused window shows nothing of its last visitor', async () => {
  const { vera, jun, northwind, orchard } = await sellers()
  const fresh = await actedState(await app.openAsVisitor(resetPath))
  await app.endVisits()

  const page = await app.openAs(vera, customersOf(northwind))
  await row(page, 'wile@acme.example').waitFor()
  await chooseDarkTheme(page)
  await createCustomer(page, 'quick@acme.example')
  await page.getByRole('heading', { name: 'quick@acme.example', level: 1 }).waitFor()
  await page.goBack()
  await row(page, 'quick@acme.example').waitFor()
  const held = blockRequest(page, '**/v1/customers/')
  await createCustomer(page, 'late@acme.example')
  await page.locator('.toast', { hasText: 'created' }).waitFor()
  // Still pending when the visit ends; code that awaits it would navigate to another page.
  await held
  await page.evaluate(() => {
    Reflect.set(window, 'isTheSame', true)
    sessionStorage.setItem('of', 'Vera')
  })
  await app.endVisits()
  expect(await stateOf(page)).toEqual(fresh)
  expect(await page.context().cookies()).toEqual([])

  const next = await app.openAs(jun, customersOf(orchard))
  expect(next).toBe(page)
  expect(await next.evaluate(() => Reflect.get(window, 'isTheSame'))).toBe(true)
  await waitUntilLoaded(next)
  await next.getByText('Jun Okafor').first().waitFor()
  expect(await next.evaluate(everythingHeld)).not.toMatch(/vera|falk|northwind|acme/i)
  expect(await next.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  const stop = await firstStop(next)
  await next.reload()
  await waitUntilLoaded(next)
  await next.getByText('Jun Okafor').first().waitFor()
  expect(stop).toBe(await firstStop(next))
})

test('a request that a window reset drops logs no console error', async () => {
  const page = await app.openAs(await app.signUp('Ada Lind'), '/account/profile')
  const consoleErrors: string[] = []
  page.on('console', (message) => consoleErrors.push(message.text()))
  const held = blockRequest(page, '**/api/auth/list-accounts')
  await page.getByRole('link', { name: 'Password' }).click()
  await held
  expect(await resetWindow(page)).toBe(true)
  expect(consoleErrors).toEqual([])
})

test('a late response sets no cookies in a reset window', async () => {
  const bea = await app.signUp('Bea Lind')
  const page = await app.openAs(bea, '/account/profile')
  await waitUntilLoaded(page)
  const slowly = `do $$ begin lock table session in share mode; perform pg_sleep(1); end $$`
  const slow = app.query(slowly, [])
  const requested = page.waitForRequest('**/sign-in/email')
  await page.evaluate(
    (who) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(who) }
      void fetch('/api/auth/sign-in/email', init)
    },
    { email: bea.email, password },
  )
  await requested
  await app.endVisits()
  await slow
  // The server handles this sign-in after the earlier one.
  expect(await app.signIn(bea)).toBe(200)
  expect(await page.context().cookies()).toEqual([])
})

/** The first element that Tab reaches. */
async function firstStop(page: Page): Promise<string> {
  await press(page, 'Tab')
  return page.locator(':focus').evaluate((element) => element.outerHTML)
}

async function chooseDarkTheme(page: Page): Promise<void> {
  await openPalette(page)
  await page.keyboard.type('dark theme')
  await page.locator('[role=option][data-highlighted]', { hasText: /dark/i }).waitFor()
  await press(page, 'Enter')
  await page.locator('html[data-theme=dark]').waitFor()
}

async function createCustomer(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Create customer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a customer' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Create customer' }).click()
}

/** Leaves matching requests unanswered; resolves at the first one. */
function blockRequest(page: Page, url: string): Promise<void> {
  return new Promise((resolve) => {
    void page.route(url, () => resolve())
  })
}

/** Everything in which a used document may differ from a new one, except for loaded scripts. */
/** As a window is after a visit: what the first act on a page loads is there. */
async function actedState(page: Page) {
  await page.keyboard.press('Shift')
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  return stateOf(page)
}

async function stateOf(page: Page) {
  const state = await page.evaluate(() => ({
    path: location.pathname,
    theme: document.documentElement.dataset['theme'],
    look: document.documentElement.getAttribute('style') ?? '',
    title: document.title,
    body: document.body.outerHTML,
    focus: document.activeElement?.localName,
    scroll: [scrollX, scrollY],
    kept: [localStorage.length, sessionStorage.getItem('of')],
    queries: window.__TSR_ROUTER__?.options.context.queryClient
      .getQueryCache()
      .getAll()
      .map((query: { state: { data: unknown } }) => query.state.data ?? null),
  }))
  // React numbers its ids through.
  const body = state.body.replaceAll(' style=""', '').replaceAll(/ id="_r_\w+_"/g, '')
  return { ...state, body }
}

/** What the page shows, caches and stores. */
function everythingHeld(): string {
  const router = window.__TSR_ROUTER__
  const queries = router?.options.context.queryClient.getQueryCache().getAll() ?? []
  return [
    document.documentElement.innerText,
    document.title,
    ...queries.map(({ state }: { state: object }) => JSON.stringify(state)),
    JSON.stringify(
      router?.state.matches.map(({ loaderData, context }) => [loaderData, context.session]),
    ),
    JSON.stringify([localStorage, sessionStorage]),
  ].join('\n')
}
