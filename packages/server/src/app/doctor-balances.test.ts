import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { begin, testPaymentParts } from '../../test/payments.ts'
import { runOn } from '../../test/sql.ts'
import { newMethod, newSubscriber, place, type Subscriber } from '../../test/subscribers.ts'
import { giveUpOrders, payOrders } from '../domains/orders/index.ts'
import { carryOutPayment } from '../domains/payments/index.ts'
import { work } from '../platform/work.ts'
import { examineBooks } from './doctor-books.ts'

const db = testDatabase()

async function said(): Promise<string[]> {
  const client = new pg.Client(db.url)
  await client.connect()
  try {
    return (await examineBooks(client)).map(({ state, text }) => `${state} ${text}`)
  } finally {
    await client.end()
  }
}

/** A credit of 15.00, of which 10.00 paid an order, a waiting order has 3.00, and 2.00 are left. */
async function live(): Promise<Subscriber> {
  const parts = testPaymentParts(db.database)
  const subscriber = await newSubscriber(db.database)
  await place(parts, subscriber, { amounts: [-1500], taxAmount: -285 })
  await place(parts, subscriber, { amounts: [1000] })
  await place(parts, subscriber, { amounts: [585] })
  const next = await newSubscriber(db.database, subscriber)
  const { organizationId } = subscriber
  await place(parts, next, { amounts: [-300] })
  const waiting = await place(parts, next)
  const { id: paymentMethodId } = await newMethod(parts, next)
  const wish = { orderId: waiting.order.id, amount: waiting.dueAmount, source: { paymentMethodId } }
  const payment = await begin(parts, next, wish)
  await carryOutPayment(parts, { organizationId, paymentId: payment.id })
  const paid = [{ orderId: waiting.order.id, paymentId: payment.id }]
  await work(parts.workshop, { organizationId }, (unit) => payOrders(unit, organizationId, paid))
  const late = await newSubscriber(db.database, subscriber)
  await place(parts, late, { amounts: [-200] })
  await place(parts, late)
  await work(parts.workshop, { organizationId }, (unit) =>
    giveUpOrders(unit, organizationId, [late.subscriptionId]),
  )
  await place(parts, next, { amounts: [-100] })
  await place(parts, next)
  return subscriber
}

it('agrees with what customers were credited, used, and wait for', async () => {
  const { organizationId, customerId } = await live()
  expect(await said()).toEqual([
    'fine the books agree with orders, refunds, payments and balances',
    expect.stringContaining('payments have no order yet'),
  ])
  await runOn(
    db.ownerUrl,
    `update customer_balance set amount = amount + 5
      where organization_id = '${organizationId}' and customer_id = '${customerId}'`,
  )
  const told = (figure: string, is: string, stands: string) =>
    `wrong customer ${customerId} of s-${organizationId}: ${figure} is ${is}, but ${stands} in the books`
  expect(await said()).toEqual([
    told('the balance', '$2.05', '$2.00'),
    told('the balance and its entries', '$2.05', '$2.00'),
    told('the balance and its last entry', '$2.05', '$2.00'),
    expect.stringContaining('payments have no order yet'),
  ])
})
