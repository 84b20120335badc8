import { type Id, id as idOf } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { orderDeps } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'
import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { attemptPayment, submitPayment } from '../../payments/actions/submit-payment.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { prepareChange, priceOrder } from './prepare-change.ts'
import { startChangePayment } from './start-change-payment.ts'

const { db, server, acme, calls } = sellingServer(subscriptionScopes)
let pro = ''
let max = ''

beforeAll(async () => {
  pro = (await newRecurringProduct(calls, 3000, { name: 'Pro' })).id
  max = (await newRecurringProduct(calls, 9000, { name: 'Max' })).id
})

/** A change whose caller crashed after it was recorded, and before the payment was submitted. */
async function interruptedChange(buyer: object = {}) {
  const subscription = await newPaidSubscription(server.current, calls, { id: pro }, buyer)
  const deps = orderDeps(server.current)
  const organizationId = idOf('organization').parse(acme.id)
  const key = { organizationId, id: idOf('subscription').parse(subscription.id) }
  const prepared = await prepareChange(deps, key, {
    productId: idOf('product').parse(max),
    prorationBehavior: 'reset',
  })
  assert(prepared.decision.order !== null, 'a new period is billed')
  const priced = await priceOrder(deps, prepared, prepared.decision.order)
  const paymentId = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    startChangePayment(uow, deps, { prepared, priced, isOnSession: false }),
  )
  const submit = () => submitPayment(deps, { organizationId, paymentId })
  return { ...subscription, organizationId, paymentId, submit }
}

const patch = (id: string, change: object) => calls.patch(`/subscriptions/${id}`, change)

async function isAwaitingPayment(paymentId: Id<'payment'>): Promise<boolean> {
  const { rowCount } = await db.database.pool.query(
    'select from subscription_change where payment_id = $1',
    [paymentId],
  )
  return rowCount === 1
}

const completed = (paymentId: Id<'payment'>) =>
  vi.waitFor(async () => expect(await isAwaitingPayment(paymentId)).toBe(false), {
    timeout: 30_000,
    interval: 50,
  })

const chargedOf = async (paymentId: Id<'payment'>): Promise<number> => {
  const { rows } = await db.database.pool.query(
    `select count(*)::int as charged from sandbox_intent where idempotency_key = $1`,
    [`charge-${paymentId}`],
  )
  return rows[0].charged
}

const refundedOf = async (paymentId: Id<'payment'>): Promise<number> => {
  const { rows } = await db.database.pool.query(
    `select coalesce(sum(r.amount), 0)::int as refunded
       from sandbox_refund r join sandbox_intent i on i.id = r.intent_id
      where i.idempotency_key = $1`,
    [`charge-${paymentId}`],
  )
  return rows[0].refunded
}

describe('a change whose caller crashed before the payment', () => {
  it('changes nothing yet, and blocks other paid changes', async () => {
    const { id, paymentId } = await interruptedChange()
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ product_id: pro })
    const answer = await patch(id, { product_id: max, proration_behavior: 'reset' })
    expect(answer).toMatchObject({ status: 409, body: { error: 'SubscriptionLocked' } })
    expect(await isAwaitingPayment(paymentId)).toBe(true)
  })

  it('happens once the payment succeeds, with one order', async () => {
    const { id, customer_id, paymentId, submit } = await interruptedChange()
    await submit()
    await completed(paymentId)
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

  it('leaves no trace if the card fails', async () => {
    const buyer = { confirmation_token_id: 'tok_sandbox_fails_later' }
    const { id, customer_id, paymentId, submit } = await interruptedChange(buyer)
    await submit()
    await completed(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ product_id: pro })
    const orders = await calls.get(`/orders/?customer_id=${customer_id}`)
    expect(orders.body).toMatchObject({ pagination: { total_count: 1 } })
  })

  it('is decided again if the subscription changed meanwhile', async () => {
    const { id, paymentId, submit } = await interruptedChange()
    const later = { product_id: max, proration_behavior: 'next_period' }
    expect(await patch(id, later)).toMatchObject({ status: 200 })
    await submit()
    await completed(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({
      product_id: max,
      pending_update: null,
    })
  })

  it('is never charged if it is no longer possible', async () => {
    const { id, customer_id, paymentId, submit } = await interruptedChange()
    expect(await patch(id, { revoke: true })).toMatchObject({ status: 200 })
    expect(await submit()).toMatchObject({ status: 'failed', reason: 'canceled' })
    await completed(paymentId)
    expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({
      status: 'canceled',
      product_id: pro,
    })
    expect(await chargedOf(paymentId)).toBe(0)
    const orders = await calls.get(`/orders/?customer_id=${customer_id}`)
    expect(orders.body).toMatchObject({ pagination: { total_count: 1 } })
  })

  it('is refunded visibly if it was charged and is no longer possible', async () => {
    const { id, customer_id, paymentId, organizationId } = await interruptedChange()
    const deps = orderDeps(server.current)
    const [payment] = await findPayments(db.database.kysely, organizationId, [paymentId])
    assert(payment !== undefined, 'the payment was created')
    const answer = await attemptPayment(deps, payment)
    assert(answer?.outcome.status === 'succeeded', 'the card is good')
    expect(await patch(id, { revoke: true })).toMatchObject({ status: 200 })
    await completed(paymentId)
    const refunds = () => calls.get(`/refunds/?customer_id=${customer_id}`)
    await vi.waitFor(async () =>
      expect((await refunds()).body).toMatchObject({
        items: [{ status: 'succeeded', amount: 9000, reason: 'other' }],
      }),
    )
    expect(await refundedOf(paymentId)).toBe(9000)
    const orders = await calls.get(`/orders/?customer_id=${customer_id}&sorting=-created_at`)
    expect(orders.body).toMatchObject({
      items: [
        {
          status: 'refunded',
          total_amount: 9000,
          refunded_amount: 9000,
          billing_reason: 'subscription_update',
          subscription_id: null,
          items: [{ label: 'Change to Max, not made' }],
        },
        { total_amount: 3000, status: 'paid' },
      ],
    })
  })
})
