import { beforeEach, describe, expect, it } from 'vitest'
import {
  confirm,
  goodBuyer,
  type MadeCheckout,
  newCheckout,
  pathOf,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { eventNamesOf, type Founded, found } from '../../../../test/founding.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  allowSeveral,
  newFreely,
  newMonthly,
  openShop,
  ordersOfCheckout,
  second,
  secretIn,
  subscriptionsOf,
} from '../../../../test/subscribing.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let seller: BillingCalls
let buyer: BillingCalls

beforeEach(async () => {
  ;({ organization: acme, seller, buyer } = await openShop(server.current))
})

const monthly = (wish: object = {}) => newMonthly(seller, wish)

const freely = () => newFreely(seller)

const subscriptions = () => subscriptionsOf(server.current, acme)

const orderOf = (checkout: MadeCheckout) => ordersOfCheckout(seller, checkout)

/** Buys it, and waits until it is done. */
async function bought(product: { id: string }, wish: object = {}, offer: object = {}) {
  const checkout = await newCheckout(seller, [product], offer)
  expect(await confirm(buyer, checkout, wish)).toMatchObject({ status: 200 })
  return untilStatus(seller, checkout, 'succeeded')
}

describe('what is billed every month', () => {
  it('is paid, and begins with its order and the card that pays the next one', async () => {
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

  it('is told in the order in which it happens', async () => {
    const product = await monthly()
    const before = (await eventNamesOf(server.current, acme)).length
    await bought(product)
    const told = (await eventNamesOf(server.current, acme)).slice(before)
    const wire = told.filter((name) =>
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

  it('asks for no card where it is free', async () => {
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

  it('costs what its buyer said, where they name the price', async () => {
    const prices = [{ amount_type: 'custom', price_currency: 'usd' }]
    await bought(await monthly({ prices }), {}, { amount: 700 })
    expect(await subscriptions()).toMatchObject([{ amount: 700 }])
  })

  it('costs what its buyer saw, where the seller has another price by then', async () => {
    const product = await monthly()
    const checkout = await newCheckout(seller, [product])
    await seller.patch(`/products/${product.id}`, { prices: [fixedPrice(9900)] })
    expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toMatchObject([{ amount: 2900 }])
  })

  it('keeps a discount of some months, of which this was the last one', async () => {
    const discount = await newDiscount(seller, {
      duration: 'repeating',
      duration_in_months: 3,
      max_redemptions: 1,
    })
    const checkout = await bought(await monthly(), {}, { discount_id: discount.id })
    expect(checkout.total_amount).toBe(2610)
    expect(await subscriptions()).toMatchObject([{ discount_id: discount.id, amount: 2610 }])
  })

  it('doesn’t begin with a card that is declined, and does with the next one', async () => {
    const checkout = await newCheckout(seller, [await monthly()])
    const wish = goodBuyer()
    const declined = { ...wish, confirmation_token_id: 'tok_sandbox_declined' }
    expect(briefOf(await confirm(buyer, checkout, declined))).toBe('400 PaymentError')
    expect(await subscriptions()).toEqual([])
    expect(await confirm(buyer, checkout, wish)).toMatchObject({ status: 200 })
    await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toHaveLength(1)
  })

  describe('and nothing is to be paid before the next time', () => {
    async function freeAtFirst() {
      const discount = await newDiscount(seller, { basis_points: 10_000, duration: 'once' })
      return newCheckout(seller, [await monthly()], { discount_id: discount.id })
    }

    it('a card is kept all the same', async () => {
      const checkout = await freeAtFirst()
      const without = await confirm(buyer, checkout, { confirmation_token_id: null })
      expect(briefOf(without)).toBe('422 RequestValidationError body.confirmation_token_id')
      expect(await confirm(buyer, checkout)).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, 'succeeded')
      expect(await tallyOf(server.current, checkout)).toMatchObject({ payments: 0, orders: 1 })
      expect(await subscriptions()).toMatchObject([{ status: 'active', keeps_card: true }])
    })

    it('a card that is declined is no card', async () => {
      const checkout = await freeAtFirst()
      const wish = goodBuyer()
      const declined = { ...wish, confirmation_token_id: 'tok_sandbox_declined' }
      expect(briefOf(await confirm(buyer, checkout, declined))).toBe('400 PaymentError')
      await untilStatus(seller, checkout, 'open')
      expect(await confirm(buyer, checkout, wish)).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, 'succeeded')
      expect(await subscriptions()).toHaveLength(1)
    })

    it.each([
      ['confirmed', 'succeeded', 1],
      ['declined', 'open', 0],
    ])('a bank that is asked first may have %s: %s', async (outcome, status, count) => {
      const checkout = await freeAtFirst()
      const asked = await confirm(buyer, checkout, {
        confirmation_token_id: 'tok_sandbox_authenticate',
      })
      const stream = fetch(`${server.current.url}/v1${pathOf(checkout)}/stream`)
      const path = `/sandbox/authentications/${encodeURIComponent(secretIn(asked))}`
      expect(await buyer.post(path, { outcome })).toMatchObject({ status: 200 })
      await untilStatus(seller, checkout, status)
      expect(await subscriptions()).toHaveLength(count)
      await (await stream).body?.cancel()
    })
  })

  it('is told to the page that waits for it', async () => {
    const checkout = await bought(await monthly())
    const [subscription] = await subscriptions()
    const stream = await fetch(`${server.current.url}/v1${pathOf(checkout)}/stream`)
    expect(await stream.text()).toContain(
      `{"key":"checkout.subscription_created","payload":{"subscription_id":"${subscription?.id}"}}`,
    )
  })
})

describe('whoever has a subscription', () => {
  async function subscriber() {
    const email = newAddress()
    const { customer_id: id } = await bought(await monthly(), { customer_email: email })
    return { id, email }
  }

  it('hears that its plan can be changed, as soon as it’s known who they are', async () => {
    const { id, email } = await subscriber()
    const other = await monthly()
    const refused = await seller.post('/checkouts/', { products: [other.id], customer_id: id })
    expect(briefOf(refused)).toBe(second)
    expect(refused.body?.['detail']).toContain(`/portal/${acme.slug}`)
    const wish = { product_id: other.id, customer_email: email.toUpperCase() }
    expect(briefOf(await buyer.post('/checkouts/client/', wish))).toBe(second)
    const checkout = await newCheckout(seller, [other])
    const said = { customer_email: email }
    expect(briefOf(await buyer.patch(pathOf(checkout), said))).toBe(second)
    expect(briefOf(await seller.patch(`/checkouts/${checkout.id}`, said))).toBe(second)
    expect(briefOf(await confirm(buyer, checkout, said))).toBe(second)
    expect(await tallyOf(server.current, checkout)).toMatchObject({ payments: 0 })
    expect(await subscriptions()).toHaveLength(1)
  })

  it('buys what is bought once', async () => {
    const { email } = await subscriber()
    const book = await newProduct(seller)
    expect(await bought(book, { customer_email: email })).toMatchObject({ status: 'succeeded' })
  })

  it('buys another where the seller allows several', async () => {
    const { email } = await subscriber()
    await allowSeveral(seller, acme)
    await bought(await monthly(), { customer_email: email })
    expect(await subscriptions()).toHaveLength(2)
  })

  it('at another seller is nobody', async () => {
    const { email } = await subscriber()
    acme = await found(server.current)
    seller = await newBackend(server.current, acme, ['checkouts:write', 'products:write'])
    await bought(await monthly(), { customer_email: email })
    expect(await subscriptions()).toHaveLength(1)
  })
})

describe('of many at once', () => {
  const race = (checkouts: readonly MadeCheckout[], wish: object) =>
    Promise.all(checkouts.map((checkout) => confirm(buyer, checkout, wish)))

  const tenOf = (product: { id: string }, offer: object = {}) =>
    Promise.all(Array.from({ length: 10 }, () => newCheckout(seller, [product], offer)))

  async function expectOne(checkouts: readonly MadeCheckout[], wish: object): Promise<void> {
    const briefs = (await race(checkouts, wish)).map(briefOf).toSorted()
    expect(briefs).toEqual(['200', ...Array(checkouts.length - 1).fill(second)])
    await server.current.settle()
    expect(await subscriptions()).toHaveLength(1)
  }

  it('for somebody new, one becomes their subscription', async () => {
    await expectOne(await tenOf(await monthly()), { customer_email: newAddress() })
  })

  it('for a known customer as well', async () => {
    const { id } = await newCustomer(seller)
    await expectOne(await tenOf(await monthly(), { customer_id: id }), {})
  })

  it('all, where the seller allows several', async () => {
    await allowSeveral(seller, acme)
    const product = await monthly()
    const checkouts = await tenOf(product)
    await race(checkouts, { customer_email: newAddress() })
    for (const checkout of checkouts) await untilStatus(seller, checkout, 'succeeded')
    expect(await subscriptions()).toHaveLength(10)
  })

  it('one is paid while another waits for the buyer’s bank: not before that is over', async () => {
    const product = await monthly()
    const [waiting, other] = await tenOf(product)
    if (waiting === undefined || other === undefined) throw new Error('there are ten')
    const customer_email = newAddress()
    const asking = { customer_email, confirmation_token_id: 'tok_sandbox_authenticate' }
    expect(await confirm(buyer, waiting, asking)).toMatchObject({ status: 200 })
    const refused = await confirm(buyer, other, { customer_email })
    expect(briefOf(refused)).toBe(second)
    expect(refused.body?.['detail']).toContain('just being paid')
  })
})
