import { beforeAll, describe, expect, it } from 'vitest'
import {
  confirm,
  goodBuyer,
  newCheckout,
  pathOf,
  readCheckout,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { fixedPrice, freePrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { openShop, ordersOfCheckout } from '../../../../test/subscription-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls

beforeAll(async () => {
  ;({ seller, buyer } = await openShop(server.current))
})

const orderOf = (id: string) => ordersOfCheckout(seller, { id })

describe('a purchase', () => {
  it('with a good card becomes a paid order', async () => {
    const product = await newProduct(seller, { prices: [fixedPrice(2900)] })
    const checkout = await newCheckout(seller, [product], { metadata: { campaign: 'spring' } })
    const confirmed = await confirm(buyer, checkout)
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        status: 'confirmed',
        total_amount: 2900,
        customer_session_token: expect.stringMatching(/^guildhall_cst_/),
      },
    })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await orderOf(checkout.id)).toMatchObject({
      items: [
        {
          status: 'paid',
          billing_reason: 'purchase',
          checkout_id: checkout.id,
          total_amount: 2900,
          billing_name: 'Ada Buyer',
          metadata: { campaign: 'spring' },
          items: [{ label: 'Course', amount: 2900, product_price_id: checkout.product_price_id }],
        },
      ],
      pagination: { total_count: 1 },
    })
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 1, charged: 1, orders: 1 })
  })

  it('of a free product needs no card', async () => {
    const product = await newProduct(seller, { prices: [freePrice] })
    const checkout = await newCheckout(seller, [product])
    const confirmed = await buyer.post(`${pathOf(checkout)}/confirm`, {
      customer_email: newAddress(),
    })
    expect(confirmed).toMatchObject({ status: 200, body: { is_payment_form_required: false } })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 0, charged: 0, orders: 1 })
  })

  it('with a declined card can be retried, and releases its redemption', async () => {
    const product = await newProduct(seller)
    const discount = await newDiscount(seller, { max_redemptions: 1 })
    const checkout = await newCheckout(seller, [product], { discount_id: discount.id })
    const declined = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_declined',
    })
    expect(declined).toMatchObject({
      status: 400,
      body: { error: 'PaymentError', detail: expect.stringContaining('declined') },
    })
    const open = await untilStatus(seller, checkout, 'open')
    expect(open).toMatchObject({ customer_id: null, total_amount: 900 })
    expect(await discountCount(discount.id)).toBe(0)
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await discountCount(discount.id)).toBe(1)
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 2, charged: 1, orders: 1 })
  })

  it('of less than can be charged is refused before the card is charged', async () => {
    const product = await newProduct(seller, { prices: [fixedPrice(100)] })
    const discount = await newDiscount(seller, { basis_points: 9000 })
    const checkout = await newCheckout(seller, [product], { discount_id: discount.id })
    expect(checkout).toMatchObject({ total_amount: 10 })
    expect(await confirm(buyer, checkout)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'discount_code'],
            msg: 'The total of $0.10 is below $0.50, the smallest amount that can be charged',
          },
        ],
      },
    })
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 0, charged: 0, orders: 0 })
    expect(await confirm(buyer, checkout, { discount_code: null })).toMatchObject({ status: 200 })
    const free = await newDiscount(seller, { basis_points: 10_000 })
    const given = await newCheckout(seller, [product], { discount_id: free.id })
    expect(await confirm(buyer, given)).toMatchObject({ status: 200, body: { total_amount: 0 } })
  })

  it('continues after the buyer has authenticated', async () => {
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product])
    const pending = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    expect(pending).toMatchObject({
      status: 200,
      body: {
        status: 'confirmed',
        payment_processor_metadata: {
          intent_client_secret: expect.any(String),
          intent_status: 'requires_action',
        },
      },
    })
    expect(await tallyOf(server.current, checkout)).toMatchObject({ charged: 0, orders: 0 })
    const again = await buyer.get(pathOf(checkout))
    expect(again.body?.['payment_processor_metadata']).toEqual(
      pending.body?.['payment_processor_metadata'],
    )
    await answerBank(pending.body, 'confirmed')
    await untilStatus(seller, checkout, 'succeeded')
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 1, charged: 1, orders: 1 })
  })

  it('is reopened when the buyer fails to authenticate', async () => {
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product])
    const pending = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    await answerBank(pending.body, 'declined')
    await untilStatus(seller, checkout, 'open')
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
  })

  it('records its events in order, without the secret', async () => {
    const other = await createOrganization(server.current)
    const calls = await newBackend(server.current, other, ['checkouts:write', 'products:write'])
    const product = await newProduct(calls)
    const checkout = await newCheckout(calls, [product])
    await confirm(buyer, checkout)
    await untilStatus(calls, checkout, 'succeeded')
    const events = await eventsOf(server.current, other)
    const names = events.map(({ name, payload }) =>
      name.startsWith('checkout.') ? `${name} ${statusIn(payload)}` : name,
    )
    expect(names.filter((name) => /^(checkout|customer|order)\./.test(name))).toEqual([
      'checkout.created open',
      'checkout.updated confirmed',
      'customer.created',
      'customer.state_changed',
      'order.created',
      'order.paid',
      'checkout.updated succeeded',
    ])
    expect(JSON.stringify(events)).not.toContain(checkout.client_secret)
  })
})

const statusIn = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'status' in payload
    ? String(payload.status)
    : ''

async function answerBank(
  body: Readonly<Record<string, unknown>> | null,
  outcome: 'confirmed' | 'declined',
): Promise<void> {
  const secretFields = JSON.stringify(body?.['payment_processor_metadata'])
  const secret = String(JSON.parse(secretFields).intent_client_secret)
  const answer = await buyer.post(`/sandbox/authentications/${secret}`, { outcome })
  expect(answer).toMatchObject({ status: 200 })
}

async function discountCount(id: string): Promise<unknown> {
  const { body } = await seller.get(`/discounts/${id}`)
  return body?.['redemptions_count']
}

describe('the customer of a purchase', () => {
  it('is the one that the seller named by external id', async () => {
    const known = await newCustomer(seller, { external_id: 'user-1', name: 'Known' })
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product], { external_customer_id: 'user-1' })
    expect(checkout).toMatchObject({ customer_id: known.id })
    const confirmed = await confirm(buyer, checkout, { customer_name: 'Ada' })
    expect(confirmed).toMatchObject({
      status: 200,
      body: { customer_id: known.id, customer_email: known.email },
    })
    expect(confirmed.body?.['customer_session_token']).toMatch(/^guildhall_cst_/)
    const { body } = await seller.get(`/customers/${known.id}`)
    expect(body).toMatchObject({ name: 'Known', billing_address: { country: 'DE' } })
  })

  it('is found by address in any case, unchanged, and not shown to the buyer', async () => {
    const known = await newCustomer(seller, { email: 'Somebody@example.com', name: 'Somebody' })
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product])
    const confirmed = await confirm(buyer, checkout, {
      customer_email: 'SOMEBODY@example.com',
      customer_name: 'Somebody else',
    })
    expect(confirmed).toMatchObject({
      status: 200,
      body: { customer_id: null, customer_session_token: expect.stringMatching(/^guildhall_cst_/) },
    })
    expect((await seller.get(`/checkouts/${checkout.id}`)).body).toMatchObject({
      customer_id: known.id,
    })
    expect((await buyer.get(pathOf(checkout))).body).toMatchObject({ customer_id: null })
    const { body } = await seller.get(`/customers/${known.id}`)
    expect(body).toMatchObject({ name: 'Somebody' })
  })

  it('is separate in each organization', async () => {
    const email = newAddress()
    const known = await newCustomer(seller, { email })
    const other = await createOrganization(server.current)
    const calls = await newBackend(server.current, other, ['checkouts:write', 'products:write'])
    const checkout = await newCheckout(calls, [await newProduct(calls)], {
      customer_external_id: 'user-1',
    })
    const confirmed = await confirm(buyer, checkout, { customer_email: email })
    expect(confirmed.status).toBe(200)
    const { customer_id: customerId } = readCheckout(await calls.get(`/checkouts/${checkout.id}`))
    expect(customerId).toEqual(expect.any(String))
    expect(customerId).not.toBe(known.id)
  })

  it('is created with the seller’s id and metadata', async () => {
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product], {
      customer_external_id: 'user-2',
      customer_metadata: { plan: 'pro' },
    })
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    const { body } = await seller.get('/customers/external/user-2')
    expect(body).toMatchObject({ metadata: { plan: 'pro' }, name: 'Ada Buyer' })
  })

  it('stays the same after a declined card', async () => {
    const product = await newProduct(seller)
    const checkout = await newCheckout(seller, [product])
    const who = goodBuyer()
    await confirm(buyer, checkout, { ...who, confirmation_token_id: 'tok_sandbox_declined' })
    const confirmed = await confirm(buyer, checkout, who)
    expect(confirmed.body?.['customer_session_token']).toMatch(/^guildhall_cst_/)
  })
})

it('a product that was archived meanwhile cannot be bought', async () => {
  const product = await newProduct(seller)
  const checkout = await newCheckout(seller, [product])
  await seller.patch(`/products/${product.id}`, { is_archived: true })
  expect(briefOf(await confirm(buyer, checkout))).toBe('422 RequestValidationError body.product_id')
})

it('a price that was archived meanwhile still applies', async () => {
  const product = await newProduct(seller, { prices: [fixedPrice(1500)] })
  const checkout = await newCheckout(seller, [product])
  await seller.patch(`/products/${product.id}`, { prices: [fixedPrice(9900)] })
  const confirmed = await confirm(buyer, checkout)
  expect(readCheckout(confirmed)).toMatchObject({ total_amount: 1500 })
  await untilStatus(seller, checkout, 'succeeded')
})
