import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  type Buyer,
  keyOf,
  newBuyer,
  paymentEvents,
  paymentNow,
  runPaymentJobs,
  startPayment,
  testPaymentDeps,
} from '../../../../test/payments.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Processor } from '../rules/processor.ts'
import type { PaymentDeps } from './deps.ts'
import { authenticationOf } from './record-outcome.ts'
import { answerAuthentication } from './sandbox/answer-authentication.ts'
import { defaultBehavior } from './sandbox/deps.ts'
import { cancelPayment, submitPayment } from './submit-payment.ts'

const db = testDatabase()
let deps: PaymentDeps
let buyer: Buyer

beforeAll(async () => {
  deps = testPaymentDeps(db.database)
  buyer = await newBuyer(db.database)
})

const charged = (organizationId: Buyer['organizationId']) =>
  db.database.kysely
    .selectFrom('sandboxIntent')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'succeeded')
    .execute()

const away = (processor: Processor): Processor => ({
  ...processor,
  charge: async () => ({ unavailable: 'status 503' }),
  find: async () => ({ unavailable: 'status 503' }),
  findCharge: async () => ({ unavailable: 'status 503' }),
})

describe('submitting a payment', () => {
  it('charges, and records the card', async () => {
    const payment = await startPayment(deps, buyer)
    expect(payment).toMatchObject({ status: 'pending', processor: 'sandbox', processorId: null })
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
    const recorded = await paymentNow(deps, payment)
    expect(recorded).toMatchObject({
      status: 'succeeded',
      method: 'card',
      methodMetadata: { brand: 'visa', last4: '4242', country: 'US' },
      confirmationToken: null,
      declineReason: null,
      version: 2,
    })
    expect(recorded.processorId).not.toBeNull()
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
  })

  it.each([
    ['declined', 'generic_decline', 'Your card was declined.'],
    ['insufficient_funds', 'insufficient_funds', 'There isn’t enough money on your card.'],
    ['lost', 'lost_card', 'Your card was declined.'],
    ['of_nobody', 'token_unknown', 'Your card details have expired.'],
  ])('tok_sandbox_%s is declined as %s', async (name, reason, message) => {
    const payment = await startPayment(deps, buyer, { confirmationToken: `tok_sandbox_${name}` })
    const outcome = await submitPayment(deps, keyOf(payment))
    expect(outcome).toMatchObject({
      status: 'failed',
      reason,
      message: expect.stringContaining(message),
    })
    expect(await submitPayment(deps, keyOf(payment))).toEqual(outcome)
    expect(await paymentNow(deps, payment)).toMatchObject({
      status: 'failed',
      declineReason: reason,
      confirmationToken: null,
    })
    expect(await paymentEvents(deps, payment)).toEqual(['payment.failed'])
  })

  it('charges once, also when submitted concurrently', async () => {
    const crowd = await newBuyer(db.database)
    const payment = await startPayment(deps, crowd)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => submitPayment(deps, keyOf(payment))),
    )
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ status: 'succeeded' })))
    expect(await charged(crowd.organizationId)).toHaveLength(1)
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
  })

  it('takes seven statements, including the sandbox’s own', async () => {
    const counter = await countStatements(db.url)
    const database = await openDatabase({ url: counter.url }, deps.log)
    try {
      const counted = testPaymentDeps(database)
      await submitPayment(counted, keyOf(await startPayment(counted, buyer)))
      const payment = await startPayment(counted, buyer)
      const before = counter.count()
      await submitPayment(counted, keyOf(payment))
      // The payment; the intent; begin, the clock, the outcome, its event, commit.
      expect(counter.count() - before).toBe(7)
    } finally {
      await database.close()
      await counter.stop()
    }
  })

  it('is left to a sweep where it was not done', async () => {
    const payment = await startPayment(deps, buyer)
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('stays pending while the processor is unavailable, and can be retried', async () => {
    const lonely = await newBuyer(db.database)
    const payment = await startPayment(deps, lonely)
    const cutOff = testPaymentDeps(db.database, { wrap: away })
    const open = { status: 'pending', isProcessorUnavailable: true }
    expect(await submitPayment(cutOff, keyOf(payment))).toEqual(open)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending', version: 1 })
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('charges nothing after it was canceled while the processor was unavailable', async () => {
    const lonely = await newBuyer(db.database)
    const payment = await startPayment(deps, lonely)
    const cutOff = testPaymentDeps(db.database, { wrap: away })
    const open = { status: 'pending', isProcessorUnavailable: true }
    expect(await submitPayment(cutOff, keyOf(payment))).toEqual(open)
    expect(await cancelPayment(cutOff, keyOf(payment))).toEqual(open)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
    expect(await submitPayment(deps, keyOf(payment))).toMatchObject({ status: 'failed' })
    expect(await charged(lonely.organizationId)).toEqual([])
  })

  it('repeats an identical charge after the seller was renamed', async () => {
    const charges: unknown[] = []
    const wrap = (processor: Processor): Processor => ({
      ...processor,
      charge: (input) => {
        charges.push(input)
        return processor.charge(input)
      },
    })
    const watching = testPaymentDeps(db.database, { wrap })
    const renamed = await newBuyer(db.database, 'Old name')
    const payment = await startPayment(deps, renamed)
    const first = submitPayment(watching, keyOf(payment))
    await db.database.kysely
      .updateTable('organization')
      .set({ name: 'New' })
      .where('id', '=', renamed.organizationId)
      .execute()
    const second = submitPayment(watching, keyOf(payment))
    await Promise.all([first, second])
    expect(charges[0]).toMatchObject({
      key: `charge-${payment.id}`,
      amount: 1190,
      currency: 'usd',
      source: { confirmationToken: 'tok_sandbox_ok' },
      description: 'Acme: Anvil',
      statementSuffix: 'Old name',
      returnUrl: payment.returnUrl,
      metadata: {
        type: 'product',
        payment_id: payment.id,
        organization_id: renamed.organizationId,
      },
    })
    for (const charge of charges) expect(charge).toEqual(charges[0])
  })
})

describe('a payment that requires authentication', () => {
  const submitted = async () => {
    const payment = await startPayment(deps, buyer, {
      confirmationToken: 'tok_sandbox_authenticate',
    })
    const outcome = await submitPayment(deps, keyOf(payment))
    const clientSecret = outcome.status === 'needs_action' ? outcome.clientSecret : ''
    return { payment, outcome, clientSecret }
  }

  const answer = (clientSecret: string, outcome: 'confirmed' | 'declined') =>
    answerAuthentication({ ...deps, behavior: defaultBehavior }, clientSecret, outcome)

  it('waits for the buyer, with a client secret that is encrypted in the database', async () => {
    const { payment, outcome, clientSecret } = await submitted()
    expect(clientSecret).toMatch(/^pi_sandbox_\w+_secret_\w+$/)
    const waiting = await paymentNow(deps, payment)
    expect(waiting).toMatchObject({ status: 'pending', version: 2 })
    expect(waiting.clientSecret?.toString('latin1')).not.toContain(clientSecret)
    expect(authenticationOf(deps, waiting)).toEqual({ clientSecret, status: 'requires_action' })
    expect(await submitPayment(deps, keyOf(payment))).toEqual(outcome)
    expect(await paymentNow(deps, payment)).toEqual(waiting)
  })

  it('succeeds when the buyer confirms', async () => {
    const { payment, clientSecret } = await submitted()
    expect(await answer(clientSecret, 'confirmed')).toBe('succeeded')
    await runPaymentJobs(db.ownerUrl, deps)
    const ended = await paymentNow(deps, payment)
    expect(ended).toMatchObject({ status: 'succeeded', clientSecret: null })
    expect(authenticationOf(deps, ended)).toBeNull()
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('fails when the buyer declines', async () => {
    const { payment, clientSecret } = await submitted()
    expect(await answer(clientSecret, 'declined')).toBe('failed')
    expect(await submitPayment(deps, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'authentication_failed',
      message: expect.stringContaining('Your bank didn’t confirm the payment'),
    })
  })

  it('is over once it is canceled', async () => {
    const { payment, clientSecret } = await submitted()
    expect(await cancelPayment(deps, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'canceled',
    })
    const late = answer(clientSecret, 'confirmed')
    await expect(late).rejects.toThrow('sandbox_authentication_over')
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'failed' })
  })

  it('succeeds where the buyer confirmed before the cancellation', async () => {
    const { payment, clientSecret } = await submitted()
    await answer(clientSecret, 'confirmed')
    expect(await cancelPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
    await runPaymentJobs(db.ownerUrl, deps)
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
  })

  it('has one end when it is answered and canceled concurrently', async () => {
    const { payment, clientSecret } = await submitted()
    const acts = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? answer(clientSecret, 'confirmed') : cancelPayment(deps, keyOf(payment)),
    )
    await Promise.allSettled(acts)
    await runPaymentJobs(db.ownerUrl, deps)
    const { status } = await paymentNow(deps, payment)
    expect(await paymentEvents(deps, payment)).toEqual([`payment.${status}`])
  })
})

describe('a payment that was never submitted', () => {
  it('is abandoned without a charge, and stays so', async () => {
    const shy = await newBuyer(db.database)
    const payment = await startPayment(deps, shy)
    const gone = { status: 'failed', reason: 'abandoned' }
    expect(await cancelPayment(deps, keyOf(payment))).toMatchObject(gone)
    expect(await submitPayment(deps, keyOf(payment))).toMatchObject(gone)
    expect(await charged(shy.organizationId)).toEqual([])
  })

  it('is not charged once the processor may have dropped the idempotency key', async () => {
    const clock = movableClock()
    const slow = testPaymentDeps(db.database, { clock })
    const late = await newBuyer(db.database)
    const payment = await startPayment(slow, late)
    clock.advance(21 * 3600)
    expect(await submitPayment(slow, keyOf(payment))).toMatchObject({ reason: 'abandoned' })
    expect(await charged(late.organizationId)).toEqual([])
  })

  it('is found where it was charged after all', async () => {
    const clock = movableClock()
    const deaf = testPaymentDeps(db.database, { clock, wrap: forgetful })
    const late = await newBuyer(db.database)
    const payment = await startPayment(deaf, late)
    await expect(submitPayment(deaf, keyOf(payment))).rejects.toThrow('the connection was lost')
    clock.advance(21 * 3600)
    expect(await submitPayment(deaf, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(await charged(late.organizationId)).toHaveLength(1)
  })

  it('is refunded where the money arrives after it was canceled', async () => {
    const racer = await newBuyer(db.database)
    const payment = await startPayment(deps, racer)
    let isCanceled = false
    const wrap = (processor: Processor): Processor => ({
      ...processor,
      charge: async (input) => {
        // The payment is canceled right before the charge.
        if (!isCanceled) {
          isCanceled = true
          await cancelPayment(deps, keyOf(payment))
        }
        return processor.charge(input)
      },
    })
    const racing = testPaymentDeps(db.database, { wrap })
    expect(await submitPayment(racing, keyOf(payment))).toMatchObject({ reason: 'abandoned' })
    await runPaymentJobs(db.ownerUrl, deps)
    await runPaymentJobs(db.ownerUrl, deps)
    const [intent] = await charged(racer.organizationId)
    const refunds = await db.database.kysely
      .selectFrom('sandboxRefund')
      .selectAll()
      .where('organizationId', '=', racer.organizationId)
      .execute()
    expect(refunds).toMatchObject([{ intentId: intent?.id, amount: 1190, status: 'succeeded' }])
    expect(await paymentEvents(deps, payment)).toEqual(['payment.failed', 'payment.unclaimed'])
  })
})

/** Charges, and loses the answer. */
const forgetful = (processor: Processor): Processor => ({
  ...processor,
  charge: async (input) => {
    await processor.charge(input)
    throw new Error('the connection was lost')
  },
})
