import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { thrown } from './seller.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()
let shop: Shop
let early: string
let chat: string
let basic: string
let plus: string
let handbook: string

beforeAll(async () => {
  shop = await newShop(site, '2031-01-01')
  early = await shop.createBenefit('Early access')
  chat = await shop.createBenefit('A place in the chat')
  basic = await shop.createProduct('Basic', 10)
  plus = await shop.createProduct('Plus', 30)
  const prices = [{ amountType: 'fixed', priceAmount: 1500 } as const]
  const once = { name: 'Handbook', recurringInterval: null, prices }
  handbook = (await shop.polar.products.create(once)).id
  await shop.giveWith(handbook, [early])
  await shop.giveWith(basic, [early])
  await shop.giveWith(plus, [early, chat])
})

type Customer = Parameters<Shop['addCard']>[0]
type Order = Awaited<ReturnType<Shop['polar']['orders']['get']>>

/** What the customer holds, by the benefits’ ids. */
async function heldBy({ customerId: id }: Customer): Promise<string[]> {
  const { grantedBenefits } = await shop.polar.customers.getState({ id })
  return grantedBenefits.map(({ benefitId }) => benefitId)
}

const grantsOf = async (id: string, filters: object = {}) =>
  (await shop.polar.benefits.grants({ id, limit: 100, ...filters })).result.items

async function orderOf({ customerId }: Pick<Customer, 'customerId'>): Promise<Order> {
  const { result } = await shop.polar.orders.list({ customerId, sorting: ['-created_at'] })
  const [latest] = result.items
  if (latest === undefined) throw new Error('expected an order')
  return latest
}

async function buyHandbook({ customerId }: Customer): Promise<Order> {
  await shop.buy(handbook, customerId)
  return orderOf({ customerId })
}

async function refundAndTake({ id: orderId, netAmount, refundedAmount }: Order): Promise<void> {
  const amount = netAmount - refundedAmount
  await shop.polar.refunds.create({ orderId, reason: 'other', amount, revokeBenefits: true })
}

describe('a subscriber', () => {
  it('holds what was paid for, and the seller sees by which subscription', async () => {
    const ada = await shop.subscribe(basic)
    expect(await heldBy(ada)).toEqual([early])
    const [grant] = await grantsOf(early, { customerId: ada.customerId })
    expect(grant).toMatchObject({
      subscriptionId: ada.id,
      orderId: null,
      isGranted: true,
      isRevoked: false,
      grantedAt: expect.any(Date),
      revokedAt: null,
      customer: { id: ada.customerId },
    })
    expect(await thrown(shop.polar.benefits.grants({ id: ada.id }))).toBeInstanceOf(
      ResourceNotFound,
    )
  })

  it('moves up and down, and never loses what both plans give', async () => {
    const bob = await shop.subscribe(basic)
    const [first] = await grantsOf(early, { customerId: bob.customerId })
    await shop.change(bob, { product_id: plus })
    expect(await heldBy(bob)).toEqual([early, chat])
    await shop.change(bob, { product_id: basic })
    expect(await heldBy(bob)).toEqual([early])
    expect(await grantsOf(early, { customerId: bob.customerId })).toEqual([first])
    expect(await grantsOf(chat, { customerId: bob.customerId, isGranted: false })).toHaveLength(1)
  })

  it('keeps everything after canceling, until the paid month is over', async () => {
    const cleo = await shop.subscribe(plus)
    await shop.change(cleo, { cancel_at_period_end: true })
    expect(await heldBy(cleo)).toEqual([early, chat])
    await shop.advanceTo('2031-02-02')
    expect(await heldBy(cleo)).toEqual([])
  })

  it('who stops paying keeps it for the days of grace, and gets it back by paying', async () => {
    const dan = await shop.subscribe(basic, { card: 'tok_sandbox_fails_later' })
    await shop.advanceTo('2031-03-03')
    expect(await shop.reload(dan)).toMatchObject({ status: 'past_due' })
    expect(await heldBy(dan)).toEqual([early])
    await shop.advanceTo('2031-03-10')
    expect(await heldBy(dan)).toEqual([])
    await shop.addCard(dan, 'tok_sandbox_ok')
    expect(await shop.reload(dan)).toMatchObject({ status: 'active' })
    expect(await heldBy(dan)).toEqual([early])
  })
})

describe('a customer with a subscription and a purchase that give the same', () => {
  it('holds it until both have ended', async () => {
    const jo = await shop.subscribe(basic)
    const order = await buyHandbook(jo)
    await shop.polar.subscriptions.revoke({ id: jo.id })
    expect(await heldBy(jo)).toEqual([early])
    await refundAndTake(order)
    expect(await heldBy(jo)).toEqual([])
  })

  it('gets it back by a purchase after a pause without either', async () => {
    const kim = await shop.subscribe(basic)
    const [first] = await grantsOf(early, { customerId: kim.customerId })
    await shop.polar.subscriptions.revoke({ id: kim.id })
    await shop.advanceTo('2031-03-20')
    expect(await heldBy(kim)).toEqual([])
    await buyHandbook(kim)
    expect(await heldBy(kim)).toEqual([early])
    const [ended, again] = await grantsOf(early, { customerId: kim.customerId })
    expect(again).toMatchObject({ isGranted: true, subscriptionId: null })
    expect(ended).toMatchObject({ id: first?.id, isRevoked: true, subscriptionId: kim.id })
  })
})

it('a refund takes what the seller says', async () => {
  const lea = await shop.buy(handbook)
  const order = await orderOf(lea)
  await shop.polar.refunds.create({ orderId: order.id, reason: 'other', amount: 100 })
  expect(await heldBy(lea)).toEqual([early])
  await refundAndTake(await orderOf(lea))
  expect(await heldBy(lea)).toEqual([])
})

it('a deleted customer holds nothing, whether erased or not', async () => {
  for (const anonymize of [false, true]) {
    const { customerId } = await shop.subscribe(plus)
    const held = await grantsOf(chat, { customerId })
    expect(held).toMatchObject([{ isGranted: true }])
    const path = `/customers/${customerId}?anonymize=${anonymize}`
    expect(await shop.remove(path)).toMatchObject({ status: 204 })
    await site.server.settle()
    const kept = (await grantsOf(chat)).filter(({ id }) => id === held[0]?.id)
    expect(kept).toMatchObject([{ isGranted: false, isRevoked: true }])
  }
})

describe('in the portal, a customer', () => {
  it('reads what they hold, and nothing of others', async () => {
    const [gus, hal] = [await shop.subscribe(plus), await shop.subscribe(basic)]
    const { token } = await shop.polar.customerSessions.create({ customerId: gus.customerId })
    const session = { customerSession: token }
    const { benefitGrants } = shop.polar.customerPortal
    const { result } = await benefitGrants.list(session, { sorting: ['granted_at'] })
    expect(result.items.map(({ benefitId }) => benefitId)).toEqual([early, chat])
    const [first] = result.items
    expect(first).toMatchObject({
      subscriptionId: gus.id,
      isGranted: true,
      customer: { id: gus.customerId },
      benefit: {
        type: 'custom',
        description: 'Early access',
        properties: { note: '**Early access**' },
        metadata: {},
      },
    })
    const id = first?.id ?? ''
    expect(await benefitGrants.get(session, { id })).toEqual(first)
    const other = (await grantsOf(early, { customerId: hal.customerId }))[0]?.id ?? ''
    expect(await thrown(benefitGrants.get(session, { id: other }))).toBeInstanceOf(ResourceNotFound)
  })

  it('no longer sees what was revoked', async () => {
    const ida = await shop.subscribe(plus)
    await shop.change(ida, { product_id: basic })
    const { token } = await shop.polar.customerSessions.create({ customerId: ida.customerId })
    const { result } = await shop.polar.customerPortal.benefitGrants.list(
      { customerSession: token },
      { subscriptionId: ida.id },
    )
    expect(result.items.map(({ benefitId }) => benefitId)).toEqual([early])
  })
})

it('a changed list reaches those who bought before, and a deleted benefit is taken', async () => {
  const eve = await shop.subscribe(basic)
  const guide = await shop.createBenefit('A printed guide')
  const { body } = await shop.previewGiving(basic, [guide, early])
  expect(body).toEqual({ gains: [{ benefit_id: guide, count: expect.any(Number) }], losses: [] })
  await shop.giveWith(basic, [guide, early])
  expect(await heldBy(eve)).toEqual([early, guide])
  expect(await shop.get(`/products/${basic}/benefits/progress`)).toMatchObject({
    status: 200,
    body: { remaining: 0 },
  })
  expect(await shop.get(`/benefits/${guide}/deletion-preview`)).toMatchObject({
    status: 200,
    body: { losses: [{ benefit_id: guide }] },
  })
  await shop.polar.benefits.delete({ id: guide })
  await site.server.settle()
  expect(await heldBy(eve)).toEqual([early])
})

it('all grants of an organization are listed together', async () => {
  const finn = await shop.subscribe(plus)
  const { status, body } = await shop.get(
    `/benefit-grants/?customer_id=${finn.customerId}&status=granted`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    items: [
      { benefit_id: early, subscription_id: finn.id, status: 'granted' },
      { benefit_id: chat, subscription_id: finn.id, status: 'granted' },
    ],
  })
})
