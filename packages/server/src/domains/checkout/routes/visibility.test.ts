import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type MadeLink, newLink } from '../../../../test/checkout-links.ts'
import { newCheckout } from '../../../../test/checkouts.ts'
import { newProduct } from '../../../../test/products.ts'
import { briefOf, withNothing } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer([
  'products:write',
  'checkouts:write',
  'checkout_links:write',
])

interface Shelf {
  readonly shown: string
  readonly unlisted: string
  readonly hidden: string
}
let shelf: Shelf

const made = async (visibility: string) =>
  (await newProduct(calls, { name: `A ${visibility} thing`, visibility })).id

beforeAll(async () => {
  shelf = {
    shown: await made('public'),
    unlisted: await made('unlisted'),
    hidden: await made('private'),
  }
})

const buyer = () => withNothing(server.current)
const asBuyer = (product_id: string) => buyer().post('/checkouts/client/', { product_id })
/** The products of the checkout that a visit creates; null if the link leads nowhere. */
async function offeredBy(link: MadeLink): Promise<readonly string[] | null> {
  const answer = await fetch(link.url, { redirect: 'manual' })
  if (answer.status === 404) return null
  const secret = new URL(answer.headers.get('location') ?? '').pathname.split('/').at(-1)
  return productIds((await buyer().get(`/checkouts/client/${secret}`)).body)
}

const productIds = (body: unknown) =>
  z
    .object({ products: z.array(z.object({ id: z.string() })) })
    .parse(body)
    .products.map(({ id }) => id)

describe('a buyer', () => {
  it('creates a checkout of a public product and of no other', async () => {
    expect(await asBuyer(shelf.shown)).toMatchObject({ status: 201 })
    for (const id of [shelf.unlisted, shelf.hidden]) {
      const answer = await asBuyer(id)
      expect(briefOf(answer)).toBe('422 RequestValidationError body.product_id')
      expect(answer.text).toContain('not public')
    }
  })

  it('sees public products alone on the page of the seller', async () => {
    const { body } = await buyer().get(`/customer-portal/organizations/${acme.slug}`)
    expect(productIds(body)).toEqual([shelf.shown])
  })

  it('selects only what the checkout offers', async () => {
    const { client_secret } = await newCheckout(calls, [{ id: shelf.shown }])
    const change = { product_id: shelf.hidden }
    const answer = await buyer().patch(`/checkouts/client/${client_secret}`, change)
    expect(briefOf(answer)).toBe('422 RequestValidationError body.product_id')
  })
})

describe('a seller', () => {
  it('sells every product with a checkout of their own, among several', async () => {
    const all = [shelf.hidden, shelf.unlisted, shelf.shown]
    const { client_secret } = await newCheckout(
      calls,
      all.map((id) => ({ id })),
    )
    for (const product_id of all) {
      const answer = await buyer().patch(`/checkouts/client/${client_secret}`, { product_id })
      expect(answer).toMatchObject({ status: 200, body: { product_id } })
    }
  })

  it('offers no private product with a link', async () => {
    const answer = await calls.post('/checkout-links/', {
      products: [shelf.unlisted, shelf.hidden],
    })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.products.1')
    expect(answer.text).toContain('private')
  })

  it('changes the visibility of a product, and lists products by it', async () => {
    const id = await made('public')
    const changed = await calls.patch(`/products/${id}`, { visibility: 'unlisted' })
    expect(changed.body).toMatchObject({ visibility: 'unlisted' })
    expect((await calls.patch(`/products/${id}`, { visibility: null })).body).toMatchObject({
      visibility: 'unlisted',
    })
    const { body } = await calls.get('/products/?visibility=unlisted&visibility=private&limit=100')
    const listed = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body)
    expect(listed.items.map((one) => one.id).toSorted()).toEqual(
      [id, shelf.unlisted, shelf.hidden].toSorted(),
    )
    const wrong = await calls.patch(`/products/${id}`, { visibility: 'draft' })
    expect(briefOf(wrong)).toBe('422 RequestValidationError body.visibility')
  })
})

describe('a link', () => {
  it('leaves out a product that has become private, and leads nowhere without any', async () => {
    const [kept, lost] = [await made('unlisted'), await made('public')]
    const link = await newLink(calls, { products: [lost, kept] })
    await calls.patch(`/products/${lost}`, { visibility: 'private' })
    expect(await offeredBy(link)).toEqual([kept])
    await calls.patch(`/products/${kept}`, { visibility: 'private' })
    expect(await offeredBy(link)).toBeNull()
  })
})

it('a checkout that anyone with its URL restarts offers no private product', async () => {
  const expired = async (ids: readonly string[]) => {
    const checkout = await newCheckout(
      calls,
      ids.map((id) => ({ id })),
    )
    await db.database.pool.query(`update checkout set status = 'expired' where id = $1`, [
      checkout.id,
    ])
    return buyer().post(`/checkouts/client/${checkout.client_secret}/renew`, {})
  }
  const restarted = await expired([shelf.hidden, shelf.unlisted])
  expect(restarted).toMatchObject({ status: 201, body: { product_id: shelf.unlisted } })
  expect(productIds(restarted.body)).toEqual([shelf.unlisted])
  expect(await expired([shelf.hidden])).toMatchObject({
    status: 409,
    body: { error: 'NothingForSale' },
  })
})
