import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type MadeLink, newLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let acme: OwnedOrganization
let calls: BillingCalls
let course: string
let club: string

const scopes = [
  'checkout_links:write',
  'checkouts:write',
  'products:write',
  'discounts:write',
] as const

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, scopes)
  course = (await newProduct(calls, { name: 'Course' })).id
  club = (await newProduct(calls, { name: 'Club' })).id
})
afterAll(() => clock.resume())

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const visit = (link: Pick<MadeLink, 'url'>, query = '', headers = {}, method = 'GET') =>
  fetch(`${link.url}${query}`, { method, headers, redirect: 'manual' })

const listed = z.object({
  items: z.array(
    z.looseObject({
      url: z.string(),
      products: z.array(z.object({ id: z.string() })),
      product_id: z.string(),
      discount_id: z.nullable(z.string()),
      discount_amount: z.number(),
      metadata: z.record(z.string(), z.unknown()),
    }),
  ),
})

const newest = async () => {
  const { body } = await calls.get('/checkouts/?limit=1')
  const [checkout] = listed.parse(body).items
  return checkout ?? expect.fail('there is no checkout')
}

const checkoutsCount = async () => {
  const { rows } = await db.database.pool.query('select count(*)::int as count from checkout')
  return rows[0].count
}

/** Follows a link, and reads the new checkout. */
async function follow(link: MadeLink, query = '') {
  const answer = await visit(link, query, navigation)
  expect(answer.status).toBe(307)
  const page = new URL(answer.headers.get('location') ?? '')
  const checkout = await newest()
  expect(checkout.url).toBe(page.origin + page.pathname)
  return { checkout, page }
}

const archive = (id: string) => calls.patch(`/products/${id}`, { is_archived: true })

describe('a visitor of a link', () => {
  it('gets a new checkout with the settings of the link', async () => {
    const link = await newLink(calls, {
      products: [club, course],
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://acme.example/thanks?id={CHECKOUT_ID}',
      metadata: { campaign: 'spring' },
    })
    const { checkout, page } = await follow(link)
    expect(page.search).toBe('')
    expect(checkout).toMatchObject({
      product_id: club,
      products: [{ id: club }, { id: course }],
      allow_discount_codes: false,
      require_billing_address: true,
      metadata: { campaign: 'spring' },
    })
    const other = await follow(link)
    expect(other.checkout.url).not.toBe(checkout.url)
  })

  it('has tracking parameters as metadata, and other parameters in the URL', async () => {
    const link = await newLink(calls, {
      products: [course],
      success_url: 'https://shop.example/thanks',
      metadata: { utm_source: 'print' },
    })
    const { checkout, page } = await follow(
      link,
      '?reference_id=42&utm_source=web&utm_medium=mail&embed_origin=https%3A%2F%2Fshop.example' +
        '&embed=true&theme=dark&customer_email=a%40b.example&custom_field_data.size=XL',
    )
    expect(checkout).toMatchObject({
      metadata: { utm_source: 'print', utm_medium: 'mail', reference_id: '42' },
      embed_origin: 'https://shop.example',
    })
    expect(page.search).toBe(
      '?embed_origin=https%3A%2F%2Fshop.example&embed=true&theme=dark&customer_email=a%40b.example' +
        '&custom_field_data.size=XL',
    )
  })

  it('is not refused for invalid parameters', async () => {
    const link = await newLink(calls, { products: [course] })
    const long = 'x'.repeat(2000)
    const { checkout } = await follow(
      link,
      `?utm_term=${long}&utm_source=a&utm_source=b&embed_origin=nonsense&page=0&limit=x`,
    )
    expect(checkout).toMatchObject({
      metadata: { utm_term: 'x'.repeat(500), utm_source: 'a' },
      embed_origin: null,
    })
  })

  it('may come from any site', async () => {
    const link = await newLink(calls, { products: [course] })
    const { status, headers } = await visit(link, '', { origin: 'https://shop.example' })
    expect(status).toBe(307)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is offered the products that are still for sale', async () => {
    const leftover = (await newProduct(calls)).id
    const link = await newLink(calls, { products: [leftover, course] })
    await archive(leftover)
    const { checkout } = await follow(link)
    expect(checkout).toMatchObject({ product_id: course, products: [{ id: course }] })
  })
})

describe('a discount', () => {
  it('applies without a code', async () => {
    const { id: discount_id } = await newDiscount(calls)
    const { checkout } = await follow(await newLink(calls, { products: [course], discount_id }))
    expect(checkout).toMatchObject({ discount_id, discount_amount: 100 })
  })

  it.each<[string, object, (id: string) => Promise<unknown>]>([
    ['that was deleted', {}, (id) => calls.remove(`/discounts/${id}`)],
    [
      'that was used up',
      { max_redemptions: 1 },
      (id) =>
        db.database.pool.query('update discount set redemptions_count = 1 where id = $1', [id]),
    ],
    ['that has not started', { starts_at: '2099-01-01T00:00:00Z' }, async () => undefined],
    [
      'that applies to other products meanwhile',
      {},
      (id) => calls.patch(`/discounts/${id}`, { products: [club] }),
    ],
  ])('%s is left out', async (_, input, spoil) => {
    const { id: discount_id } = await newDiscount(calls, input)
    const link = await newLink(calls, { products: [course], discount_id })
    await spoil(discount_id)
    const { checkout } = await follow(link)
    expect(checkout).toMatchObject({ discount_id: null, discount_amount: 0 })
  })

  it('that has ended by the organization’s clock is left out', async () => {
    const ends_at = new Date(clock.now().getTime() + 3_600_000).toISOString()
    const { id: discount_id } = await newDiscount(calls, { ends_at })
    const link = await newLink(calls, { products: [course], discount_id })
    expect((await follow(link)).checkout.discount_id).toBe(discount_id)
    clock.advance(3601)
    expect((await follow(link)).checkout.discount_id).toBeNull()
  })
})

describe('a link without products', () => {
  let dead: ReadonlyMap<string, Pick<MadeLink, 'url'>>

  beforeAll(async () => {
    const leftover = (await newProduct(calls)).id
    const soldOut = await newLink(calls, { products: [leftover] })
    await archive(leftover)
    const deleted = await newLink(calls)
    await calls.remove(`/checkout-links/${deleted.id}`)
    const at = (secret: string) => ({
      url: `${server.current.url}/v1/checkout-links/${secret}/redirect`,
    })
    dead = new Map([
      ['sold out', soldOut],
      ['deleted', deleted],
      ['mistyped', at(`${deleted.client_secret.slice(0, -1)}_`)],
      ['unknown', at(makeSecret(secretPrefixes.checkoutLink).secret)],
    ])
  })

  it.each(['sold out', 'deleted', 'mistyped', 'unknown'])(
    'that is %s answers 404 with a page',
    async (which) => {
      const link = dead.get(which)
      assert(link !== undefined, 'it was created above')
      const before = await checkoutsCount()
      const answer = await visit(link)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: 'ResourceNotFound' })
      const page = await visit(link, '', navigation)
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(await page.text()).toContain('Please ask the seller for another link')
      expect(await checkoutsCount()).toBe(before)
    },
  )
})

it('a HEAD request creates no checkout', async () => {
  const link = await newLink(calls, { products: [course] })
  const before = await checkoutsCount()
  const { status, headers } = await visit(link, '', {}, 'HEAD')
  expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  expect(await checkoutsCount()).toBe(before)
})

it('concurrent visitors get a checkout each', async () => {
  const link = await newLink(calls, { products: [course] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(link)))
  const pages = answers.map(({ headers }) => headers.get('location'))
  expect(new Set(pages).size).toBe(20)
  expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 307))
})
