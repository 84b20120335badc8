import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { type Person, password, press } from './operators.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
  openPath,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let productId = ''
let newcomer: Person

setUp(async (page) => {
  productId = await makeProduct(page, northwind, {
    name: 'Team plan',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900, price_currency: 'usd' }],
  })
})

beforeAll(async () => {
  newcomer = await app.signUp('Nia Newcomer')
})

const startOf = ({ slug }: { slug: string }): string => `/docs/start?organization=${slug}`
const file = (page: Page) => page.getByRole('figure', { name: '.env' })
const create = (page: Page) => page.getByRole('button', { name: 'Create token' })
const tokenIn = async (page: Page) =>
  /GUILDHALL_ACCESS_TOKEN=(guildhall_oat_\S+)/.exec(await file(page).innerText())?.[1] ?? ''

const statusesWith = async (token: string): Promise<number[]> => {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string): Promise<number> =>
    (await fetch(`${app.server.url}${path}`, { headers })).status
  return Promise.all(['/v1/products/', '/v1/webhooks/endpoints', '/v1/orders/'].map(read))
}

describe('the quickstart of the server', () => {
  test.each([
    ['docs-start', () => ada, () => startOf(northwind)],
    ['docs-start-without-product', () => ada, () => startOf(empty)],
    ['docs-start-as-member', () => jun, () => startOf(northwind)],
    ['docs-start-without-organization', () => newcomer, () => '/docs/start'],
  ] satisfies [string, () => Person, () => string][])(
    '%s fits and is accessible',
    (name, person, path) => expectAccessiblePage(name, app.viewAs(person(), path())),
  )

  test('docs-start-signed-out fits and is accessible, and leads back', async () => {
    const page = await app.openAsVisitor('/docs/start')
    await page.getByRole('heading', { name: 'Quickstart' }).waitFor()
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'docs-start-signed-out', view),
    )
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email or username').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Enter')
    await page.waitForURL('**/docs/start')
    await file(page).waitFor()
    expect(await file(page).innerText()).toContain(`GUILDHALL_URL=${app.server.url}`)
  })

  test('has the values of the organization, and creates a token only on request', async () => {
    const page = await app.openAs(ada, startOf(northwind))
    await waitUntilLoaded(page)
    await expect.poll(() => file(page).innerText()).toContain('GUILDHALL_ACCESS_TOKEN=…')
    expect(await file(page).innerText()).toContain(`ORGANIZATION_ID=${northwind.id}`)
    expect(await file(page).innerText()).toContain(`PRODUCT_ID=${productId}`)
    await create(page).focus()
    await press(page, 'Enter')
    await page.getByText('The token is in the file.').waitFor()
    const token = await tokenIn(page)
    expect(await statusesWith(token)).toEqual([200, 200, 403])
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'docs-start-token', view),
    )
    await page.getByLabel('Product that the application sells').selectOption('A new one')
    await expect.poll(() => file(page).innerText()).not.toContain('PRODUCT_ID')
    expect(await tokenIn(page)).toBe(token)
    await page.reload()
    await expect.poll(() => file(page).innerText()).toContain('GUILDHALL_ACCESS_TOKEN=…')
    await openPath(page, `/dashboard/${northwind.slug}/settings/access-tokens`)
    await expect.poll(() => page.getByRole('row', { name: /Quickstart/ }).count()).toBe(1)
  })

  test('asks for the password after an old sign-in, then continues', async () => {
    const page = await app.openAs(ada, startOf(empty))
    await app.query(
      `update session set created_at = created_at - interval '2 days' where user_id = $1`,
      [ada.id],
    )
    await create(page).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Enter')
    await expect.poll(() => tokenIn(page)).toMatch(/^guildhall_oat_/)
  })

  test('a token isn’t shown for another organization', async () => {
    const page = await app.openAs(ada, startOf(northwind))
    await create(page).click()
    await expect.poll(() => tokenIn(page)).toMatch(/^guildhall_oat_/)
    await page.getByLabel('Organization').selectOption(empty.name)
    await expect.poll(() => file(page).innerText()).toContain(`ORGANIZATION_ID=${empty.id}`)
    expect(await tokenIn(page)).toBe('')
    await page.getByText('There is no product yet.').waitFor()
  })

  test('shows why no token was created', async () => {
    const page = await app.openAs(ada, startOf(northwind))
    await create(page).waitFor()
    await page.context().setOffline(true)
    await create(page).click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await create(page).click()
    await expect.poll(() => tokenIn(page)).toMatch(/^guildhall_oat_/)
  })

  test('has the files for each framework', async () => {
    const page = await app.openAs(jun, startOf(northwind))
    await page.getByText('Only owners and admins can create access tokens.').waitFor()
    expect(await create(page).count()).toBe(0)
    await page.getByRole('figure', { name: 'shop.mjs' }).waitFor()
    await page.getByRole('radio', { name: 'Express' }).check()
    const server = page.getByRole('figure', { name: 'server.mjs' })
    await expect.poll(() => server.innerText()).toContain("from '@guildhall/adapters/express'")
    await page.getByRole('radio', { name: 'Next.js' }).check()
    await page.getByRole('figure', { name: 'app/buy/route.js' }).waitFor()
    await page.getByRole('radio', { name: 'Hono' }).focus()
    await press(page, 'Space')
    await expect.poll(() => server.innerText()).toContain("from '@guildhall/adapters/hono'")
  })
})
