import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { balanceOf, entriesOf, giveCredit } from '../../../../test/customer-balances.ts'
import { testDatabase } from '../../../../test/database.ts'
import { examined } from '../../../../test/examined.ts'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { testServer } from '../../../../test/server.ts'
import {
  addCard,
  advance,
  buyAs,
  buyNamed,
  buyWithTypedAddress,
  chargedTo,
  type Market,
  openMarketOfOne,
  plan,
  portalOf,
} from '../../../../test/typed-purchases.ts'
import { bareEvent, ingestNew } from '../../../../test/usage.ts'
import { examineBooks } from '../../../app/doctor-books.ts'

const db = testDatabase()
const server = testServer(db)

const visa = 'tok_sandbox_ok'

/** The seller moves it to a cheaper plan and credits the difference immediately. */
async function moveDown(market: Market, subscription: string, amount: number): Promise<void> {
  const { id: product_id } = await plan(market, amount)
  const body = { product_id, proration_behavior: 'invoice' }
  const answer = await market.seller.patch(`/subscriptions/${subscription}`, body)
  expect(answer).toMatchObject({ status: 200 })
}

const orders = z.object({ items: z.array(z.object({ due_amount: z.number() })) })

/** What the orders of a subscription charged, the oldest first. */
async function dueOf({ seller }: Market, subscription: string): Promise<number[]> {
  const { body } = await seller.get(`/orders/?subscription_id=${subscription}&sorting=created_at`)
  return orders.parse(body).items.map((order) => order.due_amount)
}

describe('a subscription that somebody bought with the address of a customer', () => {
  it('is renewed without the customer’s credit', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    await giveCredit(market.seller, ada, 89_000)
    await buyAs(market, await plan(market, 2000), { email: ada.email, card: visa })
    await advance(market, 32)
    expect(await chargedTo(market, '4242')).toEqual([2000, 2000])
    expect(await balanceOf(market.seller, ada)).toEqual([89_000, 89_000, 0])
  })

  it('is renewed with the credit that it left itself, which the customer doesn’t use', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    await giveCredit(market.seller, ada, 300)
    const typed = await buyAs(market, await plan(market, 9000), { email: ada.email, card: visa })
    await moveDown(market, typed.subscriptionId, 3000)
    const [balance, usable] = await balanceOf(market.seller, ada)
    expect(balance).toBeGreaterThan(6000)
    expect(usable).toBe(300)
    const own = await buyNamed(market, await plan(market, 1000), {
      customer_id: ada.id,
      card: visa,
    })
    await advance(market, 32)
    expect(await dueOf(market, typed.subscriptionId)).toEqual([9000, 0, 0])
    expect(await dueOf(market, own.subscriptionId)).toEqual([700, 1000])
    const left = (balance ?? 0) - 300 - 3000
    expect(await balanceOf(market.seller, ada)).toEqual([left, 0, 0])
    expect(await entriesOf(market.seller, ada)).toContain('used -3000')
  })

  it('shares the customer’s credit once it is accepted', async () => {
    const { market, ada, ...typed } = await buyWithTypedAddress(server.current, visa, 9000)
    await moveDown(market, typed.subscriptionId, 3000)
    await giveCredit(market.seller, ada, 300)
    const [balance] = await balanceOf(market.seller, ada)
    await addCard(market, ada, visa)
    const portal = await portalOf(market, ada)
    const answer = await portal.post(
      `/customer-portal/subscriptions/${typed.subscriptionId}/accept`,
      {},
    )
    expect(answer.status).toBeLessThan(300)
    expect((await balanceOf(market.seller, ada)).slice(0, 2)).toEqual([balance, balance])
  })

  it('bills its last usage to its own card, also after its end', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    await giveCredit(market.seller, ada, 89_000)
    const { id: meter } = await newMeter(market.seller)
    const prices = [fixedPrice(2000), meteredPrice(meter, { unit_amount: '100' })]
    const product = { name: 'By call', recurring_interval: 'month', prices }
    const { subscriptionId } = await buyAs(market, await newProduct(market.seller, product), {
      email: ada.email,
      card: visa,
    })
    const call = { name: bareEvent.name, customer_id: ada.id }
    await ingestNew(market.seller, call, call, call)
    const revoked = await market.seller.remove(`/subscriptions/${subscriptionId}`)
    expect(revoked).toMatchObject({ status: 200 })
    await server.current.settle()
    expect(await dueOf(market, subscriptionId)).toEqual([2000, 300])
    expect(await balanceOf(market.seller, ada)).toEqual([89_000, 89_000, 0])
  })

  it('leaves the seller nothing of it to take or to pay out as the customer’s', async () => {
    const { market, ada, ...typed } = await buyWithTypedAddress(server.current, visa, 9000)
    await moveDown(market, typed.subscriptionId, 3000)
    const take = { amount: -100, reason: 'A mistake' }
    expect(
      await market.seller.post(`/customers/${ada.id}/balance/adjustments`, take),
    ).toMatchObject({ status: 422 })
  })
})

it('the books agree with all of this', async () => {
  const findings = await examined(db, examineBooks)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
})
