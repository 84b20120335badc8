import { beforeEach, describe, expect, it } from 'vitest'
import { give, lotTexts } from '../../../../test/credit-calls.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { eventsOf, organizationIdOf } from '../../../../test/owned-organization.ts'
import { fixedPrice } from '../../../../test/products.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newRegistration } from '../../../../test/tax.ts'
import {
  newCreditPack,
  ordersOf,
  storeCard,
  topUpScopes,
  topUpTexts,
  turnOn,
} from '../../../../test/top-ups.ts'
import { portalOf } from '../../../../test/typed-purchases.ts'
import { buyDueCredits } from '../actions/buy-due-credits.ts'

const { db, server, acme, calls } = sellingServer(topUpScopes)

const market = () => ({ server: server.current, seller: calls, organization: acme })

let customer: MadeCustomer
let meter: string
let portal: BillingCalls
let pack: string

beforeEach(async () => {
  meter = (await newMeter(calls, { aggregation: { func: 'sum', property: 'units' } })).id
  customer = await newCustomer(calls, { billing_address: { country: 'US', state: 'US-NY' } })
  portal = await portalOf(market(), customer)
  await give(calls, of(), 5)
  pack = await newCreditPack(calls, meter)
})

const of = () => ({ customer: customer.id, meter })
const turnItOn = (input: object = {}) =>
  turnOn(portal, { meter_id: meter, product_id: pack, ...input })
const sweep = (times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      buyDueCredits(orderDeps(server.current), [organizationIdOf(acme)]),
    ),
  )
const texts = () => topUpTexts(calls, customer.id)
const charges = async () => (await ordersOf(calls, customer.id)).map((one) => one.total_amount)
const mails = async () =>
  (await server.current.sentMails()).filter(({ to }) => to === customer.email)
const methods = '/customer-portal/customers/me/payment-methods'

/** It is on, with a balance that is too low. */
async function turnOnWith(card: string, input: object = {}) {
  const method = await storeCard(market(), customer, card)
  const on = await turnItOn(input)
  expect(on).toMatchObject({ status: 200 })
  return { method, id: String(on.body?.['id']) }
}

/** Not always the last: the one that says it is on may be written meanwhile. */
const stopMail = async () =>
  (await mails()).findLast(({ subject }) => subject.includes('has stopped'))?.text ?? ''

describe('a declined card', () => {
  const declining = 'tok_sandbox_fails_later'

  it('stops it once, tells the customer and the seller, and never tries again by itself', async () => {
    await turnOnWith(declining, { threshold: 1000, purchases_max: 50 })
    await sweep(3)
    expect(await charges()).toEqual([1000])
    for (const _ of [1, 2, 3, 4]) await sweep(3)
    expect(await charges()).toEqual([1000])
    expect(await texts()).toEqual(['stopped payment_declined 1'])
    const attempts = await runOn<{ status: string }>(
      db.ownerUrl,
      `select status from payment where customer_id = '${customer.id}' order by created_at`,
    )
    expect(attempts.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(await stopMail()).toMatch(/has stopped[^]*Your card was declined[^]*turn it on again/)
    const sent = (await eventsOf(server.current, acme)).filter(
      ({ name, payload }) =>
        name === 'top_up.stopped' && JSON.stringify(payload).includes(customer.id),
    )
    expect(sent).toHaveLength(1)
  })

  it('is tried again after the customer has turned it on again', async () => {
    await turnOnWith(declining, { threshold: 1000 })
    await sweep()
    await sweep()
    expect(await texts()).toEqual(['stopped payment_declined 1'])
    await turnOnWith('tok_sandbox_ok', { threshold: 1000 })
    expect(await texts()).toEqual(['on 1'])
    await sweep()
    expect(await texts()).toEqual(['on 2'])
  })

  it('of a bank that asks is its own reason, and the customer can buy with the bank’s consent', async () => {
    await turnOnWith('tok_sandbox_authenticate_renewals')
    await sweep(2)
    expect(await texts()).toEqual(['stopped authentication_required 0'])
    expect(await stopMail()).toMatch(/Your bank wants you to confirm/)
    const bought = await portal.post('/customer-portal/credit-purchases/', {
      product_id: pack,
      total_amount_max: 1000,
    })
    expect(bought.body).toMatchObject({ status: 'succeeded' })
    expect(await texts()).toEqual(['stopped authentication_required 0'])
  })
})

describe('what isn’t as it was agreed', () => {
  const expectStopped = async (reason: string) => {
    await sweep(2)
    expect(await texts()).toEqual([`stopped ${reason} 0`])
    expect(await charges()).toEqual([])
    await sweep()
    expect(await charges()).toEqual([])
  }

  it('is a higher price, not a lower one', async () => {
    await turnOnWith('tok_sandbox_ok')
    await calls.patch(`/products/${pack}`, { prices: [fixedPrice(1001)] })
    await expectStopped('price_increased')
    await turnItOn()
    await calls.patch(`/products/${pack}`, { prices: [fixedPrice(500)] })
    await sweep()
    expect(await charges()).toEqual([500])
    expect(await texts()).toEqual(['on 1'])
  })

  it('is an archived product', async () => {
    await turnOnWith('tok_sandbox_ok')
    await calls.patch(`/products/${pack}`, { is_archived: true })
    await expectStopped('product_unavailable')
  })

  it('is a private product, and one that credits nothing of the meter', async () => {
    await turnOnWith('tok_sandbox_ok')
    await calls.patch(`/products/${pack}`, { visibility: 'private' })
    await expectStopped('product_unavailable')
    await calls.patch(`/products/${pack}`, { visibility: 'public' })
    await turnItOn()
    await calls.post(`/products/${pack}/benefits`, { benefits: [] })
    await expectStopped('product_unavailable')
  })

  it('is an archived meter', async () => {
    await turnOnWith('tok_sandbox_ok')
    expect(await calls.patch(`/meters/${meter}`, { is_archived: true })).toMatchObject({
      status: 200,
    })
    await expectStopped('product_unavailable')
  })

  it('is a removed card', async () => {
    const { method } = await turnOnWith('tok_sandbox_ok', { threshold: 0 })
    expect((await portal.remove(`${methods}/${method}`)).status).toBe(204)
    expect(await texts()).toEqual(['stopped payment_method_missing 0'])
    expect(await stopMail()).toMatch(/no card any more/)
  })

  it('isn’t one of two cards that is removed', async () => {
    await turnOnWith('tok_sandbox_ok')
    const method = await storeCard(market(), customer)
    expect((await portal.remove(`${methods}/${method}`)).status).toBe(204)
    await sweep()
    expect(await texts()).toEqual(['on 1'])
  })

  it('is a tax that came, or can’t be known', async () => {
    await turnOnWith('tok_sandbox_ok')
    const { id } = await newRegistration(calls)
    const live = async (billing_address: object | null) =>
      expect(await calls.patch(`/customers/${customer.id}`, { billing_address })).toMatchObject({
        status: 200,
      })
    await live({ country: 'DE' })
    await expectStopped('price_increased')
    expect(await turnItOn()).toMatchObject({ body: { total_amount_max: 1190 } })
    await live(null)
    await expectStopped('billing_address_incomplete')
    expect(await turnItOn()).toMatchObject({ status: 422 })
    await live({ country: 'DE' })
    await turnItOn()
    await sweep()
    expect(await charges()).toEqual([1190])
    await calls.remove(`/tax-registrations/${id}`)
  })
})

describe('what ends it', () => {
  it('is the seller, who can’t turn it on again', async () => {
    const { id } = await turnOnWith('tok_sandbox_ok')
    const stop = () => calls.post(`/customers/${customer.id}/top-ups/${id}/stop`, {})
    expect(await stop()).toMatchObject({
      status: 200,
      body: { status: 'stopped', stop_reason: 'seller' },
    })
    expect((await stop()).body).toMatchObject({ stop_reason: 'seller' })
    await sweep()
    expect(await charges()).toEqual([])
    const put = await calls.put(`/customers/${customer.id}/top-ups`, { meter_id: meter })
    expect(put.status).toBe(405)
    expect(await turnItOn()).toMatchObject({ status: 200, body: { status: 'on' } })
  })

  it('is a refund, after what was spent of it too, which isn’t bought again', async () => {
    await turnOnWith('tok_sandbox_ok')
    await sweep()
    const [order] = await ordersOf(calls, customer.id)
    const refund = { order_id: order?.id, reason: 'other', amount: 1000, revoke_benefits: true }
    const refunded = calls.post('/refunds/', refund)
    await Promise.all([refunded, sweep(4)])
    expect((await refunded).status).toBe(200)
    await sweep(2)
    await server.current.settle()
    expect(await charges()).toEqual([1000])
    expect(await texts()).toEqual(['stopped purchase_refunded 1'])
    expect(await lotTexts(calls, of())).toEqual(['present 5/5', 'purchase 0/100 revocation'])
  })

  it('is a disputed payment', async () => {
    await turnOnWith('tok_sandbox_dispute_lost')
    await sweep()
    await expect.poll(texts, { timeout: 60_000 }).toEqual(['stopped purchase_disputed 1'])
  })

  it('is the deletion of the customer', async () => {
    await turnOnWith('tok_sandbox_ok')
    expect((await calls.remove(`/customers/${customer.id}`)).status).toBe(204)
    await sweep(2)
    const [found] = await runOn<{ count: string }>(
      db.ownerUrl,
      `select count(*) from credit_purchase where customer_id = '${customer.id}'`,
    )
    expect(found?.count).toBe('0')
  })
})
