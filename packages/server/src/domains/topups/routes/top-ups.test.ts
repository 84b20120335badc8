import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { figuresOf, give, lotTexts } from '../../../../test/credit-calls.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { askUsage, readReservation } from '../../../../test/limit-calls.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { organizationIdOf } from '../../../../test/owned-organization.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import {} from '../../../../test/products.ts'
import { type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  newCreditPack,
  ordersOf,
  storeCard,
  topUpScopes,
  topUpTexts,
  turnOn,
} from '../../../../test/top-ups.ts'
import { portalOf } from '../../../../test/typed-purchases.ts'
import { ingestNew } from '../../../../test/usage.ts'
import { buyDueCredits } from '../actions/buy-due-credits.ts'

const { db, server, acme, calls } = sellingServer(topUpScopes)

const market = () => ({ server: server.current, seller: calls, organization: acme })

let customer: MadeCustomer
let name: string
let meter: string
let portal: BillingCalls
let pack: string

beforeEach(async () => {
  name = randomUUID()
  const filter = {
    conjunction: 'and',
    clauses: [{ property: 'name', operator: 'eq', value: name }],
  }
  meter = (await newMeter(calls, { filter, aggregation: { func: 'sum', property: 'units' } })).id
  customer = await newCustomer(calls)
  portal = await portalOf(market(), customer)
  await give(calls, of(), 100)
  pack = await newCreditPack(calls, meter)
  await storeCard(market(), customer)
})

const of = () => ({ customer: customer.id, meter })
const turnItOn = (input: object = {}) =>
  turnOn(portal, { meter_id: meter, product_id: pack, ...input })
const use = (units: number) =>
  ingestNew(calls, { name, customer_id: customer.id, metadata: { units } })

/** As often as two processes would in a moment. */
const sweep = (times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      buyDueCredits(orderDeps(server.current), [organizationIdOf(acme)]),
    ),
  )

const texts = () => topUpTexts(calls, customer.id)
const charges = async () => (await ordersOf(calls, customer.id)).map((one) => one.total_amount)

describe('an automatic top-up', () => {
  it('is turned on by the customer, who is notified of what they agreed to, and seen by the seller', async () => {
    const on = await turnItOn()
    expect(on).toMatchObject({
      status: 200,
      body: {
        customer_id: customer.id,
        meter_id: meter,
        product_id: pack,
        threshold: 10,
        purchases_max: 3,
        total_amount_max: 1000,
        currency: 'usd',
        status: 'on',
        stop_reason: null,
      },
    })
    const shown = await calls.get(`/customers/${customer.id}/top-ups`)
    expect(shown.body).toMatchObject({
      items: [{ ...on.body, purchases: 0, is_purchasing: false }],
    })
    expect((await portal.get('/customer-portal/top-ups/')).body).toEqual(shown.body)
    const mails = (await server.current.sentMails()).filter(({ to }) => to === customer.email)
    expect(mails.at(-1)?.text).toMatch(/100 units[^]*\$10.00, tax included[^]*at most 3 times/)
    const again = await turnItOn({ threshold: 2.5, purchases_max: 1 })
    expect(again.body).toMatchObject({ id: on.body?.['id'], threshold: 2.5, purchases_max: 1 })
  })

  it('buys once when the balance falls below the threshold', async () => {
    await turnItOn()
    await sweep()
    expect(await charges()).toEqual([])
    await use(90)
    await sweep()
    expect(await charges()).toEqual([])
    await use(0.5)
    await sweep()
    await sweep()
    expect(await charges()).toEqual([1000])
    expect(await lotTexts(calls, of())).toEqual(['present 9.5/100', 'purchase 100/100'])
    expect(await texts()).toEqual(['on 1'])
    expect((await figuresOf(calls, of()))?.[2]).toBe(109.5)
  })

  it('follows what is tracked, settled and taken', async () => {
    await turnItOn({ threshold: 60 })
    const event = { name, customer_id: customer.id, metadata: { units: 50 } }
    expect(await askUsage(calls, 'track', { event })).toMatchObject({ body: { allowed: true } })
    await sweep()
    expect(await charges()).toHaveLength(1)
    const held = { customer_id: customer.id, meter_id: meter, units: 120 }
    const reservation_id = readReservation(await askUsage(calls, 'reserve', held))
    await sweep()
    expect(await charges()).toHaveLength(1)
    const settled = { reservation_id, event: { name, metadata: { units: 100 } } }
    expect(await askUsage(calls, 'settle', settled)).toMatchObject({ body: { allowed: true } })
    await sweep()
    expect(await charges()).toHaveLength(2)
  })

  it('is made once by any number of processes', async () => {
    await turnItOn()
    await use(95)
    await sweep(8)
    await server.current.settle()
    expect(await charges()).toEqual([1000])
    await use(100)
    await Promise.all([sweep(8), use(1), use(1)])
    await server.current.settle()
    expect(await charges()).toEqual([1000, 1000])
  })

  it('never buys more often in a month than agreed, however little it helps', async () => {
    await turnItOn({ threshold: 1000, purchases_max: 2 })
    for (const _ of [1, 2, 3, 4]) await sweep(3)
    expect(await charges()).toEqual([1000, 1000])
    expect(await texts()).toEqual(['on 2'])
    await turnItOn({ threshold: 1000, purchases_max: 3 })
    for (const _ of [1, 2]) await sweep()
    expect(await charges()).toHaveLength(3)
    await runOn(
      db.ownerUrl,
      `update credit_purchase set created_at = created_at - interval '31 days'
        where customer_id = '${customer.id}'`,
    )
    await sweep()
    expect(await charges()).toHaveLength(4)
    expect(await texts()).toEqual(['on 1'])
  })

  it('doesn’t forget its purchases when it is turned off and on', async () => {
    const { body } = await turnItOn({ threshold: 1000, purchases_max: 1 })
    await sweep()
    expect((await portal.remove(`/customer-portal/top-ups/${String(body?.['id'])}`)).status).toBe(
      204,
    )
    expect(await texts()).toEqual([])
    await sweep()
    await turnItOn({ threshold: 1000, purchases_max: 1 })
    await sweep()
    expect(await charges()).toEqual([1000])
  })

  it('waits while the customer buys credits themselves', async () => {
    await turnItOn({ threshold: 1000, purchases_max: 1 })
    const bought = portal.post('/customer-portal/credit-purchases/', {
      product_id: pack,
      total_amount_max: 1000,
    })
    await Promise.all([bought, sweep(4)])
    await sweep()
    const { status } = await bought
    expect(await charges()).toHaveLength(status === 201 ? 2 : 1)
  })

  it('doesn’t count limits of other meters, and buys for what was used without credits', async () => {
    await turnItOn({ threshold: 0 })
    await use(150)
    await sweep()
    expect((await figuresOf(calls, of()))?.[2]).toBe(50)
    expect(await charges()).toEqual([1000])
  })
})

describe('a processor', () => {
  const purchase = async () =>
    (
      await runOn<{ status: string }>(
        db.ownerUrl,
        `select status from credit_purchase where customer_id = '${customer.id}' order by created_at`,
      )
    ).map(({ status }) => status)

  const pending = async () => (await purchase()).filter((status) => status === 'pending').length
  const refunds = async () =>
    (
      await runOn<{ status: string }>(
        db.ownerUrl,
        `select r.status from refund r join credit_purchase p on p.order_id = r.order_id
          where p.customer_id = '${customer.id}'`,
      )
    ).map(({ status }) => status)

  /** The card was charged, and nobody knows it yet. */
  async function turnOnWithLost(): Promise<string> {
    const { body } = await turnItOn()
    await use(95)
    const lost = testPaymentDeps(db.database, {
      wrap: (processor) => ({
        ...processor,
        charge: async (charge) => {
          await processor.charge(charge)
          return { unavailable: 'the answer was lost' }
        },
      }),
    })
    await buyDueCredits(lost, [organizationIdOf(acme)])
    return String(body?.['id'])
  }

  it('that doesn’t answer is asked again about the same purchase', async () => {
    await turnItOn()
    await use(95)
    const away = testPaymentDeps(db.database, {
      wrap: (processor) => ({
        ...processor,
        charge: async () => ({ unavailable: 'it is away' }),
        chargeAll: async (charges) => charges.map(() => ({ unavailable: 'it is away' })),
      }),
    })
    await buyDueCredits(away, [organizationIdOf(acme)])
    expect(await purchase()).toEqual(['pending'])
    expect(await texts()).toEqual(['on 1…'])
    await sweep(3)
    expect(await purchase()).toEqual(['pending'])
    await runOn(db.ownerUrl, `update payment set resume_at = started_at where status = 'pending'`)
    await expect.poll(charges, { timeout: 60_000 }).toEqual([1000])
    await server.current.settle()
    expect(await lotTexts(calls, of())).toEqual(['present 5/100', 'purchase 100/100'])
    await sweep()
    expect(await purchase()).toEqual(['succeeded'])
  })

  it('that has charged although its answer was lost is not asked for more', async () => {
    await turnOnWithLost()
    await sweep(3)
    await runOn(db.ownerUrl, `update payment set resume_at = started_at where status = 'pending'`)
    await expect.poll(charges, { timeout: 60_000 }).toEqual([1000])
    await server.current.settle()
    await sweep()
    const [taken] = await runOn<{ count: string }>(
      db.ownerUrl,
      `select count(*) from sandbox_intent i join payment p on p.processor_id = i.id::text
        where p.customer_id = '${customer.id}'`,
    )
    expect(Number(taken?.count)).toBeLessThanOrEqual(1)
    expect(await purchase()).toEqual(['succeeded'])
  })

  it('that has charged a customer who was deleted meanwhile gives it back', async () => {
    await turnOnWithLost()
    expect((await calls.remove(`/customers/${customer.id}`)).status).toBe(204)
    await runOn(db.ownerUrl, `update payment set resume_at = started_at where status = 'pending'`)
    await expect.poll(refunds, { timeout: 60_000 }).toEqual(['succeeded'])
  })

  it('that has charged what was turned off meanwhile sells it, once', async () => {
    const id = await turnOnWithLost()
    expect((await portal.remove(`/customer-portal/top-ups/${id}`)).status).toBe(204)
    await runOn(db.ownerUrl, `update payment set resume_at = started_at where status = 'pending'`)
    await expect.poll(charges, { timeout: 60_000 }).toEqual([1000])
    await server.current.settle()
    expect(await lotTexts(calls, of())).toEqual(['present 5/100', 'purchase 100/100'])
  })

  it('isn’t asked for what was turned off before', async () => {
    const { body } = await turnItOn()
    await use(95)
    const turningOff = testPaymentDeps(db.database, {
      wrap: (processor) => ({
        ...processor,
        charge: async () => ({ unavailable: 'it is away' }),
      }),
    })
    await Promise.all([
      buyDueCredits(turningOff, [organizationIdOf(acme)]),
      portal.remove(`/customer-portal/top-ups/${String(body?.['id'])}`),
    ])
    await runOn(
      db.ownerUrl,
      `update payment set resume_at = started_at, submitted_at = submitted_at - interval '1 hour'
        where status = 'pending'`,
    )
    await expect.poll(pending, { timeout: 60_000 }).toBe(0)
    expect(await charges()).toEqual([])
  })

  it('that died after the charge leaves the rest to a job', async () => {
    await turnItOn()
    await use(95)
    const dying = testPaymentDeps(db.database, {
      wrap: (processor) => ({
        ...processor,
        charge: async (charge) => {
          await processor.charge(charge)
          throw new Error('the process died')
        },
      }),
    })
    await expect(buyDueCredits(dying, [organizationIdOf(acme)])).rejects.toThrow('weren’t made')
    await runOn(db.ownerUrl, `update payment set resume_at = started_at where status = 'pending'`)
    await expect.poll(charges, { timeout: 60_000 }).toEqual([1000])
  })
})

describe('refusals', () => {
  it('name the field', async () => {
    const other = await newMeter(calls, { aggregation: { func: 'count' } })
    const answers = await Promise.all([
      turnItOn({ meter_id: other.id }),
      turnItOn({ product_id: randomUUID() }),
      turnItOn({ threshold: -1 }),
      turnItOn({ purchases_max: 0 }),
      turnItOn({ purchases_max: 101 }),
      turnItOn({ total_amount_max: 999 }),
      portal.remove(`/customer-portal/top-ups/${randomUUID()}`),
      calls.post(`/customers/${customer.id}/top-ups/${randomUUID()}/stop`, {}),
      calls.get(`/customers/${randomUUID()}/top-ups`),
    ])
    expect(answers.map(briefOf)).toEqual([
      '422 RequestValidationError body.product_id',
      '422 RequestValidationError body.product_id',
      '422 RequestValidationError body.threshold',
      '422 RequestValidationError body.purchases_max',
      '422 RequestValidationError body.purchases_max',
      expect.stringMatching(/^409 QuoteOutdated/),
      expect.stringMatching(/^404/),
      expect.stringMatching(/^404/),
      expect.stringMatching(/^404/),
    ])
    const without = await newCustomer(calls)
    await give(calls, { ...of(), customer: without.id }, 1)
    const own = await portalOf(market(), without)
    expect(briefOf(await turnOn(own, { meter_id: meter, product_id: pack }))).toMatch(
      /^402 PaymentMethodMissing/,
    )
  })

  it('hide top-ups of others', async () => {
    const { body } = await turnItOn()
    const other = await newCustomer(calls)
    const own = await portalOf(market(), other)
    const id = String(body?.['id'])
    expect((await own.remove(`/customer-portal/top-ups/${id}`)).status).toBe(404)
    expect((await calls.post(`/customers/${other.id}/top-ups/${id}/stop`, {})).status).toBe(404)
    expect(await texts()).toEqual(['on 0'])
  })
})
