import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPalette, password, press, serverWithOperator } from './operators.ts'
import { found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'
import { betweenPath, goBetween } from './staying.ts'
import { isLoaded } from './visit.ts'

const place = serverWithOperator()

const customersOf = ({ slug }: Organization) => `/dashboard/${slug}/customers`
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Vera with a customer, and Jun, who has nothing to do with her. */
async function sellers() {
  const vera = await place.signUp('Vera Falk')
  const jun = await place.signUp('Jun Okafor')
  const ofVera = await place.enterAs(vera)
  const northwind = await found(ofVera, 'Northwind Tools')
  await createForSeller(ofVera, northwind, 'customers', { email: 'wile@acme.example' })
  const orchard = await found(await place.enterAs(jun), 'Orchard')
  await place.leave()
  return { vera, jun, northwind, orchard }
}

test('a window that stays shows the next person nothing of the one before', async () => {
  const { vera, jun, northwind, orchard } = await sellers()
  const fresh = await stateOf(await place.arriveAsStranger(betweenPath))
  await place.leave()

  const page = await place.arriveAs(vera, customersOf(northwind))
  await row(page, 'wile@acme.example').waitFor()
  await chooseDarkTheme(page)
  await createCustomer(page, 'quick@acme.example')
  await page.getByRole('heading', { name: 'quick@acme.example', level: 1 }).waitFor()
  await page.goBack()
  await row(page, 'quick@acme.example').waitFor()
  const held = holdBack(page, '**/v1/customers/')
  await createCustomer(page, 'late@acme.example')
  await page.locator('.toast', { hasText: 'is a customer now' }).waitFor()
  // Its answer comes when she leaves, and would lead to another page.
  await held
  await page.evaluate(() => {
    Reflect.set(window, 'isTheSame', true)
    sessionStorage.setItem('of', 'Vera')
  })
  await place.leave()
  expect(await stateOf(page)).toEqual(fresh)
  expect(await page.context().cookies()).toEqual([])

  const next = await place.arriveAs(jun, customersOf(orchard))
  expect(next).toBe(page)
  expect(await next.evaluate(() => Reflect.get(window, 'isTheSame'))).toBe(true)
  await isLoaded(next)
  await next.getByText('Jun Okafor').first().waitFor()
  expect(await next.evaluate(everythingKnown)).not.toMatch(/vera|falk|northwind|acme/i)
  expect(await next.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  const reached = await firstStop(next)
  await next.reload()
  await isLoaded(next)
  await next.getByText('Jun Okafor').first().waitFor()
  expect(reached).toBe(await firstStop(next))
})

test('what didn’t come before a window is left is no complaint', async () => {
  const page = await place.arriveAs(await place.signUp('Ada Lind'), '/account/profile')
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  const held = holdBack(page, '**/api/auth/list-accounts')
  await page.getByRole('link', { name: 'Password' }).click()
  await held
  expect(await goBetween(page)).toBe(true)
  expect(complaints).toEqual([])
})

test('an answer on its way brings no cookies when its window is left', async () => {
  const bea = await place.signUp('Bea Lind')
  const page = await place.arriveAs(bea, '/account/profile')
  await isLoaded(page)
  const slowly = `do $$ begin lock table session in share mode; perform pg_sleep(1); end $$`
  const slow = place.query(slowly, [])
  const asked = page.waitForRequest('**/sign-in/email')
  await page.evaluate(
    (who) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(who) }
      void fetch('/api/auth/sign-in/email', init)
    },
    { email: bea.email, password },
  )
  await asked
  await place.leave()
  await slow
  // Who asked before has been answered by then.
  expect(await place.signIn(bea)).toBe(200)
  expect(await page.context().cookies()).toEqual([])
})

/** Where Tab leads first. */
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
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByRole('button', { name: 'Create customer' }).click()
}

/** Until somebody asks there, whom nobody answers before the page is left. */
function holdBack(page: Page, url: string): Promise<void> {
  return new Promise((resolve) => {
    void page.route(url, () => resolve())
  })
}

/** All by which one document differs from another, but for the scripts that it has loaded. */
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
  return { ...state, body: state.body.replaceAll(' style=""', '') }
}

/** What is shown and what is kept, out of sight as well. */
function everythingKnown(): string {
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
