import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make, makeProduct, productsOf, readProduct } from './catalog.ts'
import { serverWithOperator, toastsOn, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { letCustomersChangePlans, portalPath } from './sellers.ts'
import { createFreeSubscription } from './subscribers.ts'
import { expectAccessibleView, forEachView, openPath, type View } from './visit.ts'

const app = serverWithOperator()

let page: Page
let northwind: Organization
let staff: string
let free: string

beforeAll(async () => {
  page = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  northwind = await createOrganization(page, 'Northwind Tools')
  const plan = (name: string, price_amount: number) =>
    makeProduct(page, northwind, {
      name,
      recurring_interval: 'month',
      prices: [
        price_amount === 0 ? { amount_type: 'free' } : { amount_type: 'fixed', price_amount },
      ],
    })
  await plan('Studio', 2900)
  await plan('Studio for teams', 9000)
  staff = await plan('Staff plan', 0)
  free = await plan('Free plan', 0)
  await letCustomersChangePlans(page, northwind)
})

/** The plans that a new customer with a free subscription is offered, in order. */
async function offeredPlans(name: string, view: View = wide): Promise<readonly string[]> {
  const email = `${name}@buyer.example`
  const customer_id = await make(page, northwind, 'customers', { email })
  await createFreeSubscription(page, { product_id: free, customer_id })
  const path = await portalPath(page, northwind, customer_id)
  const portal = await app.openAsVisitor(path, view)
  const subscriptions = portal.getByRole('region', { name: 'Subscriptions' })
  await subscriptions.getByRole('button', { name: 'Change plan' }).click()
  const dialog = portal.getByRole('dialog')
  await dialog.getByText(/The next charge is|Nothing is charged/).waitFor()
  await expectAccessibleView(portal, `portal-plans-${name}`, { ...view, window: true })
  const labels = await dialog
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent ?? ''))
  await portal.context().close()
  return labels
}

test('a seller keeps a plan for the staff, and lists what customers may change to', async () => {
  await openPath(page, productsOf(northwind, `/${staff}/edit`))
  const card = page.getByRole('region', { name: 'Visibility' })
  await card.getByRole('radio', { name: /^Private/ }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('private', { exact: true }).first().waitFor()
  expect(await readProduct(page, staff)).toMatchObject({ visibility: 'private' })
  await expectAccessibleView(page, 'product-private', wide)

  expect(await offeredPlans('ida')).toEqual([
    expect.stringContaining('Studio'),
    expect.stringContaining('Studio for teams'),
  ])

  await openPath(page, `/dashboard/${northwind.slug}/settings`)
  const plans = page.getByRole('region', { name: 'Plans in the portal' })
  await plans.getByRole('radio', { name: /^Only the plans that you list/ }).check()
  await plans.getByRole('button', { name: 'Save' }).click()
  await plans.getByText(/Add a plan\. To offer none/).waitFor()
  await plans.getByRole('combobox', { name: 'Add a plan' }).click()
  expect(await page.getByRole('option', { name: /Staff plan/ }).count()).toBe(0)
  await page.getByRole('option', { name: /Studio for teams/ }).click()
  await plans.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Plans in the portal saved')
  expect(await offeredPlans('jun', { width: 390, theme: 'dark' })).toEqual([
    expect.stringContaining('Studio for teams'),
  ])
})

test('visibility and plans fit every screen', async () => {
  const as = await app.persistentPageOf(await app.signUp('Eva Owner'))
  const garden = await createOrganization(as, 'Garden')
  const plan = { recurring_interval: 'month', prices: [{ amount_type: 'free' }] }
  const id = await makeProduct(as, garden, { ...plan, name: 'Seeds', visibility: 'unlisted' })
  const settings = await as.request.patch(`/v1/organizations/${garden.id}/portal-settings`, {
    data: { plans: [id] },
    headers: { origin: new URL(as.url()).origin },
  })
  expect(settings.status()).toBe(200)
  for (const [name, path] of [
    ['portal-plans-settings', `/dashboard/${garden.slug}/settings`],
    ['product-visibility', productsOf(garden, `/${id}/edit`)],
  ] as const) {
    await forEachView(
      async () => {
        await openPath(as, path)
        return as
      },
      async (shown, view) => {
        await shown
          .getByText(/Seeds|Who can buy this product/)
          .first()
          .waitFor()
        await expectAccessibleView(shown, name, view)
      },
    )
  }
})
