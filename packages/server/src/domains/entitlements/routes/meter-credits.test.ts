import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../../../../test/benefits.ts'
import { figuresOf, give, lotTexts, type OfMeter, take } from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newMeter } from '../../../../test/meters.ts'
import { newOrder, orderScopes } from '../../../../test/orders.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'
import { ingestNew } from '../../../../test/usage.ts'
import { assert } from '../../../kernel/assert.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls
let meter: string

/** An organization of its own for each test, whose clock it may advance. */
beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, [
    ...new Set([
      ...orderScopes,
      ...subscriptionScopes,
      ...(['benefits:write', 'events:write', 'customer_meters:read'] as const),
    ]),
  ])
  const settings = { feature_settings: { usage_based_billing_enabled: true } }
  const answer = await inDashboard(server.current, acme.owner).patch(
    `/organizations/${acme.id}`,
    settings,
  )
  assert(answer.status === 200, 'usage-based billing is on')
  meter = (await newMeter(calls, { aggregation: { func: 'sum', property: 'units' } })).id
})

const credits = (units: number, rollover = false, meter_id = meter) =>
  newBenefit(calls, { type: 'meter_credit', properties: { units, rollover, meter_id } })

async function setBenefits(productId: string, ...benefits: readonly { readonly id: string }[]) {
  const body = { benefits: benefits.map(({ id }) => id) }
  expect(await calls.post(`/products/${productId}/benefits`, body)).toMatchObject({ status: 200 })
}

async function planWith(...benefits: readonly { readonly id: string }[]) {
  const plan = await newRecurringProduct(calls, 1000)
  await setBenefits(plan.id, ...benefits)
  return plan
}

async function subscribe(...benefits: readonly { readonly id: string }[]) {
  const plan = await planWith(...benefits)
  const { id, customer_id } = await newPaidSubscription(server.current, calls, plan)
  return { id, plan, of: { customer: customer_id, meter } }
}

const move = async (id: string, { id: product_id }: { readonly id: string }) =>
  expect(await calls.patch(`/subscriptions/${id}`, { product_id })).toMatchObject({ status: 200 })

const use = ({ customer }: OfMeter, units: number) =>
  ingestNew(calls, { name: 'call', customer_id: customer, metadata: { units } })

async function advance(days: number) {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const page = z.object({ items: z.array(z.looseObject({ properties: z.unknown() })) })

async function propertiesOf({ customer }: OfMeter) {
  const { body } = await calls.get(`/benefit-grants/?customer_id=${customer}`)
  return page.parse(body).items.map(({ properties }) => properties)
}

describe('a benefit of credits', () => {
  it('gives its units, and another lot for each paid period', async () => {
    const { of } = await subscribe(await credits(100))
    expect(await lotTexts(calls, of)).toEqual(['grant 100/100'])
    expect(await propertiesOf(of)).toEqual([
      {
        last_credited_meter_id: meter,
        last_credited_units: 100,
        last_credited_at: expect.any(String),
      },
    ])
    await use(of, 30)
    expect(await figuresOf(calls, of)).toEqual([30, 100, 70])
    await advance(31)
    expect(await lotTexts(calls, of)).toEqual(['grant 0/100 reset', 'grant 100/100'])
    await advance(31)
    expect(await lotTexts(calls, of)).toEqual([
      'grant 0/100 reset',
      'grant 0/100 reset',
      'grant 100/100',
    ])
  })

  it('keeps what is left where it rolls over', async () => {
    const { of } = await subscribe(await credits(100, true))
    await use(of, 30.5)
    await advance(31)
    expect((await lotTexts(calls, of)).toSorted()).toEqual([
      'grant 0/100 reset',
      'grant 100/100',
      'rollover 69.5/69.5',
    ])
    expect((await figuresOf(calls, of))?.[2]).toBe(169.5)
  })

  it('gives nothing for a period that isn’t paid', async () => {
    const plan = await planWith(await credits(100))
    const buyer = { confirmation_token_id: 'tok_sandbox_fails_later' }
    const { customer_id } = await newPaidSubscription(server.current, calls, plan, buyer)
    const of = { customer: customer_id, meter }
    await use(of, 30)
    await advance(31)
    expect(await lotTexts(calls, of)).toEqual(['grant 70/100'])
  })
})

describe('credits that were bought', () => {
  async function pack(units: number) {
    const product = await newProduct(calls, {})
    const benefit = await credits(units)
    await setBenefits(product.id, benefit)
    const buy = (customerId: string) => {
      const priceId = product.prices[0]?.id ?? ''
      return newOrder(server.current, acme, { productId: product.id, priceId, customerId })
    }
    return { ...product, benefit, buy }
  }

  const refund = async (order_id: string) => {
    const body = { order_id, reason: 'other', amount: 100, revoke_benefits: true }
    expect(await calls.post('/refunds/', body)).toMatchObject({ status: 200 })
    await server.current.settle()
  }

  it('stay as long as the purchase isn’t taken back', async () => {
    const { buy } = await pack(100)
    const of = { customer: (await newCustomer(calls)).id, meter }
    const orderId = await buy(of.customer)
    await use(of, 30)
    await advance(40)
    await give(calls, of, 5)
    expect(await lotTexts(calls, of)).toEqual(['purchase 70/100', 'present 5/5'])
    await refund(orderId)
    expect(await lotTexts(calls, of)).toEqual(['purchase 0/100 revocation', 'present 5/5'])
    expect(await propertiesOf(of)).toEqual([{}])
  })

  it('come once for each purchase, and a refund takes those of its own', async () => {
    const { buy } = await pack(100)
    const of = { customer: (await newCustomer(calls)).id, meter }
    await buy(of.customer)
    const second = await buy(of.customer)
    await use(of, 130)
    expect(await lotTexts(calls, of)).toEqual(['purchase 0/100', 'purchase 70/100'])
    await refund(second)
    expect(await lotTexts(calls, of)).toEqual(['purchase 0/100', 'purchase 0/100 revocation'])
    expect((await figuresOf(calls, of))?.[2]).toBe(0)
  })

  it('are burned after what vanishes, and survive renewals, plans, the seller and the product', async () => {
    const { id: product, benefit, buy } = await pack(50)
    const { id, of } = await subscribe(benefit)
    const orderId = await buy(of.customer)
    await use(of, 60)
    expect((await lotTexts(calls, of)).toSorted()).toEqual(['grant 0/50', 'purchase 40/50'])
    await move(id, await planWith(await credits(7)))
    await advance(31)
    await advance(31)
    expect(await lotTexts(calls, of)).toContain('purchase 40/50')
    expect(await take(calls, of, 8)).toMatchObject({ status: 422 })
    expect(await take(calls, of, 7)).toMatchObject({ status: 201 })
    expect((await figuresOf(calls, of))?.[2]).toBe(40)
    await setBenefits(product)
    await server.current.settle()
    expect(await lotTexts(calls, of)).toContain('purchase 40/50')
    await setBenefits(product, benefit)
    await server.current.settle()
    await refund(orderId)
    expect(await lotTexts(calls, of)).toContain('purchase 0/50 revocation')
    expect((await figuresOf(calls, of))?.[2]).toBe(0)
  })
})

describe('a changed benefit', () => {
  it('changes the next period only', async () => {
    const benefit = await credits(100)
    const { of } = await subscribe(benefit)
    await use(of, 30)
    const changed = {
      type: 'meter_credit',
      properties: { units: 10, rollover: true, meter_id: meter },
    }
    expect(await calls.patch(`/benefits/${benefit.id}`, changed)).toMatchObject({ status: 200 })
    await server.current.settle()
    expect(await lotTexts(calls, of)).toEqual(['grant 70/100'])
    await advance(31)
    expect(await lotTexts(calls, of)).toEqual(['grant 0/100 reset', 'grant 10/10'])
  })

  it('may credit another meter from the next period on', async () => {
    const benefit = await credits(100)
    const { of } = await subscribe(benefit)
    await give(calls, of, 5)
    const other = (await newMeter(calls)).id
    const changed = {
      type: 'meter_credit',
      properties: { units: 7, rollover: false, meter_id: other },
    }
    expect(await calls.patch(`/benefits/${benefit.id}`, changed)).toMatchObject({ status: 200 })
    await advance(31)
    expect(await lotTexts(calls, of)).toEqual(['grant 0/100 reset', 'present 5/5'])
    expect(await lotTexts(calls, { ...of, meter: other })).toEqual(['grant 7/7'])
  })
})

describe('a changed plan', () => {
  it('back and forth gives nothing twice', async () => {
    const [small, large] = [await credits(100), await credits(1000)]
    const { id, plan, of } = await subscribe(small)
    const other = await planWith(large)
    await use(of, 30)
    await move(id, other)
    expect((await lotTexts(calls, of)).toSorted()).toEqual([
      'grant 0/100 revocation',
      'grant 1000/1000',
    ])
    await use(of, 200)
    await move(id, plan)
    expect((await lotTexts(calls, of)).toSorted()).toEqual([
      'grant 0/1000 revocation',
      'grant 70/100',
    ])
    await move(id, other)
    expect((await lotTexts(calls, of)).toSorted()).toEqual([
      'grant 0/100 revocation',
      'grant 800/1000',
    ])
    expect((await figuresOf(calls, of))?.[2]).toBe(800)
  })

  it('keeps the credits of a benefit that both plans have', async () => {
    const shared = await credits(100)
    const { id, of } = await subscribe(shared)
    await use(of, 30)
    await move(id, await planWith(shared))
    expect(await lotTexts(calls, of)).toEqual(['grant 70/100'])
  })

  it('never lowers what was given, or what another plan with the benefit gives', async () => {
    const shared = await credits(100)
    const { id, of } = await subscribe(shared)
    const settings = { allow_multiple_subscriptions: true }
    await calls.patch(`/organizations/${acme.id}/billing-settings`, settings)
    const free = await newRecurringProduct(calls, 0)
    await setBenefits(free.id, shared)
    const body = { product_id: free.id, customer_id: of.customer }
    expect(await calls.post('/subscriptions/', body)).toMatchObject({ status: 201 })
    await give(calls, of, 50)
    await use(of, 20)
    await move(id, await planWith(await credits(1)))
    expect(await lotTexts(calls, of)).toEqual([
      'grant 0/100 revocation',
      'grant 100/100',
      'present 50/50',
      'grant 1/1',
    ])
    expect(await calls.patch(`/subscriptions/${id}`, { revoke: true })).toMatchObject({
      status: 200,
    })
    expect((await figuresOf(calls, of))?.[2]).toBe(150)
  })

  it('of several subscriptions at the same time counts each of them', async () => {
    const other = (await newMeter(calls)).id
    const [one, two] = [await credits(100), await credits(10, false, other)]
    const settings = { allow_multiple_subscriptions: true }
    await calls.patch(`/organizations/${acme.id}/billing-settings`, settings)
    const plans = await Promise.all([0, 0].map((price) => newRecurringProduct(calls, price)))
    const [forth, back] = plans
    await setBenefits(forth?.id ?? '', one, two)
    await setBenefits(back?.id ?? '', two, one)
    const customer = (await newCustomer(calls)).id
    const of = { customer, meter }
    const subscribeTo = async (product_id = '') => {
      const body = { product_id, customer_id: customer }
      const answer = await calls.post('/subscriptions/', body)
      expect(answer).toMatchObject({ status: 201 })
      return String(answer.body?.['id'])
    }
    const ids = await Promise.all([forth, back, forth, back].map((plan) => subscribeTo(plan?.id)))
    expect((await figuresOf(calls, of))?.[2]).toBe(400)
    const ended = ids.slice(1).map((id) => calls.patch(`/subscriptions/${id}`, { revoke: true }))
    const given = [1, 2, 3].map((units) => give(calls, of, units))
    const answers = await Promise.all([...ended, ...given, use(of, 5)].map((call) => call))
    expect(answers.slice(0, 6).map((answer) => answer?.status)).toEqual([
      200, 200, 200, 201, 201, 201,
    ])
    // What was used may have burned a lot before it was taken.
    const left = (await figuresOf(calls, of))?.[2]
    expect([101, 106]).toContain(left)
    expect([9, 10]).toContain((await figuresOf(calls, { customer, meter: other }))?.[2])
  })
})
