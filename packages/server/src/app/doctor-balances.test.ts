import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { startPayment, testPaymentDeps } from '../../test/payments.ts'
import { runOn } from '../../test/sql.ts'
import { newMethod, newSubscriber, place, type Subscriber } from '../../test/subscribers.ts'
import { payOrders } from '../domains/orders/actions/pay-orders.ts'
import { stopCollecting } from '../domains/orders/actions/stop-collecting.ts'
import { submitPayment } from '../domains/payments/actions/submit-payment.ts'
import { runUnitOfWork } from '../platform/unit-of-work.ts'
import { examineBooks } from './doctor-books.ts'

const db = testDatabase()
const ended = { as: 'void', reason: 'subscription_ended' } as const

const findings = async (): Promise<string[]> =>
  (await examined(db, examineBooks)).map(({ state, text }) => `${state} ${text}`)

/** A credit of 15.00, of which 10.00 paid an order, a waiting order has 3.00, and 2.00 are left. */
async function useBalances(): Promise<Subscriber> {
  const deps = testPaymentDeps(db.database)
  const subscriber = await newSubscriber(db.database)
  await place(deps, subscriber, { amounts: [-1500], taxAmount: -285 })
  await place(deps, subscriber, { amounts: [1000] })
  await place(deps, subscriber, { amounts: [585] })
  const next = await newSubscriber(db.database, subscriber)
  const { organizationId } = subscriber
  await place(deps, next, { amounts: [-300] })
  const waiting = await place(deps, next)
  const { id: paymentMethodId } = await newMethod(deps, next)
  const input = {
    orderId: waiting.order.id,
    amount: waiting.dueAmount,
    source: { paymentMethodId },
  }
  const payment = await startPayment(deps, next, input)
  await submitPayment(deps, { organizationId, paymentId: payment.id })
  const paid = [{ orderId: waiting.order.id, paymentId: payment.id }]
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    payOrders(uow, organizationId, paid),
  )
  const late = await newSubscriber(db.database, subscriber)
  await place(deps, late, { amounts: [-200] })
  await place(deps, late)
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    stopCollecting(uow, organizationId, [late.subscriptionId], ended),
  )
  await place(deps, next, { amounts: [-100] })
  await place(deps, next)
  return subscriber
}

it('the books agree with credited, used and reserved balances', async () => {
  const { organizationId, customerId } = await useBalances()
  expect(await findings()).toEqual([
    'fine the books agree with orders, refunds, disputes, payments and balances',
    expect.stringContaining('payments have no order yet'),
  ])
  await runOn(
    db.ownerUrl,
    `update customer_balance set amount = amount + 5
      where organization_id = '${organizationId}' and customer_id = '${customerId}'`,
  )
  const reported = (place: string) =>
    `wrong customer ${customerId} of s-${organizationId}: the balance is $2.05, but $2.00 ${place}`
  expect(await findings()).toEqual([
    reported('in the books'),
    reported('by its entries'),
    reported('by its last entry'),
    expect.stringContaining('payments have no order yet'),
  ])
})
