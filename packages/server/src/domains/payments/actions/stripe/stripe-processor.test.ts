import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import {
  type Buyer,
  begin,
  doJobs,
  keyOf,
  newBuyer,
  paymentNow,
  testPaymentParts,
} from '../../../../../test/payments.ts'
import { type StripeStandIn, startStripe } from '../../../../../test/stripe/stand-in.ts'
import { assert } from '../../../../kernel/assert.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { newId } from '../../../../platform/ids.ts'
import { cancelPayment, carryOutPayment } from '../carry-out-payment.ts'
import type { PaymentParts } from '../parts.ts'
import { refundPayment } from '../refund-payment.ts'

const db = testDatabase()
let stripe: StripeStandIn
let parts: PaymentParts
let buyer: Buyer

beforeAll(async () => {
  stripe = await startStripe()
  parts = testPaymentParts(db.database, { env: stripe.env })
  buyer = await newBuyer(db.database, 'Acme Incorporated')
})
afterAll(() => stripe.stop())
beforeEach(() => {
  stripe.mood = 'well'
})

const pay = async (confirmationToken: string) => {
  const payment = await begin(parts, buyer, { confirmationToken })
  return { payment, outcome: await carryOutPayment(parts, keyOf(payment)) }
}

const asked = (operation: string) => stripe.asked.filter((one) => one.operation === operation)

const intentOf = async (payment: Parameters<typeof keyOf>[0]) => {
  const { processorId } = await paymentNow(parts, payment)
  assert(processorId !== null, 'Stripe has heard of it')
  return processorId
}

describe('a charge by Stripe', () => {
  it('says exactly what Stripe needs, under the payment’s id', async () => {
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'succeeded' })
    expect(payment.processor).toBe('stripe')
    expect(asked('POST /v1/payment_intents').at(-1)).toEqual({
      operation: 'POST /v1/payment_intents',
      idempotencyKey: payment.id,
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
    expect(await paymentNow(parts, payment)).toMatchObject({
      methodMetadata: { brand: 'visa', last4: '4242', country: 'US' },
      processorId: expect.stringMatching(/^pi_/),
    })
  })

  it.each([
    ['ctoken_declined', 'insufficient_funds'],
    ['ctoken_expired_card', 'expired_card'],
  ])('%s is declined, and closed to any other card', async (token, reason) => {
    const { payment, outcome } = await pay(token)
    expect(outcome).toMatchObject({ status: 'failed', reason })
    const intent = stripe.books.intents.get(await intentOf(payment))
    expect(intent).toMatchObject({ status: 'canceled' })
    expect(await paymentNow(parts, payment)).toMatchObject({ methodMetadata: { last4: '4242' } })
  })

  it('is none with a token that Stripe doesn’t know', async () => {
    const { payment, outcome } = await pay('ctoken_forgotten')
    expect(outcome).toMatchObject({ status: 'failed', reason: 'token_unknown' })
    expect(await paymentNow(parts, payment)).toMatchObject({ processorId: null })
  })

  it('that Stripe refuses for a reason of ours doesn’t blame the card', async () => {
    const { payment, outcome } = await pay('ctoken_refused')
    const message = expect.stringContaining('Please tell the seller')
    expect(outcome).toMatchObject({ status: 'failed', reason: 'not_accepted', message })
    expect(await paymentNow(parts, payment)).toMatchObject({ processorId: null })
  })

  it('goes on while Stripe is at it', async () => {
    const { payment, outcome } = await pay('ctoken_slow')
    expect(outcome).toEqual({ status: 'pending', isProcessorAway: false })
    stripe.answer(await intentOf(payment), 'succeeded')
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('waits while Stripe is away, and is made once', async () => {
    stripe.mood = 'away'
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'pending', isProcessorAway: true })
    stripe.mood = 'well'
    await doJobs(db.ownerUrl, parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('is made once where the answer got lost', async () => {
    const before = stripe.books.intents.size
    stripe.mood = 'unheard'
    const { payment, outcome } = await pay('ctoken_good')
    expect(outcome).toEqual({ status: 'pending', isProcessorAway: true })
    stripe.mood = 'well'
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(stripe.books.intents.size).toBe(before + 1)
  })

  it('is found by its name when Stripe may have forgotten the key', async () => {
    const clock = movableClock()
    const slow = testPaymentParts(db.database, { env: stripe.env, clock })
    stripe.mood = 'unheard'
    const payment = await begin(slow, buyer, { confirmationToken: 'ctoken_good' })
    await carryOutPayment(slow, keyOf(payment))
    stripe.mood = 'well'
    clock.advance(21 * 3600)
    expect(await carryOutPayment(slow, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(asked('GET /v1/payment_intents/search').at(-1)?.query).toEqual({
      query: `metadata['payment_id']:'${payment.id}'`,
      limit: '1',
      expand: { 0: 'data.payment_method' },
    })
  })

  it('is carried out once by 50 at once', async () => {
    const before = stripe.books.intents.size
    const payment = await begin(parts, buyer, { confirmationToken: 'ctoken_good' })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => carryOutPayment(parts, keyOf(payment))),
    )
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(stripe.books.intents.size).toBe(before + 1)
  })

  it('is left alone where Stripe isn’t set up any more', async () => {
    const payment = await begin(parts, buyer, { confirmationToken: 'ctoken_good' })
    const without = testPaymentParts(db.database)
    expect(await carryOutPayment(without, keyOf(payment))).toEqual({
      status: 'pending',
      isProcessorAway: true,
    })
  })

  it('with a wrong key is nobody’s decline', async () => {
    const env = { ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_other' }
    const wrong = testPaymentParts(db.database, { env })
    const payment = await begin(wrong, buyer, { confirmationToken: 'ctoken_good' })
    expect(await carryOutPayment(wrong, keyOf(payment))).toMatchObject({ status: 'pending' })
  })
})

describe('a buyer whom the bank wants to hear', () => {
  it('carries on with the intent’s secret', async () => {
    const { payment, outcome } = await pay('ctoken_authenticate')
    const id = await intentOf(payment)
    const secret = stripe.books.intents.get(id)?.['client_secret']
    expect(outcome).toEqual({ status: 'needs_action', clientSecret: secret })
    stripe.answer(id, 'succeeded')
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('is declined who doesn’t pass, and can’t try another card behind our back', async () => {
    const { payment } = await pay('ctoken_authenticate')
    const id = await intentOf(payment)
    stripe.answer(id, 'requires_payment_method')
    expect(await carryOutPayment(parts, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'authentication_failed',
    })
    expect(stripe.books.intents.get(id)).toMatchObject({ status: 'canceled' })
  })

  it('comes too late for who cancels, or in time', async () => {
    const late = await pay('ctoken_authenticate')
    expect(await cancelPayment(parts, keyOf(late.payment))).toMatchObject({ reason: 'canceled' })
    const intime = await pay('ctoken_authenticate')
    stripe.answer(await intentOf(intime.payment), 'succeeded')
    expect(await cancelPayment(parts, keyOf(intime.payment))).toEqual({ status: 'succeeded' })
  })
})

describe('what later payments need', () => {
  const told = () => ({
    organizationId: buyer.organizationId,
    key: newId('payment'),
    metadata: {},
  })

  it('a card is kept without a charge', async () => {
    const { stripe: processor } = parts.processors
    const wish = { ...told(), customer: 'cus_1', returnUrl: 'http://localhost:3000/back' }
    const seen = await processor?.setUp({ ...wish, confirmationToken: 'ctoken_good' })
    expect(seen).toMatchObject({
      processorId: expect.stringMatching(/^seti_/),
      outcome: { status: 'succeeded', method: { type: 'card', kept: expect.any(String) } },
    })
    expect(asked('POST /v1/setup_intents').at(-1)).toMatchObject({
      idempotencyKey: wish.key,
      body: { confirm: 'true', usage: 'off_session', customer: 'cus_1' },
    })
    const declined = { ...wish, ...told(), confirmationToken: 'ctoken_declined' }
    expect(await processor?.setUp(declined)).toMatchObject({
      outcome: { status: 'declined', reason: 'insufficient_funds' },
    })
  })

  it('it’s charged without the buyer', async () => {
    const seen = await parts.processors.stripe?.charge({
      ...told(),
      amount: minorUnits(500),
      currency: (await begin(parts, buyer)).currency,
      source: { method: 'pm_kept', customer: 'cus_1' },
      description: 'Renewal',
      statementSuffix: null,
      returnUrl: null,
    })
    expect(seen).toMatchObject({ outcome: { status: 'succeeded' } })
    expect(asked('POST /v1/payment_intents').at(-1)?.body).toMatchObject({
      payment_method: 'pm_kept',
      customer: 'cus_1',
      off_session: 'true',
    })
  })
})

describe('money that goes back by Stripe', () => {
  const back = async (amount: number, wish: { reason?: string } = {}) => {
    const { payment } = await pay('ctoken_good')
    const refundId = newId('refund')
    const toMake = { ...keyOf(payment), refundId, amount: minorUnits(amount) }
    const refund = { ...toMake, reason: wish.reason ?? 'customer_request' }
    return { payment, refund, outcome: await refundPayment(parts, refund) }
  }

  it.each([
    ['duplicate', 'duplicate'],
    ['fraudulent', 'requested_by_customer'],
    ['customer_request', 'requested_by_customer'],
  ])('for the reason %s says %s', async (reason, said) => {
    const { payment, refund, outcome } = await back(190, { reason })
    expect(outcome).toEqual({
      status: 'succeeded',
      processorId: expect.stringMatching(/^re_/),
      failureReason: null,
    })
    expect(asked('POST /v1/refunds').at(-1)).toEqual({
      operation: 'POST /v1/refunds',
      idempotencyKey: refund.refundId,
      query: {},
      body: {
        payment_intent: await intentOf(payment),
        amount: '190',
        reason: said,
        metadata: {
          organization_id: buyer.organizationId,
          payment_id: payment.id,
          refund_id: refund.refundId,
        },
      },
    })
  })

  it('goes back once, also when Stripe has forgotten the key', async () => {
    const { refund, outcome } = await back(190)
    const before = asked('POST /v1/refunds').length
    expect(await refundPayment(parts, refund)).toEqual(outcome)
    expect(asked('POST /v1/refunds')).toHaveLength(before)
  })

  it('is never more than came', async () => {
    const { outcome } = await back(1191)
    expect(outcome).toEqual({
      status: 'failed',
      processorId: null,
      failureReason: 'charge_already_refunded',
    })
  })

  it('is asked for again where Stripe was away', async () => {
    const { payment } = await pay('ctoken_good')
    const refundId = newId('refund')
    const refund = { ...keyOf(payment), refundId, amount: minorUnits(10), reason: 'other' }
    stripe.mood = 'away'
    const nothing = { status: 'pending', processorId: null, failureReason: null }
    expect(await refundPayment(parts, refund)).toEqual(nothing)
    stripe.mood = 'well'
    expect(await refundPayment(parts, refund)).toMatchObject({ status: 'succeeded' })
  })
})

it('all the while nothing was said that Stripe doesn’t know', () => {
  expect(stripe.asked.length).toBeGreaterThan(100)
  expect(stripe.faults).toEqual([])
})
