import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  type Bought,
  newOrder,
  newStock,
  orderCalls,
  orderScopes,
} from '../../../../test/orders.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newSubscriptionRow } from '../../../../test/subscribers.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

const nobodys = '00000000-0000-7000-8000-000000000000'

/** Makes it an order of a subscription. */
async function subscribedTo(order: string, of: Bought): Promise<string> {
  const subscription = await newSubscriptionRow(db.database, {
    organizationId: z.parse(id('organization'), acme.id),
    customerId: z.parse(id('customer'), of.customerId),
    productId: z.parse(id('product'), of.productId),
  })
  const change = 'update orders set subscription_id = $2 where id = $1'
  await db.database.pool.query(change, [order, subscription])
  return subscription
}

const refund = (order_id: string, fields: object = {}) =>
  calls.post('/refunds/', { order_id, reason: 'customer_request', amount: 400, ...fields })

const eventsAbout = async (...ids: string[]) =>
  (await eventsOf(server.current, acme)).filter(({ objectId }) => ids.includes(objectId))

const idOf = (body: object | null): string => String(Object(body).id)

describe('refunding an order', () => {
  it('in part includes the share of the tax', async () => {
    const order = await newOrder(server.current, acme, stock)
    const fields = { comment: ' Sorry ', metadata: { ticketNumber: 7 }, reason: 'other' }
    const answer = await refund(order, fields)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        modified_at: expect.any(String),
        status: 'succeeded',
        reason: 'other',
        amount: 400,
        tax_amount: 76,
        currency: 'usd',
        organization_id: acme.id,
        order_id: order,
        subscription_id: null,
        customer_id: stock.customerId,
        revoke_benefits: false,
        comment: 'Sorry',
        failure_reason: null,
        metadata: { ticketNumber: 7 },
      },
    })
    expect((await calls.get(`/orders/${order}`)).body).toMatchObject({
      status: 'partially_refunded',
      paid: true,
      refunded_amount: 400,
      refunded_tax_amount: 76,
    })
  })

  it('in parts takes the rest of the tax with the last one', async () => {
    const order = await newOrder(server.current, acme, stock)
    expect((await refund(order, { amount: 302 })).body).toMatchObject({ tax_amount: 57 })
    expect((await refund(order, { amount: 301 })).body).toMatchObject({ tax_amount: 57 })
    expect((await refund(order, { amount: 397 })).body).toMatchObject({ tax_amount: 76 })
    expect((await calls.get(`/orders/${order}`)).body).toMatchObject({
      status: 'refunded',
      refunded_amount: 1000,
      refunded_tax_amount: 190,
    })
  })

  it('records its events in causal order', async () => {
    const order = await newOrder(server.current, acme, stock)
    const { body } = await refund(order, { amount: 1000, revoke_benefits: true })
    const recorded = await eventsAbout(order, idOf(body))
    expect(recorded.map(({ name }) => name)).toEqual([
      'order.created',
      'order.paid',
      'refund.started',
      'refund.created',
      'order.updated',
      'order.refunded',
    ])
    const [started, created, updated, refunded] = recorded.slice(2)
    expect(started?.payload).toMatchObject({ status: 'pending' })
    expect(created?.payload).toEqual(body)
    expect(body).toMatchObject({ revoke_benefits: true })
    for (const one of [updated, refunded]) {
      expect(one).toMatchObject({ objectVersion: 2, payload: { status: 'refunded' } })
    }
  })

  it('brings the ledger back to zero', async () => {
    const order = await newOrder(server.current, acme, stock)
    await refund(order, { amount: 250 })
    await refund(order, { amount: 750 })
    const { rows } = await db.database.pool.query(
      `select account, sum(debit - credit)::int as balance from journal_entry j
         join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
        where order_id = $1 group by account order by account`,
      [order],
    )
    expect(rows).toEqual([
      { account: 'cash_at_processor', balance: 0 },
      { account: 'seller_payable', balance: 0 },
      { account: 'tax_payable', balance: 0 },
    ])
  })

  it('with an idempotency key is done once, with the same answer', async () => {
    const order = await newOrder(server.current, acme, stock)
    const key = { 'idempotency-key': `refund-${order}` }
    const body = { order_id: order, reason: 'duplicate', amount: 100 }
    const first = await calls.post('/refunds/', body, key)
    const second = await calls.post('/refunds/', body, key)
    expect(second.text).toBe(first.text)
    expect((await calls.get(`/orders/${order}`)).body).toMatchObject({ refunded_amount: 100 })
  })
})

it('a call that is repeated after a crash continues with the recorded refund', async () => {
  const order = await newOrder(server.current, acme, stock)
  const key = { 'idempotency-key': `died-${order}` }
  const body = { order_id: order, reason: 'duplicate', amount: 100 }
  const first = await calls.post('/refunds/', body, key)
  const { rowCount } = await db.database.pool.query(
    `update idempotency_key
        set answer = null, recovery_point = jsonb_build_object('refundId', $2::text)
      where key = $1`,
    [key['idempotency-key'], idOf(first.body)],
  )
  expect(rowCount).toBe(1)
  expect(await calls.post('/refunds/', body, key)).toMatchObject({ status: 200, body: first.body })
  expect((await calls.get(`/orders/${order}`)).body).toMatchObject({ refunded_amount: 100 })
})

describe('refuses to refund', () => {
  it('an order of another organization, or an unknown one', async () => {
    const other = await createOrganization(server.current)
    const theirs = await orderCalls(server.current, other)
    const order = await newOrder(server.current, other, await newStock(theirs))
    for (const id of [order, nobodys]) {
      expect(briefOf(await refund(id))).toBe('422 RequestValidationError body.order_id')
    }
  })

  it('more than what is left', async () => {
    const order = await newOrder(server.current, acme, stock)
    await refund(order, { amount: 900 })
    const answer = await refund(order, { amount: 101 })
    expect(answer).toMatchObject({ status: 400, body: { error: 'RefundAmountTooHigh' } })
    expect(answer.body?.['detail']).toContain('At most 100')
  })

  it.each([
    ['an order that is refunded already', {}, 1000],
    ['a free order', { amounts: [0], tax: null }, null],
  ])('%s', async (_what, options, amount) => {
    const order = await newOrder(server.current, acme, stock, options)
    if (amount !== null) await refund(order, { amount })
    expect(await refund(order)).toMatchObject({ status: 403, body: { error: 'RefundedAlready' } })
  })

  it('an unpaid order', async () => {
    const order = await newOrder(server.current, acme, stock)
    await db.database.pool.query(
      `update orders set status = 'pending', paid_at = null where id = $1`,
      [order],
    )
    expect(briefOf(await refund(order))).toBe('422 RequestValidationError body.order_id')
  })

  it('with benefits of a subscription', async () => {
    const order = await newOrder(server.current, acme, stock)
    const subscription = await subscribedTo(order, stock)
    const answer = await refund(order, { revoke_benefits: true })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.revoke_benefits')
    expect(await refund(order)).toMatchObject({
      status: 200,
      body: { subscription_id: subscription },
    })
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: -1 }],
    ['reason', { reason: 'regret' }],
    ['order_id', { order_id: 'one' }],
  ])('with an invalid %s: %j', async (field, fields) => {
    const answer = await calls.post('/refunds/', {
      order_id: nobodys,
      reason: 'other',
      amount: 1,
      ...fields,
    })
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${field}`)
  })

  it('for a read-only token, with its own message', async () => {
    const { token } = await newAccessToken(server.current, acme, ['refunds:read', 'orders:write'])
    const order = await newOrder(server.current, acme, stock)
    const body = { order_id: order, reason: 'other', amount: 1 }
    const answer = await withToken(server.current, token).post('/refunds/', body)
    expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
    expect(answer.body?.['detail']).toContain('does not allow refunds')
  })
})

describe('the list of refunds', () => {
  const listed = async (query: string) => {
    const { body } = await calls.get(`/refunds/?${query}`)
    return Array.from<{ amount: number }>(Object(body).items).map(({ amount }) => amount)
  }

  it('is filtered and sorted', async () => {
    const bought = await newStock(calls)
    const order = await newOrder(server.current, acme, bought)
    const { body } = await refund(order, { amount: 300 })
    await refund(order, { amount: 200 })
    const failed = await refund(order, { amount: 100 })
    await db.database.pool.query(`update refund set status = 'canceled' where id = $1`, [
      idOf(failed.body),
    ])
    const subscribed = await newOrder(server.current, acme, bought)
    const subscription = await subscribedTo(subscribed, bought)
    await refund(subscribed, { amount: 50 })
    expect(await listed(`customer_id=${bought.customerId}`)).toEqual([50, 100, 200, 300])
    expect(await listed(`order_id=${order}`)).toEqual([100, 200, 300])
    expect(await listed(`order_id=${order}&sorting=amount&limit=2`)).toEqual([100, 200])
    expect(await listed(`order_id=${order}&sorting=-amount&limit=1`)).toEqual([300])
    expect(await listed(`order_id=${order}&succeeded=true`)).toEqual([200, 300])
    expect(await listed(`order_id=${order}&succeeded=false`)).toEqual([100])
    expect(await listed(`id=${idOf(body)}`)).toEqual([300])
    expect(await listed(`subscription_id=${subscription}`)).toEqual([50])
  })
})
