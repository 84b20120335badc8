import { currency } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  keyOf,
  newBuyer,
  type PaymentTestOptions,
  paymentEvents,
  paymentNow,
  startPayment,
  testPaymentDeps,
} from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { newMethod, newSubscriber, place } from '../../../../test/subscribers.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { resumePayments } from '../jobs/resume-payments.ts'
import { findMethodsOf, type PaymentMethodRow } from '../store/methods.ts'
import type { PaymentRow } from '../store/payments.ts'
import { createPayments } from './create-payment.ts'
import { createSetUp } from './create-set-up.ts'
import type { PaymentDeps } from './deps.ts'
import { methodsToCharge } from './methods-to-charge.ts'
import { submitPayments } from './submit-payments.ts'
import { submitSetUp } from './submit-set-up.ts'

const db = testDatabase()
const depsWith = (options: PaymentTestOptions = {}) => testPaymentDeps(db.database, options)

/** Charges stored cards together, and returns how each ended. */
async function chargeAll(deps: PaymentDeps, methods: readonly PaymentMethodRow[]) {
  const payments: PaymentRow[] = []
  for (const { organizationId, customerId, id: paymentMethodId } of methods) {
    payments.push(
      await startPayment(deps, { organizationId, customerId }, { source: { paymentMethodId } }),
    )
  }
  const outcomes = await submitPayments(deps, payments.map(keyOf))
  return payments.map((payment) => ({ payment, outcome: outcomes.get(payment.id) }))
}

const inShort = ({ outcome }: Awaited<ReturnType<typeof chargeAll>>[number]): string => {
  if (outcome?.status !== 'failed') return outcome?.status ?? 'unknown'
  return outcome.isHard ? `${outcome.reason}, hard` : outcome.reason
}

describe('charges of stored cards', () => {
  it('have independent outcomes', async () => {
    const deps = depsWith()
    const one = await newBuyer(db.database)
    const { organizationId } = one
    const good = await newMethod(deps, one)
    const later = await newMethod(deps, one, 'tok_sandbox_fails_later')
    const foreign = await newMethod(deps, await newBuyer(db.database))
    const charged = await chargeAll(deps, [good, later, foreign, good])
    expect(charged.map(inShort)).toEqual(['succeeded', 'generic_decline', 'succeeded', 'succeeded'])
    for (const { payment, outcome } of charged) {
      expect(await paymentNow(deps, payment)).toMatchObject({ status: outcome?.status })
    }
    expect(await chargeAll(deps, [])).toEqual([])
    const [failed] = charged.slice(1)
    expect(failed === undefined ? [] : await paymentEvents(deps, failed.payment)).toEqual([
      'payment.failed',
    ])
    expect(organizationId).toBe(good.organizationId)
  })

  it('of one card run one after another, also in one batch', async () => {
    const deps = depsWith()
    const buyer = await newBuyer(db.database)
    const { organizationId } = buyer
    const input = { ...buyer, confirmationToken: 'tok_sandbox_fails_later', checkoutId: null }
    const { id } = await runUnitOfWork(deps.uowFactory, buyer, (uow) =>
      createSetUp(uow, deps, {
        ...input,
        forPurchaseOnly: false,
        becomesDefault: false,
        returnUrl: null,
      }),
    )
    await submitSetUp(deps, { organizationId, id })
    const [method] = await findMethodsOf(db.database.kysely, organizationId, [buyer.customerId])
    const methods = method === undefined ? [] : [method, method, method]
    expect((await chargeAll(deps, methods)).map(inShort).toSorted()).toEqual([
      'generic_decline',
      'generic_decline',
      'succeeded',
    ])
  })

  it('are made once, also when submitted repeatedly and concurrently', async () => {
    const deps = depsWith()
    const buyer = await newBuyer(db.database)
    const method = await newMethod(deps, buyer)
    const source = { paymentMethodId: method.id }
    const payments = [
      await startPayment(deps, buyer, { source }),
      await startPayment(deps, buyer, { source }),
    ]
    await Promise.all(Array.from({ length: 5 }, () => submitPayments(deps, payments.map(keyOf))))
    const [charges] = await runOn<{ count: number }>(
      db.url,
      `select count(*)::int from sandbox_intent where organization_id = '${buyer.organizationId}'`,
    )
    expect(charges?.count).toBe(3)
    for (const payment of payments) {
      expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
    }
  })

  it('whose answer was lost are found by the sweep, and not repeated', async () => {
    const buyer = await newBuyer(db.database)
    const method = await newMethod(depsWith(), buyer)
    const dying = depsWith({
      wrap: (processor) => ({
        ...processor,
        chargeAll: async (charges) => {
          await processor.chargeAll(charges)
          throw new Error('the process died')
        },
      }),
    })
    const payment = await startPayment(dying, buyer, { source: { paymentMethodId: method.id } })
    await expect(submitPayments(dying, [keyOf(payment)])).rejects.toThrow('died')
    expect(await paymentNow(dying, payment)).toMatchObject({ status: 'pending' })
    const later = { ...systemClock, now: () => new Date(systemClock.now().getTime() + 60_000) }
    await resumePayments.run(depsWith({ clock: later }), new AbortController().signal)
    expect(await paymentNow(dying, payment)).toMatchObject({ status: 'succeeded' })
    const [charges] = await runOn<{ count: number }>(
      db.url,
      `select count(*)::int from sandbox_intent where organization_id = '${buyer.organizationId}'`,
    )
    expect(charges?.count).toBe(2)
  })
})

describe('an order', () => {
  it('is paid by one payment, also when several are created for it', async () => {
    const deps = depsWith()
    const subscriber = await newSubscriber(db.database)
    const { organizationId, customerId } = subscriber
    const { order } = await place(deps, subscriber)
    const { id: paymentMethodId } = await newMethod(deps, { organizationId, customerId })
    const input = { orderId: order.id, source: { paymentMethodId } }
    const created = await Promise.all(
      Array.from({ length: 6 }, () => startPayment(deps, subscriber, input)),
    )
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    await submitPayments(deps, created.map(keyOf))
    const again = await startPayment(deps, subscriber, input)
    expect(again).toMatchObject({ id: created[0]?.id, status: 'succeeded' })
  })

  it('can be paid again after its payment failed', async () => {
    const deps = depsWith()
    const subscriber = await newSubscriber(db.database)
    const { order } = await place(deps, subscriber)
    const input = { orderId: order.id, confirmationToken: 'tok_sandbox_declined' }
    const first = await startPayment(deps, subscriber, input)
    await submitPayments(deps, [keyOf(first)])
    const second = await startPayment(deps, subscriber, { orderId: order.id })
    expect(second.id).not.toBe(first.id)
  })
})

describe('the charged method', () => {
  it('is the named one, or the default, for each request', async () => {
    const deps = depsWith()
    const buyer = await newBuyer(db.database)
    const { organizationId, customerId } = buyer
    const byDefault = await newMethod(deps, buyer)
    const named = await newMethod(deps, buyer)
    const other = await newMethod(deps, await newBuyer(db.database))
    const stranger = { customerId: newId('customer'), paymentMethodId: null }
    const wanted = [null, named.id, other.id, newId('paymentMethod')]
    const methods = await methodsToCharge(db.database.kysely, organizationId, [
      ...wanted.map((paymentMethodId) => ({ customerId, paymentMethodId, purchaseId: null })),
      { ...stranger, purchaseId: null },
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
  let deps: PaymentDeps
  let buyer: Buyer

  beforeAll(async () => {
    stripe = await startStripe()
    deps = depsWith({ env: stripe.env })
    buyer = await newBuyer(db.database)
  })
  afterAll(() => stripe.stop())

  const requests = (operation: string) => stripe.asked.filter((one) => one.operation === operation)

  it('a card is stored for a customer who is created once', async () => {
    const method = await newMethod(deps, buyer, 'ctoken_good')
    await newMethod(deps, buyer, 'ctoken_good')
    const customers = requests('POST /v1/customers')
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
    expect(requests('POST /v1/payment_intents').at(-1)?.body).toMatchObject({
      setup_future_usage: 'off_session',
      customer,
    })
  })

  it('a stored card is charged without the customer, who can’t authenticate', async () => {
    const tokens = [
      'ctoken_good',
      'ctoken_authenticates_later',
      'ctoken_asks_later',
      'ctoken_stolen_later',
    ]
    const methods: PaymentMethodRow[] = []
    for (const token of tokens) methods.push(await newMethod(deps, buyer, token))
    const charged = await chargeAll(deps, methods)
    expect(charged.map(inShort)).toEqual([
      'succeeded',
      'authentication_required',
      'authentication_required',
      'stolen_card, hard',
    ])
    const [, second] = charged
    const message = expect.stringContaining('Your bank asks you to confirm')
    expect(second?.outcome).toMatchObject({ message })
    const [method] = methods
    expect(requests('POST /v1/payment_intents').at(-4)?.body).toMatchObject({
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

  it('charges are retried after an outage, and made once', async () => {
    const method = await newMethod(deps, buyer, 'ctoken_good')
    const inputs = [1, 2].map(() => ({
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
    const payments = await runUnitOfWork(deps.uowFactory, buyer, (uow) =>
      createPayments(uow, deps, inputs),
    )
    const before = stripe.books.intents.size
    stripe.behavior = 'away'
    const away = await submitPayments(deps, payments.map(keyOf))
    expect([...away.values()]).toEqual([
      { status: 'pending', isProcessorUnavailable: true },
      { status: 'pending', isProcessorUnavailable: true },
    ])
    stripe.behavior = 'unheard'
    await submitPayments(deps, payments.map(keyOf))
    stripe.behavior = 'healthy'
    const done = await submitPayments(deps, payments.map(keyOf))
    expect([...done.values()].map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(stripe.books.intents.size).toBe(before + 2)
    expect(stripe.faults).toEqual([])
  })
})
