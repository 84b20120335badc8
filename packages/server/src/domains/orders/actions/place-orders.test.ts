import { currency } from '@guildhall/contract/primitives'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type PaymentOptions, startPayment, testPaymentDeps } from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import {
  cents,
  newMethod,
  newSubscriber,
  type OrderOptions,
  orderToPlace,
  place,
  type Subscriber,
} from '../../../../test/subscribers.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { createPayments } from '../../payments/actions/create-payment.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'
import { submitPayment } from '../../payments/actions/submit-payment.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import { findBalances, sumDebts } from '../store/customer-balances.ts'
import { payOrders } from './pay-orders.ts'
import { placeOrders } from './place-orders.ts'
import { openOrdersOf } from './read-customer-balances.ts'
import { stopCollecting } from './stop-collecting.ts'

const db = testDatabase()
const ended = { as: 'void', reason: 'subscription_ended' } as const
const newDeps = (): PaymentDeps => testPaymentDeps(db.database)

async function balanceOf({ organizationId, customerId }: Subscriber): Promise<number> {
  const [found] = await findBalances(db.database.kysely, organizationId, [customerId])
  return found?.amount ?? 0
}

/** Credits less debits of each account of an organization. */
async function booksOf({ organizationId }: Pick<Subscriber, 'organizationId'>) {
  const rows = await runOn<{ account: string; amount: number }>(
    db.url,
    `select account, sum(credit - debit)::int as amount from entry_line
      where organization_id = '${organizationId}' group by account having sum(credit - debit) <> 0`,
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

async function eventsOf({ organizationId }: Pick<Subscriber, 'organizationId'>) {
  const rows = await runOn<{ name: string; version: number; status: string }>(
    db.url,
    `select name, object_version::int as version, payload ->> 'status' as status from outbox
      where organization_id = '${organizationId}' and name like 'order.%' order by id`,
  )
  return rows.map(({ name, version, status }) => `${name} ${version} ${status}`)
}

/** Charges the due amount of an order, as a renewal does. */
async function collect(
  deps: PaymentDeps,
  { organizationId, customerId }: Subscriber,
  { order, dueAmount }: Awaited<ReturnType<typeof place>>,
) {
  const { id: paymentMethodId } = await newMethod(deps, { organizationId, customerId })
  const options: PaymentOptions = {
    orderId: order.id,
    amount: dueAmount,
    source: { paymentMethodId },
  }
  const payment = await startPayment(deps, { organizationId, customerId }, options)
  await submitPayment(deps, { organizationId, paymentId: payment.id })
  return { orderId: order.id, paymentId: payment.id }
}

describe('a placed order', () => {
  it('is pending until its payment succeeds', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId } = subscriber
    const placed = await place(deps, subscriber, { amounts: [1000], taxAmount: 190 })
    expect(placed).toMatchObject({ dueAmount: 1190, order: { status: 'pending', paid: false } })
    expect(await booksOf(subscriber)).toEqual({})
    const paid = await collect(deps, subscriber, placed)
    const pay = () =>
      runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
        payOrders(uow, organizationId, [paid]),
      )
    expect(await pay()).toMatchObject([{ id: placed.order.id, status: 'paid', paid: true }])
    expect(await pay()).toEqual([])
    expect(await booksOf(subscriber)).toEqual({
      seller_payable: 1000,
      tax_payable: 190,
      cash_at_processor: -1190,
    })
    expect(await eventsOf(subscriber)).toEqual([
      'order.created 1 pending',
      'order.updated 2 paid',
      'order.paid 2 paid',
    ])
  })

  it('of zero is paid immediately, with the same events', async () => {
    const subscriber = await newSubscriber(db.database)
    const placed = await place(newDeps(), subscriber, { amounts: [0] })
    expect(placed).toMatchObject({ dueAmount: 0, order: { status: 'paid', paid: true } })
    expect(await booksOf(subscriber)).toEqual({})
    expect(await eventsOf(subscriber)).toEqual([
      'order.created 1 pending',
      'order.updated 2 paid',
      'order.paid 2 paid',
    ])
  })

  it('is the only one for its period', async () => {
    const subscriber = await newSubscriber(db.database)
    const period = { start: new Date('2026-04-01'), end: new Date('2026-05-01') }
    const options = { period, billingReason: 'subscription_cycle' } as const
    const both = await Promise.allSettled([
      place(newDeps(), subscriber, options),
      place(newDeps(), subscriber, options),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('can be paid by an earlier charge', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId, customerId } = subscriber
    await place(deps, subscriber, { amounts: [-300] })
    const payment = await startPayment(deps, subscriber, { amount: cents(700) })
    await submitPayment(deps, { organizationId, paymentId: payment.id })
    const { order } = await place(deps, subscriber, { paymentId: payment.id })
    expect(order).toMatchObject({ status: 'paid', totalAmount: 1000, customerId })
    expect(await balanceOf(subscriber)).toBe(0)
    expect(await booksOf(subscriber)).toEqual({ seller_payable: 700, cash_at_processor: -700 })
  })

  it('isn’t paid by a failed charge', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId } = subscriber
    const confirmationToken = 'tok_sandbox_declined'
    const payment = await startPayment(deps, subscriber, { amount: cents(1000), confirmationToken })
    await submitPayment(deps, { organizationId, paymentId: payment.id })
    const placing = place(deps, subscriber, { paymentId: payment.id })
    await expect(placing).rejects.toThrow('the payment of an order has succeeded')
  })

  it('isn’t paid by another order’s payment, or by less than the due amount', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId } = subscriber
    const [one, other] = [await place(deps, subscriber), await place(deps, subscriber)]
    const paid = await collect(deps, subscriber, one)
    const less = await collect(deps, subscriber, { ...other, dueAmount: cents(999) })
    const pay = (what: typeof paid) =>
      runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
        payOrders(uow, organizationId, [what]),
      )
    await expect(pay({ ...paid, orderId: other.order.id })).rejects.toThrow('its own payment')
    await expect(pay(less)).rejects.toThrow('its own payment')
  })
})

describe('the balance of a customer', () => {
  it('is credited by an order below zero, and pays the next one', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const credit = await place(deps, subscriber, { amounts: [-1500, 500], taxAmount: -190 })
    expect(credit).toMatchObject({
      dueAmount: 0,
      order: {
        status: 'paid',
        totalAmount: -1190,
        items: [{ taxAmount: -285 }, { taxAmount: 95 }],
      },
    })
    expect(await balanceOf(subscriber)).toBe(1190)
    expect(await booksOf(subscriber)).toEqual({
      seller_payable: -1000,
      tax_payable: -190,
      customer_balance: 1190,
    })
    expect(await place(deps, subscriber, { amounts: [2000] })).toMatchObject({ dueAmount: 810 })
    expect(await balanceOf(subscriber)).toBe(0)
  })

  it('can pay a whole order, and keeps the remainder', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    await place(deps, subscriber, { amounts: [-1500] })
    expect(await place(deps, subscriber)).toMatchObject({ dueAmount: 0, order: { paid: true } })
    expect(await balanceOf(subscriber)).toBe(500)
    expect(await booksOf(subscriber)).toEqual({ seller_payable: -500, customer_balance: 500 })
  })

  it('carries an amount below the minimum as a debt, which the next order charges', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId } = subscriber
    const little = await place(deps, subscriber, { amounts: [49] })
    expect(little).toMatchObject({ dueAmount: 0, order: { paid: true, totalAmount: 49 } })
    const owed = async () =>
      (await sumDebts(db.database.kysely, organizationId)).map(({ amount }) => amount)
    expect([await balanceOf(subscriber), await owed()]).toEqual([-49, [49]])
    const next = await place(deps, subscriber)
    expect(next).toMatchObject({ dueAmount: 1049, order: { totalAmount: 1000 } })
    expect([await balanceOf(subscriber), await owed()]).toEqual([0, [49]])
    const paid = await collect(deps, subscriber, next)
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      payOrders(uow, organizationId, [paid]),
    )
    expect(await owed()).toEqual([])
    expect(await booksOf(subscriber)).toEqual({ seller_payable: 1049, cash_at_processor: -1049 })
  })

  it('is spent once by concurrent orders', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    await place(deps, subscriber, { amounts: [-1000] })
    const placed = await Promise.all(
      Array.from({ length: 8 }, () => place(deps, subscriber, { amounts: [600] })),
    )
    const dues = placed.map(({ dueAmount }) => Number(dueAmount))
    expect(dues.reduce((all, due) => all + due, 0)).toBe(8 * 600 - 1000)
    expect(dues.toSorted((a, b) => a - b)).toEqual([0, 200, 600, 600, 600, 600, 600, 600])
    expect(await balanceOf(subscriber)).toBe(0)
  })

  it('is never overdrawn, whichever role writes', async () => {
    const subscriber = await newSubscriber(db.database)
    const { organizationId, customerId } = subscriber
    const { order } = await place(newDeps(), subscriber, { amounts: [-100] })
    const values = `'${organizationId}', '${newId('customerBalanceEntry')}', '${customerId}', 'usd'`
    const overdrawn = `insert into customer_balance_entry (organization_id, id, customer_id, currency,
        position, kind, amount, balance, order_id, created_at)
      values (${values}, 2, 'used', -200, -100, '${order.id}', now())`
    await expect(runOn(db.url, overdrawn)).rejects.toThrow('customer_balance_not_overdrawn')
    const changed = `update customer_balance_entry set amount = 1`
    await expect(runOn(db.url, changed)).rejects.toThrow('permission denied')
    await expect(runOn(db.ownerUrl, changed)).rejects.toThrow('append-only')
  })

  it('is returned when collection stops, and used again where a pending payment succeeds', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId, subscriptionId } = subscriber
    await place(deps, subscriber, { amounts: [-400] })
    const placed = await place(deps, subscriber)
    const paid = await collect(deps, subscriber, placed)
    const stop = () =>
      runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
        stopCollecting(uow, organizationId, [subscriptionId], ended),
      )
    expect(await openOrdersOf(db.database.kysely, organizationId, [subscriptionId])).toMatchObject([
      { order: { id: placed.order.id }, dueAmount: 600 },
    ])
    expect(await stop()).toMatchObject([{ id: placed.order.id, status: 'pending' }])
    expect(await stop()).toEqual([])
    expect(await openOrdersOf(db.database.kysely, organizationId, [subscriptionId])).toEqual([])
    expect(await balanceOf(subscriber)).toBe(400)
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      payOrders(uow, organizationId, [paid]),
    )
    expect(await balanceOf(subscriber)).toBe(0)
    expect(await booksOf(subscriber)).toEqual({ seller_payable: 600, cash_at_processor: -600 })
  })

  it('is the sum of its entries, each with the balance after it', async () => {
    const deps = newDeps()
    const subscriber = await newSubscriber(db.database)
    const { organizationId } = subscriber
    const orders = await Promise.all(
      [-500, 200, 100, -50, 700].map((amount) =>
        orderToPlace(db.database, subscriber, { amounts: [amount] }),
      ),
    )
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) => placeOrders(uow, orders))
    const entries = await runOn<{ line: string }>(
      db.url,
      `select position || ' ' || kind || ' ' || amount || ' ' || balance as line
         from customer_balance_entry where organization_id = '${organizationId}' order by position`,
    )
    expect(entries.map(({ line }) => line)).toEqual([
      '1 credited 500 500',
      '2 used -200 300',
      '3 used -100 200',
      '4 credited 50 250',
      '5 used -250 0',
    ])
  })
})

describe('a batch', () => {
  const counted = async (size: number) => {
    const counter = await countStatements(db.url)
    const database = await openDatabase({ url: counter.url }, pino({ level: 'silent' }))
    const deps = testPaymentDeps(database)
    const first = await newSubscriber(db.database)
    const others = await Promise.all(
      Array.from({ length: size - 1 }, () => newSubscriber(db.database, first)),
    )
    const subscribers = [first, ...others]
    const { organizationId } = first
    const methods = await Promise.all(subscribers.map((one) => newMethod(newDeps(), one)))
    const period = { start: new Date('2026-04-01'), end: new Date('2026-05-01') }
    const options: OrderOptions = { period, billingReason: 'subscription_cycle' }
    const orders = await Promise.all(
      subscribers.map((one) => orderToPlace(db.database, one, options)),
    )
    const before = counter.count()
    const payments = await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const placed = await placeOrders(uow, orders)
      return createPayments(
        uow,
        deps,
        placed.map(({ order, dueAmount }, at) => ({
          organizationId,
          customerId: order.customerId,
          customerEmail: order.customer.email,
          checkoutId: null,
          orderId: order.id,
          amount: dueAmount,
          currency: currency.parse('usd'),
          source: { paymentMethodId: methods[at]?.id ?? newId('paymentMethod') },
          description: 'Anvils for a month',
          returnUrl: null,
          metadata: {},
        })),
      )
    })
    const outcomes = await submitPayments(
      deps,
      payments.map(({ id: paymentId }) => ({ organizationId, paymentId })),
    )
    const paid = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      payOrders(
        uow,
        organizationId,
        payments.flatMap(({ id: paymentId, orderId }) =>
          orderId === null ? [] : [{ orderId, paymentId }],
        ),
      ),
    )
    const statements = counter.count() - before
    await database.close()
    await counter.stop()
    expect([...outcomes.values()].every(({ status }) => status === 'succeeded')).toBe(true)
    expect(paid).toHaveLength(size)
    expect(await eventsOf(first)).toHaveLength(3 * size)
    expect(await booksOf(first)).toEqual({
      seller_payable: 1000 * size,
      cash_at_processor: -1000 * size,
    })
    return statements
  }

  it('takes as many statements as a small one', async () => {
    const [few, many] = [await counted(2), await counted(40)]
    expect(many).toBe(few)
    expect(many).toBeLessThan(45)
  })
})
