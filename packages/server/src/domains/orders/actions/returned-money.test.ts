import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { disputeReport } from '../../../../test/disputes.ts'
import { startPayment, testPaymentDeps } from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { newMethod, newSubscriber, place, type Subscriber } from '../../../../test/subscribers.ts'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { submitPayment } from '../../payments/actions/submit-payment.ts'
import { findBalances } from '../store/customer-balances.ts'
import { submitRefund } from './create-refund.ts'
import { payOrders } from './pay-orders.ts'
import { recordDispute } from './record-dispute.ts'
import { recordReportedRefund } from './record-reported-refund.ts'
import { stopCollecting } from './stop-collecting.ts'

const db = testDatabase()
const ended = { as: 'void', reason: 'subscription_ended' } as const
const deps = () => testPaymentDeps(db.database)

/** A paid order of 10.30 whose payment collected a debt of 0.30 as well. */
async function orderWithDebt() {
  const subscriber = await newSubscriber(db.database)
  const { organizationId, customerId } = subscriber
  await place(deps(), subscriber, { amounts: [30] })
  const { order, dueAmount } = await place(deps(), subscriber, { amounts: [1030] })
  expect(dueAmount).toBe(1060)
  const { id: paymentMethodId } = await newMethod(deps(), { organizationId, customerId })
  const payment = await startPayment(deps(), subscriber, {
    orderId: order.id,
    amount: dueAmount,
    source: { paymentMethodId },
  })
  const paymentId = payment.id
  await submitPayment(deps(), { organizationId, paymentId })
  await inUnitOfWork(subscriber, (uow) =>
    payOrders(uow, organizationId, [{ orderId: order.id, paymentId }]),
  )
  expect(await balanceOf(subscriber)).toBe(0)
  return { ...subscriber, orderId: order.id, paymentId }
}

const inUnitOfWork = <T>(
  { organizationId }: Pick<Subscriber, 'organizationId'>,
  task: Parameters<typeof runUnitOfWork<T>>[2],
): Promise<T> => runUnitOfWork(deps().uowFactory, { organizationId }, task)

async function balanceOf({ organizationId, customerId }: Subscriber): Promise<number> {
  const [found] = await findBalances(db.database.kysely, organizationId, [customerId])
  return found?.amount ?? 0
}

type Ordered = Awaited<ReturnType<typeof orderWithDebt>>

const refunded = (ordered: Ordered, status: 'succeeded' | 'failed', amount = 1060) =>
  inUnitOfWork(ordered, (uow) =>
    recordReportedRefund(uow, {
      ...ordered,
      refundId: null,
      processorId: `re_${ordered.orderId}`,
      status,
      failureReason: status === 'failed' ? 'declined' : null,
      amount: minorUnits(amount),
    }),
  )

const disputed = (ordered: Ordered, status: string) =>
  inUnitOfWork(ordered, (uow) =>
    recordDispute(
      uow,
      { onDisputeChanged: [] },
      disputeReport({ ...ordered, processorId: `dp_${ordered.orderId}`, status, amount: 1060 }),
    ),
  )

const orderOf = async ({ organizationId, orderId }: Ordered) => {
  const [row] = await runOn<{ status: string; refunded: number }>(
    db.url,
    `select status, refunded_amount::int as refunded from orders
      where organization_id = '${organizationId}' and id = '${orderId}'`,
  )
  return row
}

const cashOf = async ({ organizationId }: Ordered) => {
  const [row] = await runOn<{ amount: number }>(
    db.url,
    `select sum(debit - credit)::int as amount from entry_line
      where organization_id = '${organizationId}' and account = 'cash_at_processor'`,
  )
  return row?.amount
}

describe('a payment that collected an earlier debt', () => {
  it('and is refunded at the processor refunds the order, and the debt is owed again', async () => {
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded')
    expect(await orderOf(ordered)).toEqual({ status: 'refunded', refunded: 1030 })
    expect(await balanceOf(ordered)).toBe(-30)
    expect(await cashOf(ordered)).toBe(0)
  })

  it('whose refund fails later owes nothing', async () => {
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded')
    await refunded(ordered, 'failed')
    expect(await orderOf(ordered)).toEqual({ status: 'paid', refunded: 0 })
    expect(await balanceOf(ordered)).toBe(0)
    expect(await cashOf(ordered)).toBe(1060)
  })

  it.each([
    ['lost', -30, 0],
    ['won', 0, 1060],
  ])('and is disputed and %s', async (status, balance, cash) => {
    const ordered = await orderWithDebt()
    await disputed(ordered, 'needs_response')
    expect(await balanceOf(ordered)).toBe(-30)
    await disputed(ordered, status)
    await disputed(ordered, status)
    await disputed(ordered, 'needs_response')
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([balance, cash])
  })

  it('never returns more than it charged', async () => {
    const ordered = await orderWithDebt()
    await expect(refunded(ordered, 'succeeded', 1061)).rejects.toThrow('never exceed')
  })
})

describe('a refund that fails after a dispute took what was left', () => {
  const disputeOf = async ({ organizationId, orderId }: Ordered) => {
    const [row] = await runOn<{ amount: number; owed: number }>(
      db.url,
      `select (amount + tax_amount)::int as amount, owed_amount::int as owed from dispute
        where organization_id = '${organizationId}' and order_id = '${orderId}'`,
    )
    return row
  }

  it.each([
    [400, { amount: 630, owed: 30 }, 'lost', -30, 0],
    [400, { amount: 630, owed: 30 }, 'won', 0, 1060],
    [1060, { amount: 0, owed: 0 }, 'lost', -30, 0],
    [1060, { amount: 0, owed: 0 }, 'won', 0, 1060],
  ])('of %i leaves it to the dispute, which is %o before and ends %s', async (...row) => {
    const [amount, bounded, status, balance, cash] = row
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded', amount)
    await disputed(ordered, 'needs_response')
    expect(await disputeOf(ordered)).toEqual(bounded)
    await refunded(ordered, 'failed', amount)
    const held = { amount: 1030, owed: 30 }
    expect(await disputeOf(ordered)).toEqual(held)
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([-30, 1060])
    await refunded(ordered, 'failed', amount)
    await disputed(ordered, 'needs_response')
    await disputed(ordered, 'under_review')
    expect(await disputeOf(ordered)).toEqual(held)
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([-30, 1060])
    await disputed(ordered, status)
    await disputed(ordered, status)
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([balance, cash])
  })

  it.each([
    ['lost', { amount: 1030, owed: 30 }, -30, 0],
    ['won', { amount: 630, owed: 30 }, 0, 1060],
  ])('leaves it to a dispute that was %s before', async (status, held, balance, cash) => {
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded', 400)
    await disputed(ordered, 'needs_response')
    await disputed(ordered, status)
    await refunded(ordered, 'failed', 400)
    expect(await disputeOf(ordered)).toEqual(held)
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([balance, cash])
    await disputed(ordered, status)
    expect(await disputeOf(ordered)).toEqual(held)
  })

  it('leaves nothing to a warning', async () => {
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded', 400)
    await disputed(ordered, 'warning_needs_response')
    const warned = await disputeOf(ordered)
    await refunded(ordered, 'failed', 400)
    expect(await disputeOf(ordered)).toEqual(warned)
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([0, 1060])
  })

  it('leaves it to the report of a lost dispute as well', async () => {
    const ordered = await orderWithDebt()
    await refunded(ordered, 'succeeded', 400)
    await disputed(ordered, 'needs_response')
    await refunded(ordered, 'failed', 400)
    await disputed(ordered, 'lost')
    expect(await disputeOf(ordered)).toEqual({ amount: 1030, owed: 30 })
    expect([await balanceOf(ordered), await cashOf(ordered)]).toEqual([-30, 0])
  })
})

it('an order that was paid too late returns what the balance paid to the balance', async () => {
  const subscriber = await newSubscriber(db.database)
  const { organizationId, customerId, subscriptionId } = subscriber
  assert(subscriptionId !== null, 'it is an order of a subscription')
  await place(deps(), subscriber, { amounts: [-400] })
  const { order, dueAmount } = await place(deps(), subscriber, { amounts: [1000] })
  const { id: paymentMethodId } = await newMethod(deps(), { organizationId, customerId })
  const payment = await startPayment(deps(), subscriber, {
    orderId: order.id,
    amount: dueAmount,
    source: { paymentMethodId },
  })
  const paymentId = payment.id
  await submitPayment(deps(), { organizationId, paymentId })
  await inUnitOfWork(subscriber, (uow) =>
    stopCollecting(uow, organizationId, [subscriptionId], ended),
  )
  expect(await balanceOf(subscriber)).toBe(400)
  await inUnitOfWork(subscriber, (uow) =>
    payOrders(uow, organizationId, [{ orderId: order.id, paymentId }]),
  )
  const { rows } = await db.database.pool.query('select id from refund where order_id = $1', [
    order.id,
  ])
  await submitRefund(deps(), { organizationId, id: rows[0].id })
  const ordered = { ...subscriber, orderId: order.id, paymentId }
  expect(await orderOf(ordered)).toEqual({ status: 'refunded', refunded: 1000 })
  expect([await balanceOf(subscriber), await cashOf(ordered)]).toEqual([400, 0])
})
