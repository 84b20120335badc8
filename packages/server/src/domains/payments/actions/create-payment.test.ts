import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { keyOf, startPayment, testPaymentDeps } from '../../../../test/payments.ts'
import { newSubscriber, place } from '../../../../test/subscribers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { createPayment } from './create-payment.ts'
import { submitPayment } from './submit-payment.ts'

const db = testDatabase()

/** Runs once, after the first statement. */
const afterFirstStatement = (task: () => Promise<unknown>): KyselyPlugin => {
  let first: Promise<unknown> | null = null
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      first ??= task()
      await first
      return result
    },
  }
}

describe('a payment of an order that has one', () => {
  it('is the existing one, also if that fails at this moment', async () => {
    const deps = testPaymentDeps(db.database)
    const subscriber = await newSubscriber(db.database)
    const { organizationId, customerId } = subscriber
    const { order } = await place(deps, subscriber)
    const orderId = order.id
    const confirmationToken = 'tok_sandbox_declined'
    const existing = await startPayment(deps, subscriber, { orderId, confirmationToken })
    const fail = () => submitPayment(deps, keyOf(existing))
    const found = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      createPayment({ ...uow, tx: uow.tx.withPlugin(afterFirstStatement(fail)) }, deps, {
        organizationId,
        customerId,
        orderId,
        checkoutId: null,
        customerEmail: existing.customerEmail,
        amount: existing.amount,
        currency: existing.currency,
        source: { confirmationToken: 'tok_sandbox_ok', storeMethod: false },
        description: existing.description,
        returnUrl: null,
        metadata: {},
      }),
    )
    expect(found).toMatchObject({ id: existing.id, status: 'failed' })
  })
})
