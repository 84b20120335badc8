import assert from 'node:assert/strict'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cards, fillCard } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { serverWithOperator } from './operators.ts'
import { createOrganization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessibleView } from './visit.ts'

const app = serverWithOperator()

let link: string
let readCustomer: () => Promise<unknown>

const made = z.object({ id: z.string() })
const session = z.object({ customer_portal_url: z.string() })

beforeAll(async () => {
  const page = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  const northwind = await createOrganization(page, 'Northwind Tools')
  const create = (path: string, input: object) => createForSeller(page, northwind, path, input)
  const studio = await makeProduct(page, northwind, {
    name: 'Studio',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  const { id } = z.parse(made, await create('customers', { email: 'bea@buyer.example' }))
  const headers = { origin: new URL(page.url()).origin }
  const data = { customer_id: id, product_id: studio, trial_end: '2090-01-01T00:00:00Z' }
  const started = await page.request.post('/v1/subscriptions/', { data, headers })
  assert.equal(started.status(), 201)
  const { customer_portal_url: url } = z.parse(
    session,
    await create('customer-sessions', { customer_id: id }),
  )
  link = `${new URL(url).pathname}${new URL(url).search}`
  readCustomer = async () => (await page.request.get(`/v1/customers/${id}`)).json()
})

test.each([
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('a card is added together with the address that is missing: %o', async (view) => {
  const page = await app.openAsVisitor(link, view)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByText('Your subscription is taxed where you are.').waitFor()
  await fillCard(page, cards.good)
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await dialog.getByText('Choose a country.').waitFor()
  const pick = async (label: string, name: string) => {
    await dialog.getByRole('combobox', { name: label }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await pick('Country', 'United States')
  await dialog.getByText('Choose a state.').waitFor()
  await expectAccessibleView(page, 'portal-card-address', { ...view, window: true })
})

test('the address is saved, and not asked for again', async () => {
  const page = await app.openAsVisitor(link, { width: 1280, theme: 'light' })
  await page.getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByRole('combobox', { name: 'Country' }).fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'State' }).fill('New York')
  await page.getByRole('option', { name: 'New York', exact: true }).click()
  await fillCard(page, cards.good)
  await dialog.getByRole('button', { name: 'Add the card' }).click()
  await page.getByText('Visa ending in 4242').waitFor()
  expect(await readCustomer()).toMatchObject({ billing_address: { state: 'US-NY' } })
  await page.getByRole('button', { name: 'Add a card' }).click()
  await dialog.getByLabel('Card number').waitFor()
  expect(await dialog.getByText('Your subscription is taxed').count()).toBe(0)
})
