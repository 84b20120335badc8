import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  type Buyer,
  keyOf,
  newBuyer,
  paymentEvents,
  paymentNow,
  runPaymentJobs,
  startPayment,
  testPaymentDeps,
} from '../../../../../test/payments.ts'
import { assert } from '../../../../kernel/assert.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { newId } from '../../../../platform/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import { refundPayment } from '../refund-payment.ts'
import { submitPayment } from '../submit-payment.ts'
import { answerAuthentication } from './answer-authentication.ts'
import { defaultBehavior } from './deps.ts'

const db = testDatabase()
let deps: PaymentDeps
let buyer: Buyer

beforeAll(async () => {
  deps = testPaymentDeps(db.database)
  buyer = await newBuyer(db.database)
})

const reportsOf = (payment: { readonly organizationId: Buyer['organizationId'] }) =>
  db.database.kysely
    .selectFrom('eventLog')
    .select('payload')
    .where('organizationId', '=', payment.organizationId)
    .where('name', '=', 'processor_refund.reported')
    .orderBy('id')
    .execute()

describe('an event of the sandbox', () => {
  it('that arrives before the answer, and repeatedly, is recorded once', async () => {
    const chatty = testPaymentDeps(db.database, {
      behavior: { callsAfterAnswer: 5 },
      wrap: (processor) => ({
        ...processor,
        charge: async (input) => {
          await processor.charge(input)
          return { unavailable: 'the answer got lost' }
        },
      }),
    })
    const payment = await startPayment(chatty, buyer)
    expect(await submitPayment(chatty, keyOf(payment))).toMatchObject({ status: 'pending' })
    await runPaymentJobs(db.ownerUrl, chatty)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
    const events = await db.database.kysely
      .selectFrom('processorEvent')
      .selectAll()
      .where('organizationId', '=', payment.organizationId)
      .execute()
    expect(events).toHaveLength(1)
  })

  it('that arrives late changes nothing', async () => {
    const slow = testPaymentDeps(db.database, {
      behavior: { callsAfterAnswer: 2, delaySeconds: 3600 },
    })
    const payment = await startPayment(slow, buyer, { confirmationToken: 'tok_sandbox_declined' })
    await submitPayment(slow, keyOf(payment))
    const recorded = await paymentNow(deps, payment)
    await runPaymentJobs(db.ownerUrl, slow)
    expect(await paymentNow(deps, payment)).toEqual(recorded)
  })

  it('that repeats an authentication ends the payment once', async () => {
    const behavior = { ...defaultBehavior, callsLater: 4 }
    const payment = await startPayment(deps, buyer, {
      confirmationToken: 'tok_sandbox_authenticate',
    })
    const outcome = await submitPayment(deps, keyOf(payment))
    const secret = outcome.status === 'needs_action' ? outcome.clientSecret : ''
    await answerAuthentication({ ...deps, behavior }, secret, 'confirmed')
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
  })
})

describe('a refund in the sandbox', () => {
  const paid = async (by: PaymentDeps) => {
    const payment = await startPayment(by, await newBuyer(db.database))
    await submitPayment(by, keyOf(payment))
    return payment
  }
  const refund = (payment: Parameters<typeof keyOf>[0], amount: number) => ({
    ...keyOf(payment),
    refundId: newId('refund'),
    amount: minorUnits(amount),
    reason: 'customer_request',
  })

  it('succeeds immediately, and once per refund', async () => {
    const payment = await paid(deps)
    const made = refund(payment, 500)
    const outcome = await refundPayment(deps, made)
    expect(outcome).toMatchObject({ status: 'succeeded', failureReason: null })
    expect(await refundPayment(deps, made)).toEqual(outcome)
  })

  it('never exceeds the charge, also concurrently', async () => {
    const payment = await paid(deps)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refundPayment(deps, refund(payment, 190))),
    )
    const good = outcomes.filter(({ status }) => status === 'succeeded')
    const none = outcomes.filter(({ failureReason }) => failureReason === 'charge_already_refunded')
    expect([good.length, none.length]).toEqual([6, 14])
  })

  it('of a slow sandbox is pending, and reported when it succeeds', async () => {
    const slow = testPaymentDeps(db.database, { behavior: { isRefundSlow: true, callsLater: 3 } })
    const payment = await paid(slow)
    const made = refund(payment, 190)
    const outcome = await refundPayment(slow, made)
    expect(outcome).toMatchObject({ status: 'pending' })
    await runPaymentJobs(db.ownerUrl, slow)
    expect(await reportsOf(payment)).toMatchObject([
      {
        payload: {
          payment_id: payment.id,
          refund_id: made.refundId,
          processor_id: outcome.processorId,
          status: 'succeeded',
          amount: 190,
        },
      },
    ])
    expect(await refundPayment(slow, made)).toMatchObject({ status: 'succeeded' })
  })
})

describe('a stored card', () => {
  const request = (overrides: object = {}) => ({
    organizationId: buyer.organizationId,
    key: newId('payment'),
    metadata: {},
    ...overrides,
  })

  async function storeCard(confirmationToken: string): Promise<string> {
    const input = { ...request(), confirmationToken, customer: null, returnUrl: null }
    const intent = await deps.processors.sandbox.setUp(input)
    assert('outcome' in intent && intent.outcome.status === 'succeeded', 'the card is good')
    return intent.outcome.method?.storedId ?? ''
  }

  async function charge(method: string, overrides: object = {}): Promise<string> {
    const { currency } = await startPayment(deps, buyer)
    const intent = await deps.processors.sandbox.charge({
      amount: minorUnits(500),
      ...request(overrides),
      currency,
      source: { method, customer: null, isCustomerPresent: false },
      description: 'Renewal',
      statementSuffix: null,
      returnUrl: null,
    })
    assert('outcome' in intent, 'the sandbox is always available')
    return intent.outcome.status === 'declined' ? intent.outcome.reason : intent.outcome.status
  }

  it('is charged without the customer, any number of times', async () => {
    const method = await storeCard('tok_sandbox_ok')
    expect([await charge(method), await charge(method)]).toEqual(['succeeded', 'succeeded'])
  })

  it('can fail later', async () => {
    const method = await storeCard('tok_sandbox_fails_later')
    const key = newId('payment')
    expect(await charge(method, { key })).toBe('succeeded')
    expect(await charge(method, { key })).toBe('succeeded')
    expect(await charge(method)).toBe('generic_decline')
  })

  it('that fails later succeeds for one of many concurrent charges', async () => {
    const method = await storeCard('tok_sandbox_fails_later')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => charge(method)))
    expect(outcomes.filter((outcome) => outcome === 'succeeded')).toHaveLength(1)
  })

  it('is not charged less than Stripe charges', async () => {
    const method = await storeCard('tok_sandbox_ok')
    expect(await charge(method, { amount: minorUnits(49) })).toBe('amount_too_small')
    expect(await charge(method, { amount: minorUnits(50) })).toBe('succeeded')
  })

  it.each([newId('sandboxMethod'), 'pm_unknown'])('does not exist behind %s', async (method) => {
    expect(await charge(method)).toBe('token_unknown')
  })

  it('does not exist for another seller', async () => {
    const method = await storeCard('tok_sandbox_ok')
    const { organizationId } = await newBuyer(db.database)
    expect(await charge(method, { organizationId })).toBe('token_unknown')
  })
})

it('a card that was just entered is not charged less than Stripe charges', async () => {
  const payment = await startPayment(deps, buyer, { amount: minorUnits(49) })
  expect(await submitPayment(deps, keyOf(payment))).toMatchObject({
    status: 'failed',
    reason: 'amount_too_small',
  })
})

it('another charge under the same key is a bug', async () => {
  const payment = await startPayment(deps, buyer)
  await submitPayment(deps, keyOf(payment))
  const other = deps.processors.sandbox.charge({
    organizationId: buyer.organizationId,
    key: `charge-${payment.id}`,
    metadata: {},
    amount: minorUnits(100),
    currency: payment.currency,
    source: { confirmationToken: 'tok_sandbox_ok', storeFor: null },
    description: 'Other',
    statementSuffix: null,
    returnUrl: null,
  })
  await expect(other).rejects.toThrow('an idempotency key identifies one charge')
})
