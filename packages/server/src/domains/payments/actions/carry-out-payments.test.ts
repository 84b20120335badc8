import { currency } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  begin,
  keyOf,
  newBuyer,
  type PaymentTestOptions,
  paymentEvents,
  paymentNow,
  testPaymentParts,
} from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { newMethod, newSubscriber, place } from '../../../../test/subscribers.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { work } from '../../../platform/work.ts'
import { resumePayments } from '../jobs/resume-payments.ts'
import { findMethodsOf, type PaymentMethodRow } from '../store/methods.ts'
import type { PaymentRow } from '../store/payments.ts'
import { beginPayments } from './begin-payment.ts'
import { beginSetUp } from './begin-set-up.ts'
import { carryOutPayments } from './carry-out-payments.ts'
import { carryOutSetUp } from './carry-out-set-up.ts'
import { methodsToCharge } from './methods-to-charge.ts'
import type { PaymentParts } from './parts.ts'

const db = testDatabase()
const partsOf = (options: PaymentTestOptions = {}) => testPaymentParts(db.database, options)

/** Charges without the buyers, all at once, and how each ended. */
async function chargeAll(parts: PaymentParts, methods: readonly PaymentMethodRow[]) {
  const payments: PaymentRow[] = []
  for (const { organizationId, customerId, id: paymentMethodId } of methods) {
    payments.push(
      await begin(parts, { organizationId, customerId }, { source: { paymentMethodId } }),
    )
  }
  const outcomes = await carryOutPayments(parts, payments.map(keyOf))
  return payments.map((payment) => ({ payment, outcome: outcomes.get(payment.id) }))
}

const inShort = ({ outcome }: Awaited<ReturnType<typeof chargeAll>>[number]): string => {
  if (outcome?.status !== 'failed') return outcome?.status ?? 'unknown'
  return outcome.isHard ? `${outcome.reason}, hard` : outcome.reason
}

describe('charges without their buyers', () => {
  it('end each in its own way, and none in another’s', async () => {
    const parts = partsOf()
    const one = await newBuyer(db.database)
    const { organizationId } = one
    const good = await newMethod(parts, one)
    const later = await newMethod(parts, one, 'tok_sandbox_fails_later')
    const foreign = await newMethod(parts, await newBuyer(db.database))
    const charged = await chargeAll(parts, [good, later, foreign, good])
    expect(charged.map(inShort)).toEqual(['succeeded', 'generic_decline', 'succeeded', 'succeeded'])
    for (const { payment, outcome } of charged) {
      expect(await paymentNow(parts, payment)).toMatchObject({ status: outcome?.status })
    }
    expect(await chargeAll(parts, [])).toEqual([])
    const [failed] = charged.slice(1)
    expect(failed === undefined ? [] : await paymentEvents(parts, failed.payment)).toEqual([
      'payment.failed',
    ])
    expect(organizationId).toBe(good.organizationId)
  })

  it('of one card come one after another, also when they come together', async () => {
    const parts = partsOf()
    const buyer = await newBuyer(db.database)
    const { organizationId } = buyer
    const wish = { ...buyer, confirmationToken: 'tok_sandbox_fails_later', checkoutId: null }
    const { id } = await work(parts.workshop, buyer, (unit) =>
      beginSetUp(unit, parts, { ...wish, becomesDefault: false, returnUrl: null }),
    )
    await carryOutSetUp(parts, { organizationId, id })
    const [method] = await findMethodsOf(db.database.kysely, organizationId, [buyer.customerId])
    const methods = method === undefined ? [] : [method, method, method]
    expect((await chargeAll(parts, methods)).map(inShort).toSorted()).toEqual([
      'generic_decline',
      'generic_decline',
      'succeeded',
    ])
  })

  it('are made once, however often and by however many', async () => {
    const parts = partsOf()
    const buyer = await newBuyer(db.database)
    const method = await newMethod(parts, buyer)
    const source = { paymentMethodId: method.id }
    const payments = [await begin(parts, buyer, { source }), await begin(parts, buyer, { source })]
    await Promise.all(Array.from({ length: 5 }, () => carryOutPayments(parts, payments.map(keyOf))))
    const [charges] = await runOn<{ count: number }>(
      db.url,
      `select count(*)::int from sandbox_intent where organization_id = '${buyer.organizationId}'`,
    )
    expect(charges?.count).toBe(3)
    for (const payment of payments) {
      expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
    }
  })

  it('whose answer nobody heard are found by the job, and not made again', async () => {
    const buyer = await newBuyer(db.database)
    const method = await newMethod(partsOf(), buyer)
    const dying = partsOf({
      between: (processor) => ({
        ...processor,
        chargeAll: async (wishes) => {
          await processor.chargeAll(wishes)
          throw new Error('the process died')
        },
      }),
    })
    const payment = await begin(dying, buyer, { source: { paymentMethodId: method.id } })
    await expect(carryOutPayments(dying, [keyOf(payment)])).rejects.toThrow('died')
    expect(await paymentNow(dying, payment)).toMatchObject({ status: 'pending' })
    const later = { ...systemClock, now: () => new Date(systemClock.now().getTime() + 60_000) }
    await resumePayments(partsOf({ clock: later })).run(new AbortController().signal)
    expect(await paymentNow(dying, payment)).toMatchObject({ status: 'succeeded' })
    const [charges] = await runOn<{ count: number }>(
      db.url,
      `select count(*)::int from sandbox_intent where organization_id = '${buyer.organizationId}'`,
    )
    expect(charges?.count).toBe(2)
  })
})

describe('an order', () => {
  it('is paid by one payment, however many are begun for it', async () => {
    const parts = partsOf()
    const subscriber = await newSubscriber(db.database)
    const { organizationId, customerId } = subscriber
    const { order } = await place(parts, subscriber)
    const { id: paymentMethodId } = await newMethod(parts, { organizationId, customerId })
    const wish = { orderId: order.id, source: { paymentMethodId } }
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(parts, subscriber, wish)))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    await carryOutPayments(parts, begun.map(keyOf))
    const again = await begin(parts, subscriber, wish)
    expect(again).toMatchObject({ id: begun[0]?.id, status: 'succeeded' })
  })

  it('is tried again after its payment failed', async () => {
    const parts = partsOf()
    const subscriber = await newSubscriber(db.database)
    const { order } = await place(parts, subscriber)
    const wish = { orderId: order.id, confirmationToken: 'tok_sandbox_declined' }
    const first = await begin(parts, subscriber, wish)
    await carryOutPayments(parts, [keyOf(first)])
    const second = await begin(parts, subscriber, { orderId: order.id })
    expect(second.id).not.toBe(first.id)
  })
})

describe('what is charged', () => {
  it('is the method named, else the default, each for itself', async () => {
    const parts = partsOf()
    const buyer = await newBuyer(db.database)
    const { organizationId, customerId } = buyer
    const byDefault = await newMethod(parts, buyer)
    const named = await newMethod(parts, buyer)
    const other = await newMethod(parts, await newBuyer(db.database))
    const stranger = { customerId: newId('customer'), paymentMethodId: null }
    const wanted = [null, named.id, other.id, newId('paymentMethod')]
    const methods = await methodsToCharge(db.database.kysely, organizationId, [
      ...wanted.map((paymentMethodId) => ({ customerId, paymentMethodId })),
      stranger,
    ])
    expect(methods.map((method) => method?.id)).toEqual([
      byDefault.id,
      named.id,
      byDefault.id,
      byDefault.id,
      undefined,
    ])
  })
})

describe('by Stripe', () => {
  let stripe: StripeStandIn
  let parts: PaymentParts
  let buyer: Buyer

  beforeAll(async () => {
    stripe = await startStripe()
    parts = partsOf({ env: stripe.env })
    buyer = await newBuyer(db.database)
  })
  afterAll(() => stripe.stop())

  const asked = (operation: string) => stripe.asked.filter((one) => one.operation === operation)

  it('a card is kept for a customer, of whom it is told once', async () => {
    const method = await newMethod(parts, buyer, 'ctoken_good')
    await newMethod(parts, buyer, 'ctoken_good')
    const customers = asked('POST /v1/customers')
    expect(customers).toHaveLength(1)
    expect(customers[0]).toMatchObject({
      idempotencyKey: `customer-${buyer.customerId}`,
      body: { email: `${buyer.customerId}@buyer.test` },
    })
    const [customer] = stripe.books.customers.keys()
    expect(method).toMatchObject({
      processor: 'stripe',
      processorCustomerId: customer,
      brand: 'visa',
      last4: '4242',
      expMonth: 8,
      expYear: 2030,
      isDefault: true,
    })
    expect(asked('POST /v1/payment_intents').at(-1)?.body).toMatchObject({
      setup_future_usage: 'off_session',
      customer,
    })
  })

  it('it’s charged without its owner, whom nobody can ask', async () => {
    const tokens = [
      'ctoken_good',
      'ctoken_authenticates_later',
      'ctoken_asks_later',
      'ctoken_stolen_later',
    ]
    const methods: PaymentMethodRow[] = []
    for (const token of tokens) methods.push(await newMethod(parts, buyer, token))
    const charged = await chargeAll(parts, methods)
    expect(charged.map(inShort)).toEqual([
      'succeeded',
      'authentication_required',
      'authentication_required',
      'stolen_card, hard',
    ])
    const [, second] = charged
    const message = expect.stringContaining('Your bank wants to hear from you')
    expect(second?.outcome).toMatchObject({ message })
    const [method] = methods
    expect(asked('POST /v1/payment_intents').at(-4)?.body).toMatchObject({
      payment_method: method?.processorId,
      customer: method?.processorCustomerId,
      off_session: 'true',
      automatic_payment_methods: { enabled: 'true', allow_redirects: 'never' },
    })
    const open = [...stripe.books.intents.values()].filter(
      ({ status }) => status === 'requires_action' || status === 'requires_payment_method',
    )
    expect(open).toEqual([])
  })

  it('charges wait while Stripe is away, and are made once', async () => {
    const method = await newMethod(parts, buyer, 'ctoken_good')
    const wishes = [1, 2].map(() => ({
      ...buyer,
      checkoutId: null,
      orderId: null,
      customerEmail: 'buyer@buyer.test',
      amount: minorUnits(500),
      currency: currency.parse('usd'),
      source: { paymentMethodId: method.id },
      description: 'Anvils',
      returnUrl: null,
      metadata: {},
    }))
    const payments = await work(parts.workshop, buyer, (unit) => beginPayments(unit, parts, wishes))
    const before = stripe.books.intents.size
    stripe.mood = 'away'
    const away = await carryOutPayments(parts, payments.map(keyOf))
    expect([...away.values()]).toEqual([
      { status: 'pending', isProcessorAway: true },
      { status: 'pending', isProcessorAway: true },
    ])
    stripe.mood = 'unheard'
    await carryOutPayments(parts, payments.map(keyOf))
    stripe.mood = 'well'
    const done = await carryOutPayments(parts, payments.map(keyOf))
    expect([...done.values()].map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(stripe.books.intents.size).toBe(before + 2)
    expect(stripe.faults).toEqual([])
  })
})
