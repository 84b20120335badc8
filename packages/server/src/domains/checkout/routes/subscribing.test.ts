import { beforeEach, describe, expect, it } from 'vitest'
import {
  confirm,
  goodBuyer,
  type MadeCheckout,
  newCheckout,
  pathOf,
  readCheckout,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import {
  createOrganization,
  eventNamesOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
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

/** Buys a product, and waits until the checkout has succeeded. */
async function bought(product: { id: string }, input: object = {}, offer: object = {}) {
  const checkout = await newCheckout(seller, [product], offer)
  expect(await confirm(buyer, checkout, input)).toMatchObject({ status: 200 })
  return untilStatus(seller, checkout, 'succeeded')
}

describe('a recurring product', () => {
  it('becomes a subscription with an order and a stored card', async () => {
    const product = await monthly()
    const checkout = await bought(product, {}, { metadata: { campaign: 'spring' } })
    const [subscription, ...others] = await subscriptions()
    expect(others).toEqual([])
    expect(subscription).toMatchObject({
      status: 'active',
      product_id: product.id,
      customer_id: checkout.customer_id,
      checkout_id: checkout.id,
      amount: 2900,
      keeps_card: true,
    })
    const { body } = await seller.get(`/orders/?subscription_id=${subscription?.id}`)
    expect(body).toMatchObject({ items: [{ checkout_id: checkout.id }] })
    expect(await orderOf(checkout)).toMatchObject({
      items: [
        {
          status: 'paid',
          billing_reason: 'subscription_create',
          subscription_id: subscription?.id,
          subscription: {
            id: subscription?.id,
            status: 'active',
            metadata: { campaign: 'spring' },
          },
          total_amount: 2900,
        },
      ],
    })
  })

  it('records its events in order', async () => {
    const product = await monthly()
    const before = (await eventNamesOf(server.current, acme)).length
    await bought(product)
    const recorded = (await eventNamesOf(server.current, acme)).slice(before)
    const wire = recorded.filter((name) =>
      /^(checkout|customer|subscription|order)\.(created|updated|active|paid)$/.test(name),
    )
    expect(wire).toEqual([
      'checkout.created',
      'checkout.updated',
      'customer.created',
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'order.created',
      'order.paid',
      'checkout.updated',
    ])
  })

  it('needs no card when it is free', async () => {
    const checkout = await newCheckout(seller, [await freely()])
    const answer = await buyer.post(`${pathOf(checkout)}/confirm`, { customer_email: newAddress() })
    expect(answer).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toMatchObject([
      { status: 'active', amount: 0, keeps_card: false },
    ])
    expect(await orderOf(checkout)).toMatchObject({
      items: [{ billing_reason: 'subscription_create', total_amount: 0 }],
    })
  })

  it('has the amount that the buyer chose', async () => {
    const prices = [{ amount_type: 'custom', price_currency: 'usd' }]
    await bought(await monthly({ prices }), {}, { amount: 700 })
    expect(await subscriptions()).toMatchObject([{ amount: 700 }])
  })

  it('has the price that the buyer saw, even if it has changed', async () => {
    const product = await monthly()
    const checkout = await newCheckout(seller, [product])
    await seller.patch(`/products/${product.id}`, { prices: [fixedPrice(9900)] })
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toMatchObject([{ amount: 2900 }])
  })

  it('keeps a discount that was just used up', async () => {
    const discount = await newDiscount(seller, {
      duration: 'repeating',
      duration_in_months: 3,
      max_redemptions: 1,
    })
    const checkout = await bought(await monthly(), {}, { discount_id: discount.id })
    expect(checkout.total_amount).toBe(2610)
    expect(await subscriptions()).toMatchObject([{ discount_id: discount.id, amount: 2610 }])
  })

  it('starts only after a card was accepted', async () => {
    const checkout = await newCheckout(seller, [await monthly()])
    const input = goodBuyer()
    const declined = { ...input, confirmation_token_id: 'tok_sandbox_declined' }
    expect(briefOf(await confirm(buyer, checkout, declined))).toBe('400 PaymentError')
    expect(await subscriptions()).toEqual([])
    expect(await confirm(buyer, checkout, input)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toHaveLength(1)
  })

  describe('with nothing to pay at first', () => {
    async function freeAtFirst() {
      const discount = await newDiscount(seller, { basis_points: 10_000, duration: 'once' })
      return newCheckout(seller, [await monthly()], { discount_id: discount.id })
    }

    it('stores a card', async () => {
      const checkout = await freeAtFirst()
      const without = await confirm(buyer, checkout, { confirmation_token_id: null })
      expect(briefOf(without)).toBe('422 RequestValidationError body.confirmation_token_id')
      expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, 'succeeded')
      expect(await tallyOf(server.current, checkout)).toMatchObject({ payments: 0, orders: 1 })
      expect(await subscriptions()).toMatchObject([{ status: 'active', keeps_card: true }])
    })

    it('refuses a declined card', async () => {
      const checkout = await freeAtFirst()
      const input = goodBuyer()
      const declined = { ...input, confirmation_token_id: 'tok_sandbox_declined' }
      expect(briefOf(await confirm(buyer, checkout, declined))).toBe('400 PaymentError')
      await untilStatus(seller, checkout, 'open')
      expect(await confirm(buyer, checkout, input)).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, 'succeeded')
      expect(await subscriptions()).toHaveLength(1)
    })

    it.each([
      ['confirmed', 'succeeded', 1],
      ['declined', 'open', 0],
    ])('that the bank %s leaves the checkout %s', async (outcome, status, count) => {
      const checkout = await freeAtFirst()
      const pending = await confirm(buyer, checkout, {
        confirmation_token_id: 'tok_sandbox_authenticate',
      })
      const stream = fetch(`${server.current.url}/v1${pathOf(checkout)}/stream`)
      const path = `/sandbox/authentications/${encodeURIComponent(intentSecretOf(pending))}`
      expect(await buyer.post(path, { outcome })).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, status)
      expect(await subscriptions()).toHaveLength(count)
      await (await stream).body?.cancel()
    })
  })

  it('is reported to the page', async () => {
    const checkout = await bought(await monthly())
    const [subscription] = await subscriptions()
    const stream = await fetch(`${server.current.url}/v1${pathOf(checkout)}/stream`)
    expect(await stream.text()).toContain(
      `{"key":"checkout.subscription_created","payload":{"subscription_id":"${subscription?.id}"}}`,
    )
  })
})

describe('a buyer with a subscription', () => {
  async function subscriber() {
    const email = newAddress()
    const { customer_id: id } = await bought(await monthly(), { customer_email: email })
    return { id, email }
  }

  it('is refused with a hint to change its plan when they are known, or buy', async () => {
    const { id, email } = await subscriber()
    const other = await monthly()
    const refused = await seller.post('/checkouts/', { products: [other.id], customer_id: id })
    expect(briefOf(refused)).toBe(secondRefused)
    expect(refused.body?.['detail']).toContain(`/portal/${acme.slug}`)
    const input = { product_id: other.id, customer_email: email.toUpperCase() }
    const own = await buyer.post('/checkouts/client/', input)
    expect(briefOf(own)).toBe('201')
    expect(briefOf(await confirm(buyer, readCheckout(own), input))).toBe(secondRefused)
    const checkout = await newCheckout(seller, [other])
    const said = { customer_email: email }
    expect(briefOf(await buyer.patch(pathOf(checkout), said))).toBe('200')
    expect(briefOf(await seller.patch(`/checkouts/${checkout.id}`, said))).toBe(secondRefused)
    expect(briefOf(await confirm(buyer, checkout, said))).toBe(secondRefused)
    expect(await tallyOf(server.current, checkout)).toMatchObject({ payments: 0 })
    expect(await subscriptions()).toHaveLength(1)
  })

  it('can buy one-time products', async () => {
    const { email } = await subscriber()
    const book = await newProduct(seller)
    expect(await bought(book, { customer_email: email })).toMatchObject({ status: 'succeeded' })
  })

  it('can buy another where the seller allows several', async () => {
    const { email } = await subscriber()
    await allowSeveral(seller, acme)
    await bought(await monthly(), { customer_email: email })
    expect(await subscriptions()).toHaveLength(2)
  })

  it('can subscribe at another seller', async () => {
    const { email } = await subscriber()
    acme = await createOrganization(server.current)
    seller = await newBackend(server.current, acme, ['checkouts:write', 'products:write'])
    await bought(await monthly(), { customer_email: email })
    expect(await subscriptions()).toHaveLength(1)
  })
})

describe('many concurrent purchases', () => {
  const race = (checkouts: readonly MadeCheckout[], input: object) =>
    Promise.all(checkouts.map((checkout) => confirm(buyer, checkout, input)))

  const tenOf = (product: { id: string }, offer: object = {}) =>
    Promise.all(Array.from({ length: 10 }, () => newCheckout(seller, [product], offer)))

  async function expectOne(checkouts: readonly MadeCheckout[], input: object): Promise<void> {
    const briefs = (await race(checkouts, input)).map(briefOf).toSorted()
    expect(briefs).toEqual(['200', ...Array(checkouts.length - 1).fill(secondRefused)])
    await server.current.settle()
    expect(await subscriptions()).toHaveLength(1)
  }

  it('of a new customer lead to one subscription', async () => {
    await expectOne(await tenOf(await monthly()), { customer_email: newAddress() })
  })

  it('of a known customer lead to one subscription', async () => {
    const { id } = await newCustomer(seller)
    await expectOne(await tenOf(await monthly(), { customer_id: id }), {})
  })

  it('all succeed where the seller allows several', async () => {
    await allowSeveral(seller, acme)
    const product = await monthly()
    const checkouts = await tenOf(product)
    await race(checkouts, { customer_email: newAddress() })
    for (const checkout of checkouts) await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toHaveLength(10)
  })

  it('wait for one that authenticates with the bank', async () => {
    const product = await monthly()
    const [waiting, other] = await tenOf(product)
    if (waiting === undefined || other === undefined) throw new Error('there are ten')
    const customer_email = newAddress()
    const asking = { customer_email, confirmation_token_id: 'tok_sandbox_authenticate' }
    expect(await confirm(buyer, waiting, asking)).toMatchObject({ status: 200 })
    const refused = await confirm(buyer, other, { customer_email })
    expect(briefOf(refused)).toBe(secondRefused)
    expect(refused.body?.['detail']).toContain('is in progress')
  })
})
