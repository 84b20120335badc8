import { type Id, id as idOf } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { orderParts } from '../../../../test/orders.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newPaidSubscription, newPlan, subscriptionCalls } from '../../../../test/subscriptions.ts'
import { assert } from '../../../kernel/assert.ts'
import { work } from '../../../platform/work.ts'
import { carryOutPayment } from '../../payments/index.ts'
import { decideChange, priceOrder } from './change-decision.ts'
import { beginPaidChange } from './pay-change.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
let pro = ''
let max = ''

beforeAll(async () => {
  acme = await found(server.current)
  calls = await subscriptionCalls(server.current, acme)
  pro = (await newPlan(calls, 3000, { name: 'Pro' })).id
  max = (await newPlan(calls, 9000, { name: 'Max' })).id
})

/** A change whose caller died after it was noted, and before anybody was charged. */
async function begunChange(buyer: object = {}) {
  const subscription = await newPaidSubscription(server.current, calls, { id: pro }, buyer)
  const parts = orderParts(server.current)
  const organizationId = idOf('organization').parse(acme.id)
  const key = { organizationId, id: idOf('subscription').parse(subscription.id) }
  const decided = await decideChange(parts, key, {
    productId: idOf('product').parse(max),
    prorationBehavior: 'reset',
  })
  assert(decided.plan.order !== null, 'a new period is billed')
  const priced = await priceOrder(parts, decided, decided.plan.order)
  const paymentId = await work(parts.workshop, { organizationId }, (unit) =>
    beginPaidChange(unit, parts, { decided, priced }),
  )
  const carryOut = () => carryOutPayment(parts, { organizationId, paymentId })
  return { ...subscription, paymentId, carryOut }
}

const patch = (id: string, change: object) => calls.patch(`/subscriptions/${id}`, change)

async function isUnderWay(paymentId: Id<'payment'>): Promise<boolean> {
  const { rowCount } = await db.database.pool.query(
    'select from subscription_change where payment_id = $1',
    [paymentId],
  )
  return rowCount === 1
}

const settled = (paymentId: Id<'payment'>) =>
  vi.waitFor(async () => expect(await isUnderWay(paymentId)).toBe(false), {
    timeout: 30_000,
    interval: 50,
  })

const refundedOf = async (paymentId: Id<'payment'>): Promise<number> => {
  const { rows } = await db.database.pool.query(
    `select coalesce(sum(r.amount), 0)::int as refunded
       from sandbox_refund r join sandbox_intent i on i.id = r.intent_id
      where i.idempotency_key = $1`,
    [paymentId],
  )
  return rows[0].refunded
}

describe('a change whose caller died before anybody was charged', () => {
  it('has changed nothing, and lets nobody else pay for another', async () => {
    const { id, paymentId } = await begunChange()
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ product_id: pro })
    const answer = await patch(id, { product_id: max, proration_behavior: 'reset' })
    expect(answer).toMatchObject({ status: 409, body: { error: 'SubscriptionLocked' } })
    expect(await isUnderWay(paymentId)).toBe(true)
  })

  it('happens when the money comes, with one order', async () => {
    const { id, customer_id, paymentId, carryOut } = await begunChange()
    await carryOut()
    await settled(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ product_id: max })
    const orders = await calls.get(`/orders/?customer_id=${customer_id}&sorting=created_at`)
    expect(orders.body).toMatchObject({
      items: [
        { total_amount: 3000 },
        { total_amount: 9000, billing_reason: 'subscription_update' },
      ],
    })
    expect(await refundedOf(paymentId)).toBe(0)
  })

  it('leaves no trace where the card fails', async () => {
    const wish = { confirmation_token_id: 'tok_sandbox_fails_later' }
    const { id, customer_id, paymentId, carryOut } = await begunChange(wish)
    await carryOut()
    await settled(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ product_id: pro })
    const orders = await calls.get(`/orders/?customer_id=${customer_id}`)
    expect(orders.body).toMatchObject({ pagination: { total_count: 1 } })
  })

  it('is decided again where the subscription was changed meanwhile', async () => {
    const { id, paymentId, carryOut } = await begunChange()
    const later = { product_id: max, proration_behavior: 'next_period' }
    expect(await patch(id, later)).toMatchObject({ status: 200 })
    await carryOut()
    await settled(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({
      product_id: max,
      pending_update: null,
    })
  })

  it('gives the money back where it can’t happen any more', async () => {
    const { id, customer_id, paymentId, carryOut } = await begunChange()
    expect(await patch(id, { revoke: true })).toMatchObject({ status: 200 })
    await carryOut()
    await settled(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({
      status: 'canceled',
      product_id: pro,
    })
    expect(await refundedOf(paymentId)).toBe(9000)
    const orders = await calls.get(`/orders/?customer_id=${customer_id}`)
    expect(orders.body).toMatchObject({ pagination: { total_count: 1 } })
  })
})
