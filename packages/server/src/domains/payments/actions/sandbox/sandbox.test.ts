import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  type Buyer,
  begin,
  doJobs,
  keyOf,
  newBuyer,
  paymentEvents,
  paymentNow,
  testPaymentParts,
} from '../../../../../test/payments.ts'
import { assert } from '../../../../kernel/assert.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { newId } from '../../../../platform/ids.ts'
import { carryOutPayment } from '../carry-out-payment.ts'
import type { PaymentParts } from '../parts.ts'
import { refundPayment } from '../refund-payment.ts'
import { answerAuthentication } from './answer-authentication.ts'
import { quietManners } from './parts.ts'

const db = testDatabase()
let parts: PaymentParts
let buyer: Buyer

beforeAll(async () => {
  parts = testPaymentParts(db.database)
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

describe('a processor that calls back', () => {
  it('before anybody heard its answer, and again and again, is heard once', async () => {
    const chatty = testPaymentParts(db.database, {
      manners: { callsAfterAnswer: 5 },
      between: (processor) => ({
        ...processor,
        charge: async (wish) => {
          await processor.charge(wish)
          return { unavailable: 'the answer got lost' }
        },
      }),
    })
    const payment = await begin(chatty, buyer)
    expect(await carryOutPayment(chatty, keyOf(payment))).toMatchObject({ status: 'pending' })
    await doJobs(db.ownerUrl, chatty)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'succeeded' })
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
    const news = await db.database.kysely
      .selectFrom('processorNews')
      .selectAll()
      .where('organizationId', '=', payment.organizationId)
      .execute()
    expect(news).toHaveLength(1)
  })

  it('is late, and says nothing new by then', async () => {
    const slow = testPaymentParts(db.database, {
      manners: { callsAfterAnswer: 2, delaySeconds: 3600 },
    })
    const payment = await begin(slow, buyer, { confirmationToken: 'tok_sandbox_declined' })
    await carryOutPayment(slow, keyOf(payment))
    const noted = await paymentNow(parts, payment)
    await doJobs(db.ownerUrl, slow)
    expect(await paymentNow(parts, payment)).toEqual(noted)
  })

  it('about an authentication more than once, ends the payment once', async () => {
    const manners = { ...quietManners, callsLater: 4 }
    const payment = await begin(parts, buyer, { confirmationToken: 'tok_sandbox_authenticate' })
    const asked = await carryOutPayment(parts, keyOf(payment))
    const secret = asked.status === 'needs_action' ? asked.clientSecret : ''
    await answerAuthentication({ ...parts, manners }, secret, 'confirmed')
    await doJobs(db.ownerUrl, parts)
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
  })
})

describe('money that goes back in the sandbox', () => {
  const paid = async (by: PaymentParts) => {
    const payment = await begin(by, await newBuyer(db.database))
    await carryOutPayment(by, keyOf(payment))
    return payment
  }
  const refund = (payment: Parameters<typeof keyOf>[0], amount: number) => ({
    ...keyOf(payment),
    refundId: newId('refund'),
    amount: minorUnits(amount),
    reason: 'customer_request',
  })

  it('goes back at once, and once per refund', async () => {
    const payment = await paid(parts)
    const made = refund(payment, 500)
    const outcome = await refundPayment(parts, made)
    expect(outcome).toMatchObject({ status: 'succeeded', failureReason: null })
    expect(await refundPayment(parts, made)).toEqual(outcome)
  })

  it('is never more than came, whoever asks at once', async () => {
    const payment = await paid(parts)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refundPayment(parts, refund(payment, 190))),
    )
    const good = outcomes.filter(({ status }) => status === 'succeeded')
    const none = outcomes.filter(({ failureReason }) => failureReason === 'charge_already_refunded')
    expect([good.length, none.length]).toEqual([6, 14])
  })

  it('is on its way where the sandbox takes its time, and told when it’s there', async () => {
    const slow = testPaymentParts(db.database, { manners: { isRefundSlow: true, callsLater: 3 } })
    const payment = await paid(slow)
    const made = refund(payment, 190)
    const outcome = await refundPayment(slow, made)
    expect(outcome).toMatchObject({ status: 'pending' })
    await doJobs(db.ownerUrl, slow)
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

describe('a card that was kept', () => {
  const told = (wish: object = {}) => ({
    organizationId: buyer.organizationId,
    key: newId('payment'),
    metadata: {},
    ...wish,
  })

  async function keep(confirmationToken: string): Promise<string> {
    const wish = { ...told(), confirmationToken, customer: null, returnUrl: null }
    const seen = await parts.processors.sandbox.setUp(wish)
    assert('outcome' in seen && seen.outcome.status === 'succeeded', 'the card is good')
    return seen.outcome.method?.kept ?? ''
  }

  async function charge(method: string, wish: object = {}): Promise<string> {
    const { currency } = await begin(parts, buyer)
    const seen = await parts.processors.sandbox.charge({
      ...told(wish),
      amount: minorUnits(500),
      currency,
      source: { method, customer: null },
      description: 'Renewal',
      statementSuffix: null,
      returnUrl: null,
    })
    assert('outcome' in seen, 'the sandbox is never away')
    return seen.outcome.status === 'declined' ? seen.outcome.reason : seen.outcome.status
  }

  it('is charged without its owner, as often as it takes', async () => {
    const method = await keep('tok_sandbox_ok')
    expect([await charge(method), await charge(method)]).toEqual(['succeeded', 'succeeded'])
  })

  it('fails later', async () => {
    const method = await keep('tok_sandbox_fails_later')
    const key = newId('payment')
    expect(await charge(method, { key })).toBe('succeeded')
    expect(await charge(method, { key })).toBe('succeeded')
    expect(await charge(method)).toBe('generic_decline')
  })

  it('fails for all but one of those who charge it at once', async () => {
    const method = await keep('tok_sandbox_fails_later')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => charge(method)))
    expect(outcomes.filter((outcome) => outcome === 'succeeded')).toHaveLength(1)
  })

  it.each([newId('sandboxMethod'), 'pm_unknown'])('is none behind %s', async (method) => {
    expect(await charge(method)).toBe('token_unknown')
  })

  it('under another seller is none', async () => {
    const method = await keep('tok_sandbox_ok')
    const { organizationId } = await newBuyer(db.database)
    expect(await charge(method, { organizationId })).toBe('token_unknown')
  })
})

it('another wish under the same key is a fault of ours', async () => {
  const payment = await begin(parts, buyer)
  await carryOutPayment(parts, keyOf(payment))
  const other = parts.processors.sandbox.charge({
    organizationId: buyer.organizationId,
    key: payment.id,
    metadata: {},
    amount: minorUnits(1),
    currency: payment.currency,
    source: { confirmationToken: 'tok_sandbox_ok', keepsFor: null },
    description: 'Other',
    statementSuffix: null,
    returnUrl: null,
  })
  await expect(other).rejects.toThrow('an idempotency key of the sandbox stands for one charge')
})
