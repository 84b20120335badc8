import { beforeAll, describe, expect, it } from 'vitest'
import { newLink } from '../../../../test/checkout-links.ts'
import {
  confirm,
  newCheckout,
  pathOf,
  readCheckout,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { derivedSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls
let buyer: BillingCalls
let course: MadeProduct
let club: MadeProduct

const scopes = [
  'checkouts:write',
  'checkout_links:write',
  'products:write',
  'discounts:write',
  'customers:write',
] as const

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, scopes)
  buyer = withNothing(server.current)
  course = await newProduct(calls, { name: 'Course' })
  club = await newProduct(calls, { name: 'Club' })
})

type Ended = Parameters<typeof pathOf>[0]

const renew = (checkout: Ended, headers = {}) =>
  buyer.post(`${pathOf(checkout)}/renew`, {}, headers)

/** Its time is over, but no job has expired it yet. */
const expire = ({ id }: { readonly id: string }) =>
  db.database.pool.query(`update checkout set expires_at = created_at where id = $1`, [id])

const archive = ({ id }: MadeProduct) => calls.patch(`/products/${id}`, { is_archived: true })

describe('an ended checkout', () => {
  it('is restarted with the seller’s settings', async () => {
    const { id: discount_id } = await newDiscount(calls)
    const input = {
      discount_id,
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://acme.example/thanks',
      embed_origin: 'https://shop.example',
      metadata: { cart: '42' },
    }
    const old = await newCheckout(calls, [club, course], input)
    await expire(old)
    const answer = await renew(old)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      status: 'open',
      product_id: club.id,
      products: [{ id: club.id }, { id: course.id }],
      discount: null,
      discount_amount: 0,
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://acme.example/thanks',
      embed_origin: 'https://shop.example',
    })
    const fresh = readCheckout(answer)
    expect(fresh.client_secret).not.toBe(old.client_secret)
    const seen = await calls.get(`/checkouts/${fresh.id}`)
    expect(seen.body).toMatchObject({ metadata: { cart: '42' } })
    expect(briefOf(await buyer.get(pathOf(fresh)))).toBe('200')
    expect((await confirm(buyer, fresh, wholeAddress)).status).toBe(200)
  })

  it('reveals nothing about its buyer', async () => {
    const customer = await newCustomer(calls)
    const old = await newCheckout(calls, [course], {
      customer_id: customer.id,
      customer_name: 'Ada',
      customer_metadata: { plan: 'pro' },
    })
    await expire(old)
    const { id } = readCheckout(await renew(old))
    expect((await calls.get(`/checkouts/${id}`)).body).toMatchObject({
      customer_id: null,
      customer_name: null,
      customer_email: null,
      customer_external_id: null,
      customer_metadata: {},
    })
  })

  it('is restarted without archived products and ended discounts', async () => {
    const { id: discount_id } = await newDiscount(calls)
    const leftover = await newProduct(calls)
    const old = await newCheckout(calls, [leftover, course], { discount_id })
    await calls.remove(`/discounts/${discount_id}`)
    await archive(leftover)
    await expire(old)
    expect((await renew(old)).body).toMatchObject({
      discount: null,
      discount_amount: 0,
      products: [{ id: course.id }],
    })
  })

  it('cannot be restarted without products for sale', async () => {
    const leftover = await newProduct(calls)
    const old = await newCheckout(calls, [leftover])
    await archive(leftover)
    await expire(old)
    expect(briefOf(await renew(old))).toBe('409 NothingForSale')
  })

  it('loses a discount that the seller gave to one buyer', async () => {
    const { id: discount_id } = await newDiscount(calls, { basis_points: 10_000 })
    const customer = await newCustomer(calls)
    const own = { customer_id: customer.id, discount_id }
    const old = await newCheckout(calls, [course], own)
    expect((await buyer.get(pathOf(old))).body).toMatchObject({ total_amount: 0 })
    await expire(old)
    for (let stranger = 0; stranger < 2; stranger += 1) {
      const { body } = await renew(old)
      expect(body).toMatchObject({ discount: null, discount_amount: 0, customer_id: null })
      expect(body?.['total_amount']).toBeGreaterThan(0)
    }
  })

  it('keeps a discount that a link offers', async () => {
    const { id: discount_id } = await newDiscount(calls)
    const link = await newLink(calls, { products: [course.id], discount_id })
    const { headers } = await fetch(link.url, { redirect: 'manual' })
    const client_secret = headers.get('location')?.split('/').at(-1) ?? ''
    const old = readCheckout(await buyer.get(pathOf({ client_secret })))
    await expire(old)
    expect((await renew(old)).body).toMatchObject({ discount: { id: discount_id } })
    await calls.remove(`/checkout-links/${link.id}`)
    expect((await renew(old)).body).toMatchObject({ discount: null })
  })

  it('can come from a link', async () => {
    const link = await newLink(calls, { products: [course.id], metadata: { poster: 1 } })
    const { headers } = await fetch(link.url, { redirect: 'manual' })
    const client_secret = headers.get('location')?.split('/').at(-1) ?? ''
    const old = readCheckout(await buyer.get(pathOf({ client_secret })))
    await expire(old)
    const fresh = readCheckout(await renew(old))
    expect((await calls.get(`/checkouts/${fresh.id}`)).body).toMatchObject({
      metadata: { poster: 1 },
    })
  })

  it('is restarted once with one idempotency key', async () => {
    const old = await newCheckout(calls, [course])
    await expire(old)
    const headers = { 'idempotency-key': 'again' }
    const [one, other] = [await renew(old, headers), await renew(old, headers)]
    expect(other.text).toBe(one.text)
  })
})

const wholeAddress = {
  customer_billing_address: {
    country: 'DE',
    line1: 'Hauptstr. 1',
    postal_code: '10115',
    city: 'Berlin',
  },
}

describe('a restart is refused', () => {
  it('while the checkout is open', async () => {
    expect(briefOf(await renew(await newCheckout(calls, [course])))).toBe('409 CheckoutNotOver')
  })

  it('after the checkout succeeded', async () => {
    const done = await newCheckout(calls, [course])
    expect((await confirm(buyer, done)).status).toBe(200)
    await untilStatus(calls, done, 'succeeded')
    await expire(done)
    expect(briefOf(await renew(done))).toBe('409 CheckoutNotOver')
  })

  it('for an unknown checkout', async () => {
    const { secret } = derivedSecret(secretPrefixes.checkout, Buffer.alloc(32))
    expect(briefOf(await renew({ client_secret: secret }))).toBe('404 ResourceNotFound')
  })
})
