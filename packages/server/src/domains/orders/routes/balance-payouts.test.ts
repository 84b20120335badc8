import { currency, id, minorUnits } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { balanceOf, entriesOf, giveCredit } from '../../../../test/customer-balances.ts'
import type { MadeCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { examined } from '../../../../test/examined.ts'
import { orderDeps, report, runDelayedJobs } from '../../../../test/orders.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  advance,
  buyNamed,
  type Market,
  newMember,
  openMarket,
  plan,
} from '../../../../test/typed-purchases.ts'
import { examineBooks } from '../../../app/doctor-books.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { payOutBalance } from '../actions/pay-out-balance.ts'

const db = testDatabase()
const server = testServer(db)
let market: Market
let seller: BillingCalls

beforeAll(async () => {
  market = await openMarket(server.current)
  seller = market.seller
})

interface Credited {
  readonly ada: MadeCustomer
  readonly orderId: string
  readonly credit: number
}

const order = z.object({ items: z.array(z.object({ id: z.string() })) })

/** A customer who paid $90 and moved to a plan for $30 after some days; the difference is credit. */
async function creditedCustomer(days = 0): Promise<Credited> {
  const ada = await newMember(market)
  const bought = await buyNamed(market, await plan(market, 9000), {
    customer_id: ada.id,
    card: 'tok_sandbox_ok',
  })
  const { body } = await seller.get(`/orders/?subscription_id=${bought.subscriptionId}`)
  const [first] = order.parse(body).items
  if (days > 0) await advance(market, days)
  const { id: product_id } = await plan(market, 3000)
  const change = { product_id, proration_behavior: 'invoice' }
  await seller.patch(`/subscriptions/${bought.subscriptionId}`, change)
  const [credit = 0] = await balanceOf(seller, ada)
  expect(credit).toBeGreaterThan(2900)
  return { ada, orderId: first?.id ?? '', credit }
}

const payOut = ({ id }: MadeCustomer, amount: number) =>
  seller.post(`/customers/${id}/balance/payouts`, { amount })

const refundIdIn = (body: unknown): string =>
  z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body).items[0]?.id ?? ''

const refundedOf = async (orderId: string): Promise<number> => {
  const { rows } = await db.database.pool.query<{ amount: number }>(
    `select coalesce(sum(s.amount), 0)::int as amount from sandbox_refund s
       join payment p on s.intent_id::text = p.processor_id where p.order_id = $1
        and s.status = 'succeeded'`,
    [orderId],
  )
  return rows[0]?.amount ?? 0
}

describe('credit', () => {
  it('is paid out as a refund of the payment that it came from', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    expect(await balanceOf(seller, ada)).toEqual([credit, credit, credit])
    const answer = await payOut(ada, 4000)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        items: [
          {
            order_id: orderId,
            status: 'succeeded',
            amount: 0,
            tax_amount: 0,
            balance_amount: 4000,
          },
        ],
      },
    })
    expect(await refundedOf(orderId)).toBe(4000)
    const left = credit - 4000
    expect(await balanceOf(seller, ada)).toEqual([left, left, left])
    expect((await entriesOf(seller, ada)).at(-1)).toBe('paid_out -4000')
    const shown = await seller.get(`/orders/${orderId}`)
    expect(shown.body).toMatchObject({ status: 'paid', refunded_amount: 0 })
    const mails = await server.current.sentMails()
    const mail = mails.findLast(({ to, subject }) => to === ada.email && /refund/i.test(subject))
    expect(mail?.text).toContain('Refund: $40.00')
  })

  it('leaves the rest of the payment to refund, and no more', async () => {
    const { ada, orderId, credit } = await creditedCustomer(15)
    expect(await payOut(ada, credit)).toMatchObject({ status: 201 })
    const { body } = await seller.get(`/orders/${orderId}/refundable`)
    const { amount } = z.object({ amount: z.number() }).parse(body)
    expect(amount).toBeGreaterThan(0)
    expect(amount + credit).toBeLessThan(9000)
    const refund = { order_id: orderId, reason: 'other' }
    expect(await seller.post('/refunds/', { ...refund, amount: amount + 1 })).toMatchObject({
      status: 400,
    })
    expect(await seller.post('/refunds/', { ...refund, amount })).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    })
    expect(await refundedOf(orderId)).toBe(amount + credit)
  })

  it('that came from no payment can’t be paid out', async () => {
    const { ada, credit } = await creditedCustomer()
    await giveCredit(seller, ada, 10_000)
    expect(await balanceOf(seller, ada)).toEqual([credit + 10_000, credit + 10_000, credit])
    expect(await payOut(ada, credit + 1)).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringContaining('At most $') }] },
    })
    expect(await payOut(ada, credit + 10_001)).toMatchObject({ status: 422 })
    expect(await balanceOf(seller, ada)).toEqual([credit + 10_000, credit + 10_000, credit])
  })

  it('that was refunded meanwhile can’t be paid out', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    await report(server.current, market.organization, 'dispute', {
      orderId,
      processorId: `dp_${orderId}`,
      status: 'needs_response',
      amount: 9000,
    })
    await server.current.settle()
    expect(await balanceOf(seller, ada)).toEqual([credit - 9000, 0, 0])
    expect(await payOut(ada, credit)).toMatchObject({ status: 422 })
  })

  it('is paid out once, however many try at the same time', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    const outcomes = await runConcurrently(() => payOut(ada, credit))
    expect(outcomes['201']).toBe(1)
    await server.current.settle()
    expect(await refundedOf(orderId)).toBe(credit)
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
  })

  it('is paid out once, however often the call is repeated', async () => {
    const { ada, credit } = await creditedCustomer()
    const headers = { 'idempotency-key': `payout-${ada.id}` }
    const path = `/customers/${ada.id}/balance/payouts`
    const first = await seller.post(path, { amount: 1000 }, headers)
    const second = await seller.post(path, { amount: 1000 }, headers)
    expect(refundIdIn(second.body)).toBe(refundIdIn(first.body))
    expect((await balanceOf(seller, ada))[0]).toBe(credit - 1000)
  })
})

describe('a payout', () => {
  it('that the processor refuses restores the balance', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    await db.database.pool.query(
      `update sandbox_intent set status = 'canceled' where id::text in
         (select processor_id from payment where order_id = $1)`,
      [orderId],
    )
    const answer = await payOut(ada, 1000)
    expect(answer).toMatchObject({ status: 201, body: { items: [{ status: 'failed' }] } })
    expect(await balanceOf(seller, ada)).toEqual([credit, credit, credit])
    expect((await entriesOf(seller, ada)).slice(-2)).toEqual(['paid_out -1000', 'restored 1000'])
  })

  it('that fails later restores the balance once, however often it is reported', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    const { body } = await payOut(ada, 1000)
    const { rows } = await db.database.pool.query<{ processor_id: string }>(
      'select processor_id from refund where id = $1',
      [refundIdIn(body)],
    )
    const failed = {
      orderId,
      processorId: rows[0]?.processor_id ?? '',
      refundId: refundIdIn(body),
      status: 'failed',
      amount: 1000,
    }
    for (let times = 0; times < 3; times += 1) {
      await report(server.current, market.organization, 'processor_refund', failed)
    }
    await server.current.settle()
    expect(await balanceOf(seller, ada)).toEqual([credit, credit, credit])
    const restored = (await entriesOf(seller, ada)).filter((entry) => entry === 'restored 1000')
    expect(restored).toHaveLength(1)
  })

  it('that nobody submitted is continued, and withholds its amount until then', async () => {
    const { ada, orderId, credit } = await creditedCustomer()
    const organizationId = id('organization').parse(market.organization.id)
    const key = {
      organizationId,
      customerId: id('customer').parse(ada.id),
      currency: currency.parse('usd'),
    }
    await runUnitOfWork(orderDeps(server.current).uowFactory, { organizationId }, (uow) =>
      payOutBalance(uow, key, {
        amount: minorUnits.parse(credit),
        actor: { type: 'user', id: ada.id },
      }),
    )
    expect(await balanceOf(seller, ada)).toEqual([0, 0, 0])
    expect(await seller.remove(`/customers/${ada.id}`)).toMatchObject({
      status: 409,
      body: { error: 'CustomerBalanceReserved' },
    })
    await server.current.settle()
    await runDelayedJobs(db)
    await server.current.settle()
    expect(await refundedOf(orderId)).toBe(credit)
    expect(await seller.remove(`/customers/${ada.id}`)).toMatchObject({ status: 204 })
  })
})

it('the books agree with all of this', async () => {
  const findings = await examined(db, examineBooks)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
})
