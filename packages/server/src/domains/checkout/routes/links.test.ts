import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeLink, newLink, readLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls
let course: string
let club: string

beforeAll(async () => {
  acme = await createOrganization(server.current)
  const scopes = [
    'checkout_links:write',
    'products:write',
    'discounts:write',
    'meters:write',
  ] as const
  calls = await newBackend(server.current, acme, scopes)
  course = (await newProduct(calls, { name: 'Course' })).id
  club = (await newProduct(calls, { name: 'Club', recurring_interval: 'month' })).id
})

const create = (input: object) => calls.post('/checkout-links/', input)
const patch = ({ id }: MadeLink, input: object) => calls.patch(`/checkout-links/${id}`, input)
const get = async ({ id }: MadeLink) => (await calls.get(`/checkout-links/${id}`)).body
const archive = (id: string) => calls.patch(`/products/${id}`, { is_archived: true })
const refusedAt = (place: string) => `422 RequestValidationError body.${place}`

const historyOf = async ({ id }: MadeLink) =>
  (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)

describe('a new link', () => {
  it('has the given fields and a secret URL', async () => {
    const { id: discount_id } = await newDiscount(calls, { code: 'SPRING' })
    const input = {
      label: 'Poster',
      products: [club, course],
      discount_id,
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://acme.example/thanks?id={CHECKOUT_ID}',
      metadata: { campaign: 'spring', rank: 1.5, loud: true },
    }
    const { status, body } = await create({ ...input, payment_processor: 'stripe' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...input,
      products: [
        { id: club, name: 'Club', is_recurring: true, prices: [{ price_amount: 1000 }] },
        { id: course, name: 'Course', metadata: {}, benefits: [], medias: [] },
      ],
      discount: { id: discount_id, code: 'SPRING', type: 'percentage', basis_points: 1000 },
      payment_processor: 'stripe',
      organization_id: acme.id,
      modified_at: null,
    })
    const made = readLink(body)
    expect(made.client_secret).toMatch(/^guildhall_cl_[0-9A-Za-z]{30}$/)
    expect(made.url).toBe(`${server.current.url}/v1/checkout-links/${made.client_secret}/redirect`)
    expect(await get(made)).toEqual(body)
    expect(await historyOf(made)).toMatchObject([
      { name: 'checkout_link.created', objectVersion: 1, payload: body },
    ])
  })

  it('needs only its products, named in one of three ways', async () => {
    const bare = {
      label: null,
      discount_id: null,
      discount: null,
      allow_discount_codes: true,
      require_billing_address: false,
      success_url: null,
      metadata: {},
    }
    const priced = await newProduct(calls, { prices: [fixedPrice(700)] })
    for (const [input, id] of [
      [{ products: [course] }, course],
      [{ product_id: course }, course],
      [{ product_price_id: priced.prices[0]?.id }, priced.id],
    ] as const) {
      const { body } = await create(input)
      expect(body).toMatchObject({ ...bare, products: [{ id }] })
    }
  })

  it.each([
    [{}, 'products'],
    [{ products: [] }, 'products'],
    [{ products: [newId('product')] }, 'products.0'],
    [{ product_id: newId('product') }, 'product_id'],
    [{ product_price_id: newId('productPrice') }, 'product_price_id'],
    [{ discount_id: newId('discount') }, 'discount_id'],
    [{ payment_processor: 'cash' }, 'payment_processor'],
    [{ label: '' }, 'label'],
    [{ label: 'a\nb' }, 'label'],
    [{ label: 'x'.repeat(257) }, 'label'],
    [{ success_url: 'javascript:alert(1)' }, 'success_url'],
    [{ success_url: `https://a.example/${'x'.repeat(2083)}` }, 'success_url'],
    [{ metadata: { key: null } }, 'metadata.key'],
    [{ lable: 'Poster' }, 'lable'],
  ])('is refused for invalid input: %#', async (input, place) => {
    const named = Object.keys(input).some((key) => key.startsWith('product'))
    const isBare = Object.keys(input).length === 0
    const whole = named || isBare ? input : { products: [course], ...input }
    expect(briefOf(await create(whole))).toBe(refusedAt(place))
  })

  it('cannot name its products in two ways', async () => {
    const input = { products: [course], product_id: club }
    expect(briefOf(await create(input))).toBe(refusedAt('products'))
  })

  it('cannot offer duplicate or archived products', async () => {
    expect(briefOf(await create({ products: [course, club, course] }))).toBe(
      refusedAt('products.2'),
    )
    const leftover = (await newProduct(calls)).id
    await archive(leftover)
    expect(briefOf(await create({ products: [course, leftover] }))).toBe(refusedAt('products.1'))
  })

  it('cannot have a discount that applies to none of its products', async () => {
    const forClub = await newDiscount(calls, { products: [club] })
    const months = await newDiscount(calls, { duration: 'repeating', duration_in_months: 3 })
    for (const { id: discount_id } of [forClub, months]) {
      const input = { products: [course], discount_id }
      expect(briefOf(await create(input))).toBe(refusedAt('discount_id'))
      expect((await create({ ...input, products: [course, club] })).status).toBe(201)
    }
  })
})

describe('an update', () => {
  it('changes the given fields, raises the version and records an event', async () => {
    const link = await newLink(calls, { products: [course, club], label: 'Poster' })
    const before = await get(link)
    expect((await patch(link, { label: 'Poster', products: [course, club] })).body).toEqual(before)
    const { body } = await patch(link, { products: [club, course], success_url: null })
    expect(body).toEqual({
      ...before,
      products: [expect.objectContaining({ id: club }), expect.objectContaining({ id: course })],
      modified_at: expect.any(String),
    })
    expect((await historyOf(link)).map(({ name, objectVersion }) => [name, objectVersion])).toEqual(
      [
        ['checkout_link.created', 1],
        ['checkout_link.updated', 2],
      ],
    )
  })

  it('is refused for invalid input', async () => {
    const link = await newLink(calls, { products: [course] })
    const leftover = (await newProduct(calls)).id
    await archive(leftover)
    const { id: forClub } = await newDiscount(calls, { products: [club] })
    for (const [input, place] of [
      [{ products: [] }, 'products'],
      [{ products: [newId('product')] }, 'products.0'],
      [{ products: [course, course] }, 'products.1'],
      [{ products: [course, leftover] }, 'products.1'],
      [{ discount_id: newId('discount') }, 'discount_id'],
      [{ discount_id: forClub }, 'discount_id'],
      [{ product_id: club }, 'product_id'],
    ] as const) {
      expect(briefOf(await patch(link, input))).toBe(refusedAt(place))
    }
    await patch(link, { products: [course, club], discount_id: forClub })
    expect(briefOf(await patch(link, { products: [course] }))).toBe(refusedAt('products'))
    expect((await patch(link, { products: [course], discount_id: null })).status).toBe(200)
  })

  it('keeps products that were archived meanwhile', async () => {
    const leftover = (await newProduct(calls, { name: 'Relic' })).id
    const link = await newLink(calls, { products: [leftover, course] })
    await archive(leftover)
    const { status, body } = await patch(link, { label: 'Old', products: [course, leftover] })
    expect(status).toBe(200)
    expect(readLink(body).products.map(({ is_archived }) => is_archived)).toEqual([false, true])
  })

  it('is possible after the discount was deleted', async () => {
    const { id: discount_id } = await newDiscount(calls)
    const link = await newLink(calls, { discount_id })
    await calls.remove(`/discounts/${discount_id}`)
    expect(await get(link)).toMatchObject({ discount_id: null, discount: null })
    expect((await patch(link, { products: [course, club] })).status).toBe(200)
    expect(briefOf(await patch(link, { discount_id }))).toBe(refusedAt('discount_id'))
  })
})

describe('a deleted link', () => {
  let gone: MadeLink

  beforeAll(async () => {
    gone = await newLink(calls)
    await calls.remove(`/checkout-links/${gone.id}`)
  })

  it('is not found', async () => {
    const missing = '404 ResourceNotFound'
    expect(briefOf(await calls.get(`/checkout-links/${gone.id}`))).toBe(missing)
    expect(briefOf(await patch(gone, { label: 'Back' }))).toBe(missing)
    expect(briefOf(await calls.remove(`/checkout-links/${gone.id}`))).toBe(missing)
    const { text } = await calls.get('/checkout-links/?limit=100')
    expect(text).not.toContain(gone.id)
  })

  it('stays as a row and records an event', async () => {
    const { rows } = await db.database.pool.query(
      'select deleted_at is not null as deleted from checkout_link where id = $1',
      [gone.id],
    )
    expect(rows).toEqual([{ deleted: true }])
    expect((await historyOf(gone)).map(({ name }) => name)).toEqual([
      'checkout_link.created',
      'checkout_link.deleted',
    ])
  })
})
