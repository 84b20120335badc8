import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { type MadeCheckout, makeCheckout } from './buyers.ts'
import { make, makeBenefit, makeProduct, setBenefits } from './catalog.ts'
import { serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'

interface Fixtures {
  sellerPage: Page
  northwind: Organization
  /** $29, with two benefits. */
  icons: string
  /** Pay what you want, from $5. */
  tips: string
  /** Free. */
  sticker: string
  /** Free, with a custom field of each type. */
  workshop: string
}

/** A server with a seller and products of each kind. */
export function serverWithShop() {
  const app = serverWithOperator()
  let fixtures: Fixtures | undefined
  const current = (): Fixtures => {
    assert(fixtures !== undefined, 'the fixtures are available inside tests only')
    return fixtures
  }

  beforeAll(async () => {
    const ada = await app.signUp('Ada Lindqvist')
    const sellerPage = await app.persistentPageOf(ada)
    fixtures = await createFixtures(
      sellerPage,
      await createOrganization(sellerPage, 'Northwind Tools'),
    )
  })

  return {
    app,
    get fixtures() {
      return current()
    },
    newCheckout: (input: object = { products: [current().icons] }): Promise<MadeCheckout> =>
      makeCheckout(current().sellerPage, current().northwind, input),
    openCheckout: (path: string): Promise<Page> => app.openAsVisitor(path, wide),
    /** The checkout's orders so far, as the seller's API returns them. */
    ordersOf: async ({ id }: MadeCheckout) => {
      const { sellerPage, northwind } = current()
      const query = `organization_id=${northwind.id}&checkout_id=${id}`
      const answer = await sellerPage.request.get(`/v1/orders/?${query}`)
      assert.equal(answer.status(), 200, await answer.text())
      const { items } = await answer.json()
      return items
    },
    /** Moves its creation and its expiry into the past. */
    expire: ({ id }: MadeCheckout): Promise<void> =>
      app.query(
        `update checkout
            set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
          where id = $1`,
        [id],
      ),
  }
}

const oneTime = { recurring_interval: null }
const free = [{ amount_type: 'free' }]

async function createFixtures(sellerPage: Page, northwind: Organization): Promise<Fixtures> {
  await createForSeller(sellerPage, northwind, 'tax-registrations', {
    country: 'SE',
    scheme: 'oss',
  })
  await createForSeller(sellerPage, northwind, 'discounts', {
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
    name: 'Spring',
    code: 'SPRING20',
  })
  return {
    sellerPage,
    northwind,
    icons: await makeIcons(sellerPage, northwind),
    tips: await makeProduct(sellerPage, northwind, {
      ...oneTime,
      name: 'Tip jar',
      prices: [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 2000 }],
    }),
    sticker: await makeProduct(sellerPage, northwind, {
      ...oneTime,
      name: 'Sticker',
      prices: free,
    }),
    workshop: await makeWorkshop(sellerPage, northwind),
  }
}

async function makeIcons(sellerPage: Page, northwind: Organization): Promise<string> {
  const icons = await makeProduct(sellerPage, northwind, {
    ...oneTime,
    name: 'Icon pack',
    description: 'All of our **icons**.\n\n- drawn by hand\n- in three sizes',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  const benefits = [
    await makeBenefit(sellerPage, northwind, 'Every icon as SVG'),
    await makeBenefit(sellerPage, northwind, 'New ones for a year'),
  ]
  await setBenefits(sellerPage, icons, benefits)
  return icons
}

const options = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
]
const questions = [
  { type: 'text', slug: 'company', name: 'Company', properties: {} },
  { type: 'number', slug: 'seats', name: 'Seats', properties: { ge: 1 } },
  { type: 'date', slug: 'start', name: 'Start', properties: {} },
  { type: 'checkbox', slug: 'terms', name: 'I accept the terms', properties: {} },
  { type: 'select', slug: 'size', name: 'Size', properties: { options } },
]

async function makeWorkshop(sellerPage: Page, northwind: Organization): Promise<string> {
  const attached_custom_fields = []
  for (const question of questions) {
    const custom_field_id = await make(sellerPage, northwind, 'custom-fields', question)
    attached_custom_fields.push({ custom_field_id, required: question.type !== 'date' })
  }
  const workshop = { ...oneTime, name: 'Workshop', prices: free, attached_custom_fields }
  return makeProduct(sellerPage, northwind, workshop)
}
