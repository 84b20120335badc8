import { expect, it } from 'vitest'
import { confirm, newCheckout, untilStatus } from '../../../../test/checkouts.ts'
import { balanceOf, giveCredit } from '../../../../test/customer-balances.ts'
import { testDatabase } from '../../../../test/database.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  answerBank,
  buyNamed,
  openMarketOfOne,
  plan,
  portalOf,
} from '../../../../test/typed-purchases.ts'

const server = testServer(testDatabase())

type Market = Awaited<ReturnType<typeof openMarketOfOne>>['market']
type Customer = Awaited<ReturnType<typeof openMarketOfOne>>['ada']

const subscribe = async (market: Market, ada: Customer, cents: number) => {
  const card = { card: 'tok_sandbox_authenticate_always', customer_id: ada.id }
  return (await buyNamed(market, await plan(market, cents), card)).subscriptionId
}

/** A customer with several subscriptions to a plan, who asks for another one for each. */
async function openWaiting({
  from,
  to,
  count = 1,
  credit = 0,
  settings = {},
}: {
  from: number
  to: number
  count?: number
  credit?: number
  settings?: object
}) {
  const { market, ada } = await openMarketOfOne(server.current, settings)
  const portal = await portalOf(market, ada)
  const dear = await plan(market, to)
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await subscribe(market, ada, from))
  if (credit > 0) await giveCredit(market.seller, ada, credit)
  const asked: { path: string; answer: Awaited<ReturnType<typeof portal.post>> }[] = []
  for (const id of ids) {
    const path = `/customer-portal/subscriptions/${id}/plan-changes`
    asked.push({ path, answer: await portal.post(path, { product_id: dear.id }) })
  }
  /** The bank confirms all of them, one after the other. */
  const finish = async () => {
    for (const { path, answer } of asked) {
      await answerBank(market, answer.body?.['client_secret'])
      await portal.post(`${path}/${String(answer.body?.['id'])}/confirm`, {})
    }
  }
  const refunds = async (): Promise<number[]> => {
    const { body } = await market.seller.get('/refunds/')
    return Object(body).items.map(({ amount }: { amount: number }) => amount)
  }
  const onDear = async () => {
    const { body } = await market.seller.get(`/subscriptions/?product_id=${dear.id}`)
    return Object(body).items.length
  }
  const spend = async (cents: number) => {
    const course = await newProduct(market.seller, { prices: [fixedPrice(cents)] })
    const checkout = await newCheckout(market.seller, [course], { customer_id: ada.id })
    await confirm(withNothing(server.current), checkout)
    await untilStatus(market.seller, checkout, 'succeeded')
  }
  return { market, ada, portal, ids, asked, finish, refunds, onDear, spend }
}

it('credit that is spent while the bank asks pays no change, and the payment is refunded', async () => {
  const waiting = await openWaiting({ from: 20_00, to: 100_00, credit: 75_00 })
  const { market, ada, asked, finish, onDear, spend } = waiting
  expect(asked[0]?.answer.body).toMatchObject({ amount: 5_00 })
  await spend(75_00)
  await finish()
  expect(await onDear()).toBe(0)
  expect(await balanceOf(market.seller, ada)).toEqual([0, 0, 0])
  expect(await waiting.refunds()).toEqual([5_00])
})

it('the same credit pays one of several changes', async () => {
  const waiting = await openWaiting({ from: 20_00, to: 100_00, count: 3, credit: 75_00 })
  const { market, ada, finish, onDear } = waiting
  await finish()
  expect(await onDear()).toBe(1)
  expect(await balanceOf(market.seller, ada)).toEqual([0, 0, 0])
  expect(await waiting.refunds()).toEqual([5_00, 5_00])
})

it('what a cheaper plan gave back and was spent doesn’t pay for the dearer one', async () => {
  const settings = { proration_mode: 'invoice' }
  const waiting = await openWaiting({ from: 100_00, to: 110_00, settings })
  const { market, ada, portal, ids, finish, onDear, spend } = waiting
  const cheap = await plan(market, 1_00)
  const [id] = ids
  const down = await portal.patch(`/customer-portal/subscriptions/${id}`, { product_id: cheap.id })
  expect(down.status).toBe(200)
  await spend(98_00)
  await finish()
  expect(await onDear()).toBe(0)
  expect(await balanceOf(market.seller, ada)).toEqual([1_00, 1_00, 1_00])
  expect(await waiting.refunds()).toEqual([10_00])
})
