import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller, portalPath } from './sellers.ts'
import { openPath } from './visit.ts'

const app = serverWithOperator()

let sellerPage: Page
let northwind: Organization
let orchard: Organization

beforeAll(async () => {
  sellerPage = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  orchard = await createOrganization(sellerPage, 'Orchard')
})

const portalOf = ({ slug }: Organization) => `/portal/${slug}`

async function linkFor(email: string, organization = northwind): Promise<string> {
  const customer = await createForSeller(sellerPage, organization, 'customers', { email })
  return portalPath(sellerPage, organization, z.parse(z.object({ id: z.string() }), customer).id)
}

async function secondTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await openPath(tab, new URL(path, page.url()).href)
  return tab
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: 'Send a code' }).isVisible()).toBe(true)
}

async function expectSignedInAs(page: Page, email: string): Promise<void> {
  await expect.poll(() => page.getByText(`As ${email}`).isVisible()).toBe(true)
}

async function expectTitle(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.getByRole('heading', { name }).isVisible()).toBe(true)
}

test('a second tab shares the session, and signing out ends both', async () => {
  const page = await app.openAsVisitor(await linkFor('bea@buyer.example'), wide)
  await expectSignedInAs(page, 'bea@buyer.example')
  const tab = await secondTab(page, portalOf(northwind))
  await expectSignedInAs(tab, 'bea@buyer.example')
  // Its session is its own from now on, so that a reload keeps it.
  await tab.reload()
  await expectSignedInAs(tab, 'bea@buyer.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(tab)
  expect(await tab.getByText('Your session has expired').count()).toBe(0)
  await tab.reload()
  await expectSignedOut(tab)
})

test('a tab that slept while another signed out wakes signed out', async () => {
  const page = await app.openAsVisitor(await linkFor('cyd@buyer.example'), wide)
  await expectSignedInAs(page, 'cyd@buyer.example')
  const tab = await secondTab(page, portalOf(northwind))
  await expectSignedInAs(tab, 'cyd@buyer.example')
  // A page that is not the portal hears nothing, like a tab that is asleep.
  await tab.goto(new URL('/livez', tab.url()).href)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(page)
  await openPath(tab, portalOf(northwind))
  await expectSignedOut(tab)
})

test('the portal of another seller has a session of its own', async () => {
  const page = await app.openAsVisitor(await linkFor('dee@buyer.example'), wide)
  await expectSignedInAs(page, 'dee@buyer.example')
  const tab = await secondTab(page, portalOf(orchard))
  await expectSignedOut(tab)
  await openPath(tab, await linkFor('dee@other.example', orchard))
  await expectSignedInAs(tab, 'dee@other.example')
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(tab)
  await page.reload()
  await expectSignedInAs(page, 'dee@buyer.example')
})

test('a link for somebody else opens its tab, and leaves the other tab as it is', async () => {
  const page = await app.openAsVisitor(await linkFor('eve@buyer.example'), wide)
  await expectSignedInAs(page, 'eve@buyer.example')
  const tab = await secondTab(page, await linkFor('fay@buyer.example'))
  await expectSignedInAs(tab, 'fay@buyer.example')
  await page.reload()
  await expectSignedInAs(page, 'eve@buyer.example')
})

test('a visit of the portal transfers less than 120 KB of scripts', async () => {
  const page = await app.openAsVisitor(await linkFor('gil@buyer.example'), wide)
  await page.getByText('No orders yet.').waitFor()
  await page.getByText('For signing in and for messages').waitFor()
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(50 * 1024)
  expect(bytes).toBeLessThanOrEqual(120 * 1024)
})

test('a portal that isn’t there says so', async () => {
  const page = await app.openAsVisitor('/portal/nobody-sells-here', wide)
  await expectTitle(page, 'Store not found')
  await openPath(page, `${portalOf(northwind)}/orders/1`)
  await expectTitle(page, 'Page not found')
})
