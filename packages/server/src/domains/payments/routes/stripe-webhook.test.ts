import { id } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createOrganization,
  eventNamesOf,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { keyOf, paymentNow, startPayment, testPaymentDeps } from '../../../../test/payments.ts'
import { newAccessToken, withToken } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { objects } from '../../../../test/stripe/objects.ts'
import {
  type SignedCall,
  type StripeStandIn,
  startStripe,
} from '../../../../test/stripe/stand-in.ts'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { refundPayment } from '../actions/refund-payment.ts'
import { submitPayment } from '../actions/submit-payment.ts'
import type { PaymentRow } from '../store/payments.ts'

const db = testDatabase()
const clock = movableClock()
let stripe: StripeStandIn
let server: TestServer
let deps: PaymentDeps

beforeAll(async () => {
  stripe = await startStripe()
  server = await startTestServer(db, stripe.env, { clock })
  deps = testPaymentDeps(db.database, { env: stripe.env })
})
afterAll(async () => {
  await server?.stop()
  await stripe?.stop()
})

const sendWebhook = ({ body, headers }: SignedCall) =>
  fetch(`${server.url}/webhooks/stripe`, { method: 'POST', headers, body })

async function newSale(confirmationToken: string) {
  const shop = await createOrganization(server)
  const { token } = await newAccessToken(server, shop, ['customers:write'])
  const customer = await newCustomer(withToken(server, token))
  const buyer = {
    organizationId: z.parse(id('organization'), shop.id),
    customerId: z.parse(id('customer'), customer.id),
  }
  const payment = await startPayment(deps, buyer, { confirmationToken })
  return { shop, payment }
}

async function newPaid(confirmationToken = 'ctoken_good') {
  const sale = await newSale(confirmationToken)
  await submitPayment(deps, keyOf(sale.payment))
  const payment = await paymentNow(deps, sale.payment)
  const intent = stripe.books.intents.get(payment.processorId ?? '')
  assert(intent !== undefined, 'Stripe has it')
  return { shop: sale.shop, payment, intent }
}

const namesOf = async (shop: OwnedOrganization, about: string) =>
  (await eventNamesOf(server, shop)).filter((name) => name.startsWith(about))

const countEvents = async () => {
  const { rows } = await db.database.pool.query<{ count: number }>(
    'select count(*)::int as count from processor_event',
  )
  return rows[0]?.count
}

describe('an event from Stripe', () => {
  it('ends a payment whose buyer has left', async () => {
    const { shop, payment, intent } = await newPaid('ctoken_authenticate')
    stripe.answer(intent.id, 'succeeded')
    const answer = await sendWebhook(stripe.call('payment_intent.succeeded', intent))
    expect([answer.status, await answer.text()]).toEqual([200, 'Received'])
    expect(await namesOf(shop, 'payment.')).toEqual(['payment.succeeded'])
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('may arrive before the answer to the charge', async () => {
    const { shop, payment } = await newSale('ctoken_good')
    stripe.behavior = 'unheard'
    await submitPayment(deps, keyOf(payment))
    stripe.behavior = 'healthy'
    const intent = [...stripe.books.intents.values()].at(-1)
    assert(intent !== undefined, 'Stripe has charged')
    await sendWebhook(stripe.call('payment_intent.succeeded', intent))
    expect(await namesOf(shop, 'payment.')).toEqual(['payment.succeeded'])
    expect(await submitPayment(deps, keyOf(payment))).toEqual({ status: 'succeeded' })
    expect(await namesOf(shop, 'payment.')).toEqual(['payment.succeeded'])
  })

  it('about a failed authentication fails the payment', async () => {
    const { shop, payment, intent } = await newPaid('ctoken_authenticate')
    stripe.answer(intent.id, 'requires_payment_method')
    await sendWebhook(stripe.call('payment_intent.payment_failed', intent))
    expect(await namesOf(shop, 'payment.')).toEqual(['payment.failed'])
    expect(await timelineOf(shop, payment)).toEqual([
      'Payment failed: authentication failed',
      'Customer created',
    ])
  })

  it('only triggers a fetch, and its content is ignored', async () => {
    const { shop, payment, intent } = await newPaid('ctoken_authenticate')
    await sendWebhook(stripe.call('payment_intent.succeeded', { ...intent, status: 'succeeded' }))
    await sendWebhook(stripe.call('payment_intent.canceled', { ...intent, status: 'canceled' }))
    expect(await namesOf(shop, 'payment.')).toEqual([])
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
  })

  it('may arrive out of order, late and repeatedly', async () => {
    const { shop, intent } = await newPaid('ctoken_authenticate')
    stripe.answer(intent.id, 'succeeded')
    const before = await countEvents()
    const failed = stripe.call('payment_intent.payment_failed', intent)
    const good = stripe.call('payment_intent.succeeded', intent)
    const calls = [good, failed, good, failed, good, good]
    await Promise.all(calls.map(sendWebhook))
    await sendWebhook(failed)
    expect(await namesOf(shop, 'payment.')).toEqual(['payment.succeeded'])
    expect(await countEvents()).toBe((before ?? 0) + 2)
  })

  it('about a refund is recorded once, with our ids', async () => {
    const { shop, payment } = await newPaid()
    const refundId = newId('refund')
    const made = { ...keyOf(payment), refundId, amount: minorUnits(190), reason: 'other' }
    stripe.books.refundStatus = 'pending'
    await refundPayment(deps, made)
    stripe.books.refundStatus = 'succeeded'
    const refund = [...stripe.books.refunds.values()].at(-1)
    assert(refund !== undefined, 'Stripe gave back')
    stripe.books.refunds.set(refund.id, { ...refund, status: 'failed', failure_reason: 'declined' })
    const call = stripe.call('refund.updated', refund)
    await sendWebhook(call)
    await sendWebhook(call)
    const reported = (await eventsOf(server, shop)).filter(({ name }) =>
      name.startsWith('processor_refund'),
    )
    expect(reported).toMatchObject([
      {
        name: 'processor_refund.reported',
        objectId: refund.id,
        payload: {
          payment_id: payment.id,
          order_id: null,
          refund_id: refundId,
          processor_id: refund.id,
          status: 'failed',
          amount: 190,
          failure_reason: 'declined',
        },
      },
    ])
  })

  it('about a refund made at Stripe is recorded as well', async () => {
    const { shop, payment, intent } = await newPaid()
    const refund = { ...baseRefund(), payment_intent: intent.id, amount: 100 }
    stripe.books.refunds.set(refund.id, refund)
    await sendWebhook(stripe.call('refund.created', refund))
    expect(await payloadOf(shop, 'processor_refund.reported')).toMatchObject({
      payment_id: payment.id,
      refund_id: null,
      status: 'succeeded',
      amount: 100,
    })
  })

  it('about a dispute is recorded, with its reason and deadline', async () => {
    const { shop, payment, intent } = await newPaid()
    const dispute = stripe.dispute(intent.id, {
      amount: 1190,
      status: 'needs_response',
      reason: 'product_not_received',
      evidence_details: { due_by: 1_900_000_000 },
    })
    await sendWebhook(stripe.call('charge.dispute.created', dispute))
    expect(await payloadOf(shop, 'dispute.reported')).toEqual({
      payment_id: payment.id,
      order_id: null,
      processor_id: dispute.id,
      status: 'needs_response',
      amount: 1190,
      is_warning: false,
      reason: 'product_not_received',
      evidence_due_by: '2030-03-17T17:46:40.000Z',
      reported_at: expect.any(String),
    })
  })

  it('about an early fraud warning is about the whole payment', async () => {
    const { shop, payment, intent } = await newPaid()
    const warning = stripe.warn(intent.id)
    await sendWebhook(stripe.call('radar.early_fraud_warning.created', warning))
    expect(await payloadOf(shop, 'dispute.reported')).toMatchObject({
      payment_id: payment.id,
      processor_id: warning.id,
      status: 'warning_needs_response',
      amount: payment.amount,
      is_warning: true,
      reason: 'made_with_stolen_card',
    })
  })

  it('about objects that aren’t ours is accepted and ignored', async () => {
    const { intent } = await newPaid()
    const foreign = { ...intent, id: 'pi_foreign', metadata: { order: '7' } }
    stripe.books.intents.set(foreign.id, foreign)
    const before = await countEvents()
    expect((await sendWebhook(stripe.call('payment_intent.succeeded', foreign))).status).toBe(200)
    expect((await sendWebhook(stripe.call('customer.created', intent))).status).toBe(200)
    await server.settle()
    expect(await countEvents()).toBe(before)
  })

  it('is retried while Stripe is unavailable', async () => {
    const { payment, intent } = await newPaid('ctoken_authenticate')
    stripe.answer(intent.id, 'succeeded')
    stripe.behavior = 'away'
    await sendWebhook(stripe.call('payment_intent.succeeded', intent))
    await eventually(() => expect(stripe.asked.at(-1)?.operation).toContain(intent.id))
    stripe.behavior = 'healthy'
    await eventually(async () =>
      expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' }),
    )
  })
})

const baseRefund = () => ({ ...objects.refund, id: `re_${newId('refund')}` })

async function timelineOf(shop: OwnedOrganization, { customerId }: PaymentRow) {
  const { token } = await newAccessToken(server, shop, ['customers:read'])
  const { body } = await withToken(server, token).get(`/customers/${customerId}/timeline`)
  return Timeline.parse(body).items.map(({ title }) => title)
}

const Timeline = z.object({ items: z.array(z.object({ title: z.string() })) })

async function payloadOf(shop: OwnedOrganization, wanted: string) {
  const found = (await eventsOf(server, shop)).filter(({ name }) => name === wanted)
  expect(found).toHaveLength(1)
  return found[0]?.payload
}

describe('an event that isn’t from Stripe', () => {
  let payment: PaymentRow
  let good: SignedCall

  beforeAll(async () => {
    const paid = await newPaid('ctoken_authenticate')
    payment = paid.payment
    stripe.answer(paid.intent.id, 'succeeded')
    good = stripe.call('payment_intent.succeeded', paid.intent)
  })

  it.each<[string, () => SignedCall]>([
    ['without a signature', () => ({ ...good, headers: {} })],
    ['with a forged one', () => forged()],
    ['with another body', () => ({ ...good, body: good.body.replace('evt_', 'evt_x') })],
    ['with a signature of yesterday', () => stale(86_400)],
    ['older than five minutes', () => stale(301)],
    ['from more than five minutes ahead', () => stale(-301)],
  ])('%s is rejected', async (_what, make) => {
    clock.freeze()
    expect((await sendWebhook(make())).status).toBe(400)
    clock.resume()
    await server.settle()
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
  })

  it('is valid within five minutes', async () => {
    clock.freeze()
    expect((await sendWebhook(stale(300))).status).toBe(200)
    expect((await sendWebhook(stale(-300))).status).toBe(200)
    clock.resume()
    await server.settle()
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
  })

  const intentOf = () => {
    const intent = stripe.books.intents.get(payment.processorId ?? '')
    assert(intent !== undefined, 'Stripe has it')
    return intent
  }
  const forged = () => stripe.call('payment_intent.succeeded', intentOf(), { secret: 'whsec_x' })
  const stale = (seconds: number) =>
    stripe.call('payment_intent.succeeded', intentOf(), {
      at: new Date(clock.now().getTime() - seconds * 1000),
    })
})

it('there is no webhook where Stripe isn’t configured', async () => {
  const sandboxed = await startTestServer(db, {}, { clock })
  try {
    const { body, headers } = stripe.call('payment_intent.succeeded', { id: 'pi_1' })
    const answer = await fetch(`${sandboxed.url}/webhooks/stripe`, {
      method: 'POST',
      headers,
      body,
    })
    expect(answer.status).toBe(404)
  } finally {
    await sandboxed.stop()
  }
})

it('no request had parameters that Stripe doesn’t know', () => {
  expect(stripe.asked.length).toBeGreaterThan(10)
  expect(stripe.faults).toEqual([])
})
