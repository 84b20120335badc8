import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import {
  type Buyer,
  keyOf,
  newBuyer,
  paymentNow,
  runPaymentJobs,
  startPayment,
  testPaymentDeps,
} from '../../../../../test/payments.ts'
import { type StripeStandIn, startStripe } from '../../../../../test/stripe/stand-in.ts'
import { assert } from '../../../../kernel/assert.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { newId } from '../../../../platform/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import { refundPayment } from '../refund-payment.ts'
import { cancelPayment, submitPayment } from '../submit-payment.ts'

const db = testDatabase()
let stripe: StripeStandIn
let deps: PaymentDeps
let buyer: Buyer

beforeAll(async () => {
  stripe = await startStripe()
  deps = testPaymentDeps(db.database, { env: stripe.env })
  buyer = await newBuyer(db.database, 'Acme Incorporated')
})
afterAll(() => stripe.stop())
beforeEach(() => {
  stripe.behavior = 'healthy'
})

const pay = async (confirmationToken: string) => {
  const payment = await startPayment(deps, buyer, { confirmationToken })
  return { payment, outcome: await submitPayment(deps, keyOf(payment)) }
}

const requests = (operation: string) => stripe.asked.filter((one) => one.operation === operation)

const intentOf = async (payment: Parameters<typeof keyOf>[0]) => {
  const { processorId } = await paymentNow(deps, payment)
  assert(processorId !== null, 'Stripe knows it')
  return processorId
}

describe('a charge by Stripe', () => {
  it('sends exactly what Stripe needs, with a key that names the charge', async () => {
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'succeeded' })
    expect(payment.processor).toBe('stripe')
    expect(requests('POST /v1/payment_intents').at(-1)).toEqual({
      operation: 'POST /v1/payment_intents',
      idempotencyKey: `charge-${payment.id}`,
      query: {},
      body: {
        amount: '1190',
        currency: 'usd',
        confirm: 'true',
        confirmation_token: 'ctoken_good',
        use_stripe_sdk: 'true',
        automatic_payment_methods: { enabled: 'true' },
        statement_descriptor_suffix: 'Acme Incor',
        return_url: payment.returnUrl,
        metadata: {
          type: 'product',
          description: 'Acme: Anvil',
          organization_id: buyer.organizationId,
          payment_id: payment.id,
        },
        expand: { 0: 'payment_method' },
      },
    })
    expect(await paymentNow(deps, payment)).toMatchObject({
      methodMetadata: { brand: 'visa', last4: '4242', country: 'US' },
      processorId: expect.stringMatching(/^pi_/),
    })
  })

  it.each([
    ['ctoken_declined', 'insufficient_funds'],
    ['ctoken_expired_card', 'expired_card'],
  ])('%s is declined, and its intent closed to other cards', async (token, reason) => {
    const { payment, outcome } = await pay(token)
    expect(outcome).toMatchObject({ status: 'failed', reason })
    const intent = stripe.books.intents.get(await intentOf(payment))
    expect(intent).toMatchObject({ status: 'canceled' })
    expect(await paymentNow(deps, payment)).toMatchObject({ methodMetadata: { last4: '4242' } })
  })

  it('is not created with a token that Stripe doesn’t know', async () => {
    const { payment, outcome } = await pay('ctoken_forgotten')
    expect(outcome).toMatchObject({ status: 'failed', reason: 'token_unknown' })
    expect(await paymentNow(deps, payment)).toMatchObject({ processorId: null })
  })

  it('that Stripe rejects for another reason doesn’t blame the card', async () => {
    const { payment, outcome } = await pay('ctoken_refused')
    const message = expect.stringContaining('Please contact the seller')
    expect(outcome).toMatchObject({ status: 'failed', reason: 'not_accepted', message })
    expect(await paymentNow(deps, payment)).toMatchObject({ processorId: null })
  })

  it('stays pending while Stripe processes it', async () => {
    const { payment, outcome } = await pay('ctoken_slow')
    expect(outcome).toEqual({ status: 'pending', isProcessorUnavailable: false })
    stripe.answer(await intentOf(payment), 'succeeded')
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('is retried after an outage of Stripe, and made once', async () => {
    stripe.behavior = 'away'
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'pending', isProcessorUnavailable: true })
    stripe.behavior = 'healthy'
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('is made once where the answer was lost', async () => {
    const before = stripe.books.intents.size
    stripe.behavior = 'unheard'
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'pending', isProcessorUnavailable: true })
    stripe.behavior = 'healthy'
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(stripe.books.intents.size).toBe(before + 1)
  })

  it('is found by its metadata when Stripe may have dropped the key', async () => {
    const clock = movableClock()
    const slow = testPaymentDeps(db.database, { env: stripe.env, clock })
    stripe.behavior = 'unheard'
    const payment = await startPayment(slow, buyer, { confirmationToken: 'ctoken_good' })
    await submitPayment(slow, keyOf(payment))
    stripe.behavior = 'healthy'
    clock.advance(21 * 3600)
    expect(await submitPayment(slow, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(requests('GET /v1/payment_intents/search').at(-1)?.query).toEqual({
      query: `metadata['payment_id']:'${payment.id}'`,
      limit: '1',
      expand: { 0: 'data.payment_method' },
    })
  })

  it('is made once by 50 concurrent calls', async () => {
    const before = stripe.books.intents.size
    const payment = await startPayment(deps, buyer, { confirmationToken: 'ctoken_good' })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => submitPayment(deps, keyOf(payment))),
    )
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(stripe.books.intents.size).toBe(before + 1)
  })

  it('stays pending where Stripe isn’t configured any more', async () => {
    const payment = await startPayment(deps, buyer, { confirmationToken: 'ctoken_good' })
    const without = testPaymentDeps(db.database)
    expect(await submitPayment(without, keyOf(payment))).toEqual({
      status: 'pending',
      isProcessorUnavailable: true,
    })
  })

  it('with a wrong API key is not a decline', async () => {
    const env = { ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_other' }
    const wrong = testPaymentDeps(db.database, { env })
    const payment = await startPayment(wrong, buyer, { confirmationToken: 'ctoken_good' })
    expect(await submitPayment(wrong, keyOf(payment))).toMatchObject({ status: 'pending' })
  })
})

describe('a buyer who has to authenticate', () => {
  it('continues with the intent’s client secret', async () => {
    const { payment, outcome } = await pay('ctoken_authenticate')
    const id = await intentOf(payment)
    const secret = stripe.books.intents.get(id)?.['client_secret']
    expect(outcome).toEqual({ status: 'needs_action', clientSecret: secret })
    stripe.answer(id, 'succeeded')
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('is declined when that fails, and can’t use the intent with another card', async () => {
    const { payment } = await pay('ctoken_authenticate')
    const id = await intentOf(payment)
    stripe.answer(id, 'requires_payment_method')
    expect(await submitPayment(deps, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'authentication_failed',
    })
    expect(stripe.books.intents.get(id)).toMatchObject({ status: 'canceled' })
  })

  it('may confirm after a cancellation, or before it', async () => {
    const late = await pay('ctoken_authenticate')
    expect(await cancelPayment(deps, keyOf(late.payment))).toMatchObject({ reason: 'canceled' })
    const intime = await pay('ctoken_authenticate')
    stripe.answer(await intentOf(intime.payment), 'succeeded')
    expect(await cancelPayment(deps, keyOf(intime.payment))).toEqual({ status: 'succeeded' })
  })
})

describe('later payments', () => {
  const request = () => ({
    organizationId: buyer.organizationId,
    key: newId('payment'),
    metadata: {},
  })

  it('store a card without a charge', async () => {
    const { stripe: processor } = deps.processors
    const input = { ...request(), customer: 'cus_1', returnUrl: 'http://localhost:3000/back' }
    const intent = await processor?.setUp({ ...input, confirmationToken: 'ctoken_good' })
    expect(intent).toMatchObject({
      processorId: expect.stringMatching(/^seti_/),
      outcome: { status: 'succeeded', method: { type: 'card', storedId: expect.any(String) } },
    })
    expect(requests('POST /v1/setup_intents').at(-1)).toMatchObject({
      idempotencyKey: input.key,
      body: { confirm: 'true', usage: 'off_session', customer: 'cus_1' },
    })
    const declined = { ...input, ...request(), confirmationToken: 'ctoken_declined' }
    expect(await processor?.setUp(declined)).toMatchObject({
      outcome: { status: 'declined', reason: 'insufficient_funds' },
    })
  })

  const chargeStored = async (method: string, isCustomerPresent: boolean) =>
    deps.processors.stripe?.charge({
      ...request(),
      amount: minorUnits(500),
      currency: (await startPayment(deps, buyer)).currency,
      source: { method, customer: 'cus_1', isCustomerPresent },
      description: 'Renewal',
      statementSuffix: null,
      returnUrl: null,
    })

  it('charge it without the customer', async () => {
    const intent = await chargeStored('pm_kept', false)
    expect(intent).toMatchObject({ outcome: { status: 'succeeded' } })
    expect(requests('POST /v1/payment_intents').at(-1)?.body).toMatchObject({
      payment_method: 'pm_kept',
      customer: 'cus_1',
      off_session: 'true',
    })
  })

  it('ask a customer who is present', async () => {
    stripe.books.methods.set('pm_asking', 'ctoken_authenticates_later')
    const asked = await chargeStored('pm_asking', true)
    expect(asked).toMatchObject({
      processorId: expect.stringMatching(/^pi_/),
      outcome: { status: 'needs_action', clientSecret: expect.stringContaining('_secret_') },
    })
    const { body } = requests('POST /v1/payment_intents').at(-1) ?? {}
    expect(body).toMatchObject({ payment_method: 'pm_asking', use_stripe_sdk: 'true' })
    expect(body).not.toHaveProperty('off_session')
    expect(await chargeStored('pm_asking', false)).toMatchObject({
      outcome: { status: 'declined', reason: 'authentication_required' },
    })
  })
})

describe('a refund by Stripe', () => {
  const refundOf = async (amount: number, options: { reason?: string } = {}) => {
    const { payment } = await pay('ctoken_good')
    const refundId = newId('refund')
    const toMake = { ...keyOf(payment), refundId, amount: minorUnits(amount) }
    const refund = { ...toMake, reason: options.reason ?? 'customer_request' }
    return { payment, refund, outcome: await refundPayment(deps, refund) }
  }

  it.each([
    ['duplicate', 'duplicate'],
    ['fraudulent', 'requested_by_customer'],
    ['customer_request', 'requested_by_customer'],
  ])('for the reason %s sends %s', async (reason, sent) => {
    const { payment, refund, outcome } = await refundOf(190, { reason })
    expect(outcome).toEqual({
      status: 'succeeded',
      processorId: expect.stringMatching(/^re_/),
      failureReason: null,
    })
    expect(requests('POST /v1/refunds').at(-1)).toEqual({
      operation: 'POST /v1/refunds',
      idempotencyKey: `refund-${refund.refundId}`,
      query: {},
      body: {
        payment_intent: await intentOf(payment),
        amount: '190',
        reason: sent,
        metadata: {
          organization_id: buyer.organizationId,
          payment_id: payment.id,
          refund_id: refund.refundId,
        },
      },
    })
  })

  it('is made once, also when Stripe has dropped the key', async () => {
    const { refund, outcome } = await refundOf(190)
    const before = requests('POST /v1/refunds').length
    expect(await refundPayment(deps, refund)).toEqual(outcome)
    expect(requests('POST /v1/refunds')).toHaveLength(before)
  })

  it('never exceeds the payment', async () => {
    const { outcome } = await refundOf(1191)
    expect(outcome).toEqual({
      status: 'failed',
      processorId: null,
      failureReason: 'charge_already_refunded',
    })
  })

  it('is retried after an outage of Stripe', async () => {
    const { payment } = await pay('ctoken_good')
    const refundId = newId('refund')
    const refund = { ...keyOf(payment), refundId, amount: minorUnits(10), reason: 'other' }
    stripe.behavior = 'away'
    const nothing = { status: 'pending', processorId: null, failureReason: null }
    expect(await refundPayment(deps, refund)).toEqual(nothing)
    stripe.behavior = 'healthy'
    expect(await refundPayment(deps, refund)).toMatchObject({ status: 'succeeded' })
  })
})

it('no request had parameters that Stripe doesn’t know', () => {
  expect(stripe.asked.length).toBeGreaterThan(100)
  expect(stripe.faults).toEqual([])
})
