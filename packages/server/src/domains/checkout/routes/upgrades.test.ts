import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  confirm,
  type MadeCheckout,
  newCheckout,
  pathOf,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  allowSeveral,
  intentSecretOf,
  newFreeMonthly,
  newMonthly,
  openShop,
  ordersOfCheckout,
  secondRefused,
  subscriptionsOf,
} from '../../../../test/subscription-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let buyer: BillingCalls

beforeEach(async () => {
  ;({ organization: acme, seller, buyer } = await openShop(server.current))
})

const monthly = (input: object = {}) => newMonthly(seller, input)

const freely = () => newFreeMonthly(seller)

const subscriptions = () => subscriptionsOf(server.current, acme)

const orderOf = (checkout: MadeCheckout) => ordersOfCheckout(seller, checkout)

describe('a free subscription', () => {
  async function freeSubscription() {
    const checkout = await newCheckout(seller, [await freely()])
    await buyer.post(`${pathOf(checkout)}/confirm`, { customer_email: newAddress() })
    await untilStatus(seller, checkout, 'succeeded')
    const [subscription] = await subscriptions()
    if (subscription === undefined) throw new Error('the subscription exists')
    return subscription
  }

  it('becomes a paid one with the same id', async () => {
    const { id, customer_id, checkout_id } = await freeSubscription()
    const product = await monthly()
    const created = await newCheckout(seller, [product], { subscription_id: id })
    expect(created.customer_id).toBe(customer_id)
    expect((await seller.get(`/checkouts/${created.id}`)).body).toMatchObject({
      subscription_id: id,
    })
    expect(await confirm(buyer, created)).toMatchObject({ status: 200 })
    await untilStatus(seller, created, 'succeeded')
    expect(await subscriptions()).toMatchObject([
      { id, customer_id, checkout_id, product_id: product.id, amount: 2900, keeps_card: true },
    ])
    expect(await orderOf(created)).toMatchObject({ items: [{ subscription_id: id }] })
  })

  it('is upgraded once, even where the seller allows several', async () => {
    await allowSeveral(seller, acme)
    const { id } = await freeSubscription()
    const product = await monthly()
    const [one, other] = await Promise.all([
      newCheckout(seller, [product], { subscription_id: id }),
      newCheckout(seller, [product], { subscription_id: id }),
    ])
    const answers = await Promise.all([confirm(buyer, one), confirm(buyer, other)])
    expect(answers.map(briefOf).toSorted()).toEqual(['200', secondRefused])
    await server.current.settle()
    expect(await subscriptions()).toMatchObject([{ id, amount: 2900 }])
  })

  it('that ended during the payment is replaced by a new one', async () => {
    const { id } = await freeSubscription()
    const checkout = await newCheckout(seller, [await monthly()], { subscription_id: id })
    const pending = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    await db.database.pool.query(
      `update subscription set status = 'canceled', ended_at = created_at, canceled_at = created_at
        where id = $1`,
      [id],
    )
    const path = `/sandbox/authentications/${encodeURIComponent(intentSecretOf(pending))}`
    expect(await buyer.post(path, { outcome: 'confirmed' })).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toMatchObject([
      { id, status: 'canceled' },
      { status: 'active', amount: 2900 },
    ])
  })

  it('is not upgraded a second time by a checkout that was opened before', async () => {
    await allowSeveral(seller, acme)
    const { id } = await freeSubscription()
    const product = await monthly()
    const first = await newCheckout(seller, [product], { subscription_id: id })
    const second = await newCheckout(seller, [product], { subscription_id: id })
    expect(await confirm(buyer, first)).toMatchObject({ status: 200 })
    await untilStatus(seller, first, 'succeeded')
    expect(briefOf(await confirm(buyer, second))).toBe(secondRefused)
    expect(await tallyOf(server.current, second)).toEqual({ payments: 0, charged: 0, orders: 0 })
  })

  /** A buyer is at their bank, while the seller switches them to a paid plan. */
  async function overtakenUpgrade() {
    const { id, customer_id } = await freeSubscription()
    const checkout = await newCheckout(seller, [await monthly()], { subscription_id: id })
    const pending = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    const backend = await newBackend(server.current, acme, ['subscriptions:write', 'refunds:read'])
    const other = await monthly({ prices: [fixedPrice(100_000)] })
    const changed = await backend.patch(`/subscriptions/${id}`, {
      product_id: other.id,
      proration_behavior: 'prorate',
    })
    expect(changed).toMatchObject({ status: 200, body: { product_id: other.id } })
    const path = `/sandbox/authentications/${encodeURIComponent(intentSecretOf(pending))}`
    expect(await buyer.post(path, { outcome: 'confirmed' })).toMatchObject({ status: 200 })
    return { id, customer_id, checkout, other, backend }
  }

  it('that became a paid one during the payment keeps it, and the payment is refunded', async () => {
    const { id, customer_id, checkout, other, backend } = await overtakenUpgrade()
    await untilStatus(seller, checkout, 'failed')
    expect(await subscriptions()).toMatchObject([{ id, product_id: other.id }])
    await server.current.settle()
    await vi.waitFor(
      async () =>
        expect((await backend.get(`/refunds/?customer_id=${customer_id}`)).body).toMatchObject({
          items: [{ amount: 2900, status: 'succeeded', reason: 'other' }],
        }),
      { timeout: 40_000, interval: 500 },
    )
    expect(await orderOf(checkout)).toMatchObject({
      items: [{ status: 'refunded', total_amount: 2900, subscription_id: null }],
    })
  })

  it('that became a paid one is joined by the bought one where several are allowed', async () => {
    await allowSeveral(seller, acme)
    const { id, checkout, other } = await overtakenUpgrade()
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toMatchObject([
      { id, product_id: other.id },
      { status: 'active', amount: 2900 },
    ])
    expect(await orderOf(checkout)).toMatchObject({ items: [{ status: 'paid' }] })
  })

  const nobodys = '00000000-0000-7000-8000-000000000000'
  const refused = '422 RequestValidationError body'

  it.each<[string, (id: string) => Promise<object>, string]>([
    ['is unknown', async () => ({ subscription_id: nobodys }), 'subscription_id'],
    [
      'belongs to another customer',
      async (id) => ({ subscription_id: id, customer_id: (await newCustomer(seller)).id }),
      'subscription_id',
    ],
    [
      'would become a one-time product',
      async (id) => ({
        subscription_id: id,
        products: [(await monthly()).id, (await newProduct(seller)).id],
      }),
      'products.1',
    ],
  ])('cannot be upgraded when it %s', async (_why, inputOf, field) => {
    const { id } = await freeSubscription()
    const input = { products: [(await monthly()).id], ...(await inputOf(id)) }
    expect(briefOf(await seller.post('/checkouts/', input))).toBe(`${refused}.${field}`)
  })

  it('cannot be upgraded when it is paid', async () => {
    const product = await monthly()
    const checkout = await newCheckout(seller, [product])
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    const [subscription] = await subscriptions()
    const input = { products: [product.id], subscription_id: subscription?.id }
    expect(briefOf(await seller.post('/checkouts/', input))).toBe(`${refused}.subscription_id`)
  })
})
