import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  type Buyer,
  begin,
  doJobs,
  keyOf,
  newBuyer,
  paymentEvents,
  paymentNow,
  testPaymentParts,
} from '../../../../test/payments.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Processor } from '../rules/processor.ts'
import { cancelPayment, carryOutPayment } from './carry-out-payment.ts'
import { authenticationOf } from './note-outcome.ts'
import type { PaymentParts } from './parts.ts'
import { answerAuthentication } from './sandbox/answer-authentication.ts'
import { quietManners } from './sandbox/parts.ts'

const db = testDatabase()
let parts: PaymentParts
let buyer: Buyer

beforeAll(async () => {
  parts = testPaymentParts(db.database)
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
  findByKey: async () => ({ unavailable: 'status 503' }),
})

describe('carrying out a payment', () => {
  it('charges, and notes what with', async () => {
    const payment = await begin(parts, buyer)
    expect(payment).toMatchObject({ status: 'pending', processor: 'sandbox', processorId: null })
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
    const noted = await paymentNow(parts, payment)
    expect(noted).toMatchObject({
      status: 'succeeded',
      method: 'card',
      methodMetadata: { brand: 'visa', last4: '4242', country: 'US' },
      confirmationToken: null,
      declineReason: null,
      version: 2,
    })
    expect(noted.processorId).not.toBeNull()
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
  })

  it.each([
    ['declined', 'generic_decline', 'Your card was declined.'],
    ['insufficient_funds', 'insufficient_funds', 'There isn’t enough money on your card.'],
    ['lost', 'lost_card', 'Your card was declined.'],
    ['of_nobody', 'token_unknown', 'Your card entry can’t be used any more.'],
  ])('tok_sandbox_%s is declined as %s', async (name, reason, words) => {
    const payment = await begin(parts, buyer, { confirmationToken: `tok_sandbox_${name}` })
    const outcome = await carryOutPayment(parts, keyOf(payment))
    expect(outcome).toMatchObject({
      status: 'failed',
      reason,
      message: expect.stringContaining(words),
    })
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual(outcome)
    expect(await paymentNow(parts, payment)).toMatchObject({
      status: 'failed',
      declineReason: reason,
      confirmationToken: null,
    })
    expect(await paymentEvents(parts, payment)).toEqual(['payment.failed'])
  })

  it('charges once, however many carry it out at once', async () => {
    const crowd = await newBuyer(db.database)
    const payment = await begin(parts, crowd)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => carryOutPayment(parts, keyOf(payment))),
    )
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ status: 'succeeded' })))
    expect(await charged(crowd.organizationId)).toHaveLength(1)
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
  })

  it('asks the database seven times, the sandbox’s own book included', async () => {
    const counter = await countStatements(db.url)
    const database = await openDatabase({ url: counter.url }, parts.log)
    try {
      const counted = testPaymentParts(database)
      await carryOutPayment(counted, keyOf(await begin(counted, buyer)))
      const payment = await begin(counted, buyer)
      const before = counter.count()
      await carryOutPayment(counted, keyOf(payment))
      // The payment; the intent; begin, the clock, the outcome, its event, commit.
      expect(counter.count() - before).toBe(7)
    } finally {
      await database.close()
      await counter.stop()
    }
  })

  it('is left to a job where nobody did', async () => {
    const payment = await begin(parts, buyer)
    await doJobs(db.ownerUrl, parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('waits while the processor is away, and tries again', async () => {
    const lonely = await newBuyer(db.database)
    const payment = await begin(parts, lonely)
    const cutOff = testPaymentParts(db.database, { between: away })
    const open = { status: 'pending', isProcessorAway: true }
    expect(await carryOutPayment(cutOff, keyOf(payment))).toEqual(open)
    expect(await cancelPayment(cutOff, keyOf(payment))).toEqual(open)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'pending', version: 1 })
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('says the same to the letter when the seller has another name since', async () => {
    const heard: unknown[] = []
    const between = (processor: Processor): Processor => ({
      ...processor,
      charge: (wish) => {
        heard.push(wish)
        return processor.charge(wish)
      },
    })
    const listening = testPaymentParts(db.database, { between })
    const renamed = await newBuyer(db.database, 'Old name')
    const payment = await begin(parts, renamed)
    const first = carryOutPayment(listening, keyOf(payment))
    await db.database.kysely
      .updateTable('organization')
      .set({ name: 'New' })
      .where('id', '=', renamed.organizationId)
      .execute()
    const second = carryOutPayment(listening, keyOf(payment))
    await Promise.all([first, second])
    expect(heard[0]).toMatchObject({
      key: payment.id,
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
    for (const wish of heard) expect(wish).toEqual(heard[0])
  })
})

describe('a payment that the buyer’s bank asks about', () => {
  const asked = async () => {
    const payment = await begin(parts, buyer, { confirmationToken: 'tok_sandbox_authenticate' })
    const outcome = await carryOutPayment(parts, keyOf(payment))
    const clientSecret = outcome.status === 'needs_action' ? outcome.clientSecret : ''
    return { payment, outcome, clientSecret }
  }

  const answer = (clientSecret: string, outcome: 'confirmed' | 'declined') =>
    answerAuthentication({ ...parts, manners: quietManners }, clientSecret, outcome)

  it('waits for the buyer, with a secret that nobody reads in the database', async () => {
    const { payment, outcome, clientSecret } = await asked()
    expect(clientSecret).toMatch(/^pi_sandbox_\w+_secret_\w+$/)
    const waiting = await paymentNow(parts, payment)
    expect(waiting).toMatchObject({ status: 'pending', version: 2 })
    expect(waiting.clientSecret?.toString('latin1')).not.toContain(clientSecret)
    expect(authenticationOf(parts, waiting)).toEqual({ clientSecret, status: 'requires_action' })
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual(outcome)
    expect(await paymentNow(parts, payment)).toEqual(waiting)
  })

  it('succeeds when the buyer confirms', async () => {
    const { payment, clientSecret } = await asked()
    expect(await answer(clientSecret, 'confirmed')).toBe('succeeded')
    await doJobs(db.ownerUrl, parts)
    const ended = await paymentNow(parts, payment)
    expect(ended).toMatchObject({ status: 'succeeded', clientSecret: null })
    expect(authenticationOf(parts, ended)).toBeNull()
    expect(await carryOutPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
  })

  it('fails when the buyer declines', async () => {
    const { payment, clientSecret } = await asked()
    expect(await answer(clientSecret, 'declined')).toBe('failed')
    expect(await carryOutPayment(parts, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'authentication_failed',
      message: expect.stringContaining('Your bank didn’t confirm the payment'),
    })
  })

  it('is over once it’s canceled', async () => {
    const { payment, clientSecret } = await asked()
    expect(await cancelPayment(parts, keyOf(payment))).toMatchObject({
      status: 'failed',
      reason: 'canceled',
    })
    const late = answer(clientSecret, 'confirmed')
    await expect(late).rejects.toThrow('sandbox_authentication_over')
    await doJobs(db.ownerUrl, parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'failed' })
  })

  it('is paid where the buyer was faster than who cancels', async () => {
    const { payment, clientSecret } = await asked()
    await answer(clientSecret, 'confirmed')
    expect(await cancelPayment(parts, keyOf(payment))).toEqual({ status: 'succeeded' })
    await doJobs(db.ownerUrl, parts)
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
  })

  it('ends one way, whoever answers and cancels at once', async () => {
    const { payment, clientSecret } = await asked()
    const acts = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? answer(clientSecret, 'confirmed') : cancelPayment(parts, keyOf(payment)),
    )
    await Promise.allSettled(acts)
    await doJobs(db.ownerUrl, parts)
    const { status } = await paymentNow(parts, payment)
    expect(await paymentEvents(parts, payment)).toEqual([`payment.${status}`])
  })
})

describe('a payment that was begun and never carried out', () => {
  it('is given up without a charge, and stays so', async () => {
    const shy = await newBuyer(db.database)
    const payment = await begin(parts, shy)
    const gone = { status: 'failed', reason: 'abandoned' }
    expect(await cancelPayment(parts, keyOf(payment))).toMatchObject(gone)
    expect(await carryOutPayment(parts, keyOf(payment))).toMatchObject(gone)
    expect(await charged(shy.organizationId)).toEqual([])
  })

  it('is not charged any more when the processor may have forgotten the key', async () => {
    const clock = movableClock()
    const slow = testPaymentParts(db.database, { clock })
    const late = await newBuyer(db.database)
    const payment = await begin(slow, late)
    clock.advance(21 * 3600)
    expect(await carryOutPayment(slow, keyOf(payment))).toMatchObject({ reason: 'abandoned' })
    expect(await charged(late.organizationId)).toEqual([])
  })

  it('is found where it was charged after all', async () => {
    const clock = movableClock()
    const deaf = testPaymentParts(db.database, { clock, between: forgetful })
    const late = await newBuyer(db.database)
    const payment = await begin(deaf, late)
    await expect(carryOutPayment(deaf, keyOf(payment))).rejects.toThrow('the line is dead')
    clock.advance(21 * 3600)
    expect(await carryOutPayment(deaf, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(await charged(late.organizationId)).toHaveLength(1)
  })

  it('gives money back that comes after it was given up', async () => {
    const torn = await newBuyer(db.database)
    const payment = await begin(parts, torn)
    let isGivenUp = false
    const between = (processor: Processor): Processor => ({
      ...processor,
      charge: async (wish) => {
        // Right before the charge somebody gives the payment up.
        if (!isGivenUp) {
          isGivenUp = true
          await cancelPayment(parts, keyOf(payment))
        }
        return processor.charge(wish)
      },
    })
    const racing = testPaymentParts(db.database, { between })
    expect(await carryOutPayment(racing, keyOf(payment))).toMatchObject({ reason: 'abandoned' })
    await doJobs(db.ownerUrl, parts)
    await doJobs(db.ownerUrl, parts)
    const [intent] = await charged(torn.organizationId)
    const refunds = await db.database.kysely
      .selectFrom('sandboxRefund')
      .selectAll()
      .where('organizationId', '=', torn.organizationId)
      .execute()
    expect(refunds).toMatchObject([{ intentId: intent?.id, amount: 1190, status: 'succeeded' }])
    expect(await paymentEvents(parts, payment)).toEqual(['payment.failed', 'payment.overtaken'])
  })
})

/** Charges, and never says so. */
const forgetful = (processor: Processor): Processor => ({
  ...processor,
  charge: async (wish) => {
    await processor.charge(wish)
    throw new Error('the line is dead')
  },
})
