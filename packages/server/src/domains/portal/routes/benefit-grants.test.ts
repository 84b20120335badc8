import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../../../../test/benefits.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { MadeProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { buyAs, type Market, openMarket, plan, portalOf } from '../../../../test/typed-purchases.ts'

const db = testDatabase()
const server = testServer(db)

const path = '/customer-portal/benefit-grants/'
const card = 'tok_sandbox_ok'
const nil = '00000000-0000-0000-0000-000000000000'

let market: Market
let ada: MadeCustomer
let early: string
let chat: string
let basic: MadeProduct
let plus: MadeProduct

beforeAll(async () => {
  market = await openMarket(server.current)
  const seller = await newBackend(server.current, market.organization, [
    'benefits:write',
    'products:write',
  ])
  early = (await newBenefit(seller, { properties: { note: 'Come *early*.' } })).id
  chat = (await newBenefit(seller)).id
  basic = await plan(market, 1000)
  plus = await plan(market, 2000)
  await seller.post(`/products/${basic.id}/benefits`, { benefits: [early] })
  await seller.post(`/products/${plus.id}/benefits`, { benefits: [chat] })
  ada = await newCustomer(market.seller, { name: 'Ada Lovelace' })
  await buyAs(market, basic, { email: ada.email, card })
})

const page = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), benefit_id: z.string(), subscription_id: z.string() }),
  ),
})

async function grantsIn(session: BillingCalls, filters = '') {
  const answer = await session.get(`${path}${filters}`)
  expect(answer).toMatchObject({ status: 200 })
  return page.parse(answer.body).items
}

describe('a buyer who typed the address of a customer', () => {
  it('sees what the purchase gave, and nothing else of the customer', async () => {
    const { session } = await buyAs(market, plus, { email: ada.email.toUpperCase(), card })
    const [grant, ...others] = await grantsIn(session)
    expect(others).toEqual([])
    expect(grant).toMatchObject({
      benefit_id: chat,
      customer_id: nil,
      properties: {},
      customer: {
        id: nil,
        email: ada.email.toUpperCase(),
        name: null,
        billing_address: null,
        oauth_accounts: {},
      },
      benefit: { id: chat, metadata: {} },
    })
    expect(await session.get(`${path}${grant?.id}`)).toMatchObject({ status: 200, body: grant })
    const everything = await grantsIn(await portalOf(market, ada))
    expect(everything.map((one) => one.benefit_id).toSorted()).toEqual([early, chat].toSorted())
    const foreign = everything.find((one) => one.benefit_id === early)
    expect(await session.get(`${path}${foreign?.id}`)).toMatchObject({
      status: 403,
      body: { error: 'CustomerEmailUnproved' },
    })
    expect(await grantsIn(session, `?benefit_id=${early}`)).toEqual([])
  })
})

describe('the license keys of a buyer who typed the address of a customer', () => {
  it('are those of the purchase, without the customer', async () => {
    const keys = '/customer-portal/license-keys/'
    const seller = await newBackend(server.current, market.organization, [
      'benefits:write',
      'products:write',
    ])
    const activations = { limit: 3, enable_customer_admin: true }
    const license = await newBenefit(seller, {
      type: 'license_keys',
      properties: { activations },
    })
    const pro = await plan(market, 3000)
    await seller.post(`/products/${pro.id}/benefits`, { benefits: [license.id] })
    const first = await buyAs(market, pro, { email: ada.email, card })
    const { session } = await buyAs(market, pro, { email: ada.email, card })
    const { body } = await session.get(keys)
    const [key, ...others] = z.object({ items: z.array(held) }).parse(body).items
    expect(others).toEqual([])
    expect(key).toMatchObject({
      benefit_id: license.id,
      customer_id: nil,
      customer: { id: nil, email: ada.email, name: null, metadata: {} },
    })
    const [foreign] = z
      .object({ items: z.array(held) })
      .parse((await first.session.get(keys)).body).items
    expect(foreign?.key).not.toBe(key?.key)
    expect(await session.get(`${keys}${foreign?.id}`)).toMatchObject({
      status: 403,
      body: { error: 'CustomerEmailUnproved' },
    })
    const activation = { key: key?.key, organization_id: market.organization.id, label: 'Laptop' }
    expect(await session.post(`${keys}activate`, activation)).toMatchObject({ status: 200 })
    expect(await session.get(`${keys}${key?.id}`)).toMatchObject({
      status: 200,
      body: { customer_id: nil, activations: [] },
    })
    expect(await (await portalOf(market, ada)).get(`${keys}${key?.id}`)).toMatchObject({
      body: { customer_id: ada.id, activations: [{ label: 'Laptop' }] },
    })
  })
})

const held = z.looseObject({ id: z.string(), key: z.string() })

describe('a customer', () => {
  it('sees themselves, and what the seller wrote', async () => {
    const session = await portalOf(market, ada)
    const [grant] = await grantsIn(session, `?benefit_id=${early}`)
    expect(grant).toMatchObject({
      customer_id: ada.id,
      customer: { id: ada.id, email: ada.email },
      benefit: { properties: { note: 'Come *early*.' } },
    })
    expect(await session.get(`${path}${ada.id}`)).toMatchObject({ status: 404 })
  })
})
