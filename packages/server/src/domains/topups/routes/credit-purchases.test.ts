import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { give, lotTexts } from '../../../../test/credit-calls.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { aQuarterOfAnHourLater } from '../../../../test/open-orders.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { fixedPrice, freePrice, newProduct } from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
  withNothing,
} from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newRegistration } from '../../../../test/tax.ts'
import { newCreditPack, ordersOf, storeCard, topUpScopes } from '../../../../test/top-ups.ts'
import { answerBank, buyWithTypedAddress, portalOf } from '../../../../test/typed-purchases.ts'

const scopes = [...topUpScopes, 'payments:read'] as const
const { db, server, acme, calls } = sellingServer(scopes)

const market = () => ({ server: server.current, seller: calls, organization: acme })

let customer: MadeCustomer
let meter: string
let portal: BillingCalls
let pack: string

beforeEach(async () => {
  meter = (await newMeter(calls, { aggregation: { func: 'sum', property: 'units' } })).id
  customer = await newCustomer(calls)
  portal = await portalOf(market(), customer)
  await give(calls, of(), 5)
  pack = await newCreditPack(calls, meter)
})

const of = () => ({ customer: customer.id, meter })
const products = '/customer-portal/credit-products/'
const purchases = '/customer-portal/credit-purchases/'
const buy = (input: object = {}, by = portal, headers = {}): Promise<BillingAnswer> =>
  by.post(purchases, { product_id: pack, total_amount_max: 1000, ...input }, headers)
const confirm = ({ body }: BillingAnswer) =>
  portal.post(`${purchases}${String(body?.['id'])}/confirm`, {})
const later = { status: 'pending', order_id: null }

describe('credits in the portal', () => {
  it('are shown, with what they cost and what would be charged', async () => {
    expect((await portal.get(products)).body).toEqual({
      items: [
        {
          id: pack,
          name: '100 units',
          description: null,
          amount: 1000,
          currency: 'usd',
          credits: [{ meter_id: meter, units: 100 }],
        },
      ],
    })
    expect(await portal.get(`${products}${pack}`)).toMatchObject({
      status: 200,
      body: { id: pack, amount: 1000, tax_amount: 0, total_amount: 1000, payment_method: null },
    })
    await storeCard(market(), customer)
    expect((await portal.get(`${products}${pack}`)).body).toMatchObject({
      payment_method: { type: 'card', card: { last4: '4242' }, default: true },
    })
  })

  it('are bought with the stored card in one step, as an order that gives them', async () => {
    await storeCard(market(), customer)
    const bought = await buy()
    expect(bought).toMatchObject({
      status: 201,
      body: { status: 'succeeded', amount: 1000, currency: 'usd', product_id: pack },
    })
    expect(await lotTexts(calls, of())).toEqual(['present 5/5', 'purchase 100/100'])
    const [order] = await ordersOf(calls, customer.id)
    expect(order).toMatchObject({
      id: bought.body?.['order_id'],
      status: 'paid',
      total_amount: 1000,
      billing_reason: 'purchase',
      product_id: pack,
    })
    const mails = (await server.current.sentMails()).filter(({ to }) => to === customer.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/order|Thank/i)])
    expect((await confirm(bought)).body).toMatchObject({ status: 'succeeded' })
    expect((await portal.get('/customer-portal/benefit-grants/')).body).toMatchObject({
      items: [{ order_id: order?.id, properties: { last_credited_units: 100 } }],
    })
  })

  it('are taxed by the customer’s address', async () => {
    const { seller, server: own, organization } = await taxed()
    const buyer = await newCustomer(seller, { billing_address: { country: 'DE' } })
    const { id } = await newMeter(seller, { aggregation: { func: 'count' } })
    await give(seller, { customer: buyer.id, meter: id }, 1)
    const product_id = await newCreditPack(seller, id)
    const at = { seller, server: own, organization }
    await storeCard(at, buyer)
    const own_portal = await portalOf(at, buyer)
    expect((await own_portal.get(`${products}${product_id}`)).body).toMatchObject({
      amount: 1000,
      tax_amount: 190,
      total_amount: 1190,
    })
    const refused = await buy({ product_id }, own_portal)
    expect(refused).toMatchObject({ status: 409, body: { error: 'QuoteOutdated' } })
    expect(await buy({ product_id, total_amount_max: 1190 }, own_portal)).toMatchObject({
      status: 201,
      body: { amount: 1190 },
    })
    expect(await ordersOf(seller, buyer.id)).toMatchObject([
      { net_amount: 1000, tax_amount: 190, total_amount: 1190 },
    ])
    const nowhere = await newCustomer(seller)
    await give(seller, { customer: nowhere.id, meter: id }, 1)
    const homeless = await portalOf(at, nowhere)
    expect(await homeless.get(`${products}${product_id}`)).toMatchObject({ status: 422 })
    expect(await buy({ product_id, total_amount_max: 1190 }, homeless)).toMatchObject({
      status: 422,
    })
  })

  it('lead to a checkout for the customer where there is no card', async () => {
    expect(await buy()).toMatchObject({ status: 402, body: { error: 'PaymentMethodMissing' } })
    const opened = await portal.post(`${products}${pack}/checkout`, {})
    expect(opened).toMatchObject({
      status: 201,
      body: { url: expect.stringContaining('/checkout/') },
    })
    const client_secret = String(opened.body?.['url']).split('/').at(-1) ?? ''
    const buyer = {
      customer_name: 'Ada Buyer',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'tok_sandbox_ok',
    }
    const path = `/checkouts/client/${client_secret}/confirm`
    expect(await withNothing(server.current).post(path, buyer)).toMatchObject({
      status: 200,
      body: { customer_id: customer.id },
    })
    await server.current.settle()
    expect(await lotTexts(calls, of())).toEqual(['present 5/5', 'purchase 100/100'])
  })

  it('are only those that are offered', async () => {
    await storeCard(market(), customer)
    const other = await newMeter(calls, { aggregation: { func: 'count' } })
    const archived = await newCreditPack(calls, meter)
    await calls.patch(`/products/${archived}`, { is_archived: true })
    const unoffered = await Promise.all([
      newCreditPack(calls, other.id),
      newCreditPack(calls, meter, 5, { visibility: 'private' }),
      newCreditPack(calls, meter, 5, { recurring_interval: 'month' }),
      newCreditPack(calls, meter, 5, { prices: [freePrice] }),
      newCreditPack(calls, meter, 5, { prices: [{ amount_type: 'custom' }] }),
      newProduct(calls, { prices: [fixedPrice()] }).then(({ id }) => id),
    ])
    for (const product_id of [archived, ...unoffered, randomUUID()]) {
      expect(briefOf(await buy({ product_id }))).toBe('422 RequestValidationError body.product_id')
      expect((await portal.get(`${products}${product_id}`)).status).toBe(422)
      expect((await portal.post(`${products}${product_id}/checkout`, {})).status).toBe(422)
    }
    expect(
      z.object({ items: z.array(z.unknown()) }).parse((await portal.get(products)).body).items,
    ).toHaveLength(1)
    await calls.patch(`/meters/${meter}`, { is_archived: true })
    expect((await portal.get(products)).body).toEqual({ items: [] })
    expect(await ordersOf(calls, customer.id)).toEqual([])
  })

  it('are hidden from sessions of a typed address', async () => {
    const typed = await buyWithTypedAddress(server.current, 'tok_sandbox_ok')
    for (const answer of [
      await typed.session.get(products),
      await typed.session.post(purchases, { product_id: pack, total_amount_max: 1000 }),
      await typed.session.get('/customer-portal/top-ups/'),
    ]) {
      expect(answer.status).toBe(403)
    }
  })
})

describe('a purchase of credits', () => {
  it('is made once, however often the button is pressed', async () => {
    await storeCard(market(), customer)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy({}, portal, key)))
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual(
      answers.map(({ status }) => status).filter((status) => status === 409),
    )
    expect((await buy({}, portal, key)).body).toMatchObject({ status: 'succeeded' })
    await server.current.settle()
    expect(await ordersOf(calls, customer.id)).toHaveLength(1)
    expect(await lotTexts(calls, of())).toEqual(['present 5/5', 'purchase 100/100'])
  })

  it('is one at a time for a meter', async () => {
    await storeCard(market(), customer)
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy()))
    const made = answers.filter(({ status }) => status === 201).length
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(made === 10 ? [201] : [201, 409]),
    )
    await server.current.settle()
    expect(await ordersOf(calls, customer.id)).toHaveLength(made)
  })

  it('waits for the customer’s bank', async () => {
    await storeAsking()
    const asked = await buy()
    expect(asked).toMatchObject({ status: 201, body: { ...later, status: 'requires_action' } })
    expect(await lotTexts(calls, of())).toEqual(['present 5/5'])
    await answerBank(market(), asked.body?.['client_secret'])
    expect((await confirm(asked)).body).toMatchObject({ status: 'succeeded' })
    expect(await lotTexts(calls, of())).toEqual(['present 5/5', 'purchase 100/100'])
  })

  it('that was left unconfirmed makes room for another, and ends by itself', async () => {
    await storeAsking()
    const left = await buy()
    const another = await buy()
    expect(another).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    expect((await confirm(left)).body).toMatchObject({ status: 'failed' })
    await runOn(db.ownerUrl, aQuarterOfAnHourLater)
    await expect
      .poll(async () => (await confirm(another)).body?.['status'], { timeout: 30_000 })
      .toBe('failed')
    expect(await ordersOf(calls, customer.id)).toEqual([])
  })

  it('that is declined says why, and can be tried again at once', async () => {
    await storeCard(market(), customer, 'tok_sandbox_fails_later')
    expect(await buy()).toMatchObject({ status: 201, body: { status: 'succeeded' } })
    for (const _ of [1, 2, 3]) {
      expect(await buy()).toMatchObject({
        status: 201,
        body: { status: 'failed', decline_message: expect.any(String), order_id: null },
      })
    }
    await storeCard(market(), customer)
    expect(await buy()).toMatchObject({ status: 201, body: { status: 'succeeded' } })
  })

  it('is found by its customer alone', async () => {
    await storeCard(market(), customer)
    const bought = await buy()
    const other = await portalOf(market(), await newCustomer(calls))
    const path = `${purchases}${String(bought.body?.['id'])}/confirm`
    expect((await other.post(path, {})).status).toBe(404)
    expect((await portal.post(`${purchases}${randomUUID()}/confirm`, {})).status).toBe(404)
  })

  it('gives its unspent credits back with a refund', async () => {
    await storeCard(market(), customer)
    const { body } = await buy()
    await buy()
    const refund = { reason: 'other', amount: 1000, revoke_benefits: true }
    expect(
      await calls.post('/refunds/', { ...refund, order_id: body?.['order_id'] }),
    ).toMatchObject({ status: 200 })
    await server.current.settle()
    expect(await lotTexts(calls, of())).toEqual([
      'present 5/5',
      'purchase 0/100 revocation',
      'purchase 100/100',
    ])
  })
})

/** Another seller, who collects VAT in Germany. */
async function taxed() {
  const organization = await createOrganization(server.current)
  const seller = await newBackend(server.current, organization, scopes)
  await newRegistration(seller)
  return { organization, seller, server: server.current }
}

/** A card whose bank asks each time; it was confirmed when it was stored. */
async function storeAsking() {
  const setUp = await portal.post('/customer-portal/customers/me/payment-methods/set-ups', {
    confirmation_token_id: 'tok_sandbox_authenticate_always',
    set_default: true,
    return_url: 'https://example.com/',
  })
  await answerBank(market(), setUp.body?.['client_secret'])
  const path = `/customer-portal/customers/me/payment-methods/set-ups/${String(setUp.body?.['id'])}/confirm`
  expect((await portal.post(path, {})).body).toMatchObject({ status: 'succeeded' })
}
