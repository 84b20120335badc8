import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { type MadeCheckout, makeCheckout } from './buyers.ts'
import { make, makeBenefit, makeProduct } from './catalog.ts'
import { serverWithOperator, wide } from './operators.ts'
import { found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'

interface Shelf {
  desk: Page
  northwind: Organization
  /** $29, with what is in it. */
  icons: string
  /** Pay what you want, from $5. */
  tips: string
  /** Free. */
  sticker: string
  /** Free, for whoever answers a question of each kind. */
  workshop: string
}

/** A server with a seller, who has something of each kind on the shelf. */
export function serverWithShop() {
  const place = serverWithOperator()
  let shelf: Shelf | undefined
  const stocked = (): Shelf => {
    assert(shelf !== undefined, 'there is a shelf inside tests only')
    return shelf
  }

  beforeAll(async () => {
    const ada = await place.signUp('Ada Lindqvist')
    // A page that stays after a test.
    const desk = await place.deskOf(ada)
    shelf = await stockUp(desk, await found(desk, 'Northwind Tools'))
  })

  return {
    place,
    get shelf() {
      return stocked()
    },
    begin: (wish: object = { products: [stocked().icons] }): Promise<MadeCheckout> =>
      makeCheckout(stocked().desk, stocked().northwind, wish),
    come: (path: string): Promise<Page> => place.arriveAsStranger(path, wide),
    /** Until now, as the seller sees it. */
    soldBy: async ({ id }: MadeCheckout) => {
      const { desk, northwind } = stocked()
      const query = `organization_id=${northwind.id}&checkout_id=${id}`
      const answer = await desk.request.get(`/v1/orders/?${query}`)
      assert.equal(answer.status(), 200, await answer.text())
      const { items } = await answer.json()
      return items
    },
    /** Puts its end, and with it its beginning, into the past. */
    expire: ({ id }: MadeCheckout): Promise<void> =>
      place.query(
        `update checkout
            set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
          where id = $1`,
        [id],
      ),
  }
}

const oneTime = { recurring_interval: null }
const free = [{ amount_type: 'free' }]

async function stockUp(desk: Page, northwind: Organization): Promise<Shelf> {
  await createForSeller(desk, northwind, 'tax-registrations', { country: 'SE', scheme: 'oss' })
  await createForSeller(desk, northwind, 'discounts', {
    type: 'percentage',
    basis_points: 2000,
    duration: 'once',
    name: 'Spring',
    code: 'SPRING20',
  })
  return {
    desk,
    northwind,
    icons: await makeIcons(desk, northwind),
    tips: await makeProduct(desk, northwind, {
      ...oneTime,
      name: 'Tip jar',
      prices: [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 2000 }],
    }),
    sticker: await makeProduct(desk, northwind, { ...oneTime, name: 'Sticker', prices: free }),
    workshop: await makeWorkshop(desk, northwind),
  }
}

async function makeIcons(desk: Page, northwind: Organization): Promise<string> {
  const icons = await makeProduct(desk, northwind, {
    ...oneTime,
    name: 'Icon pack',
    description: 'All of our **icons**.\n\n- drawn by hand\n- in three sizes',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  })
  const benefits = [
    await makeBenefit(desk, northwind, 'Every icon as SVG'),
    await makeBenefit(desk, northwind, 'New ones for a year'),
  ]
  const headers = { origin: new URL(desk.url()).origin }
  await desk.request.post(`/v1/products/${icons}/benefits`, { data: { benefits }, headers })
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

async function makeWorkshop(desk: Page, northwind: Organization): Promise<string> {
  const attached_custom_fields = []
  for (const question of questions) {
    const custom_field_id = await make(desk, northwind, 'custom-fields', question)
    attached_custom_fields.push({ custom_field_id, required: question.type !== 'date' })
  }
  const workshop = { ...oneTime, name: 'Workshop', prices: free, attached_custom_fields }
  return makeProduct(desk, northwind, workshop)
}
