import { beforeAll, describe, expect, it } from 'vitest'
import { eventsOf } from '../../../../test/owned-organization.ts'
import type { MadeProduct } from '../../../../test/products.ts'
import { type BillingAnswer, briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newFreeSubscription,
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { server, acme, calls } = sellingServer(subscriptionScopes)
let basic: MadeProduct
let dear: MadeProduct

beforeAll(async () => {
  basic = await newRecurringProduct(calls, 500)
  dear = await newRecurringProduct(calls, 90_000)
})

const patch = (id: string, change: object, headers = {}): Promise<BillingAnswer> =>
  calls.patch(`/subscriptions/${id}`, change, headers)

const cancel = { cancel_at_period_end: true } as const
const uncancel = { cancel_at_period_end: false } as const
const revoke = { revoke: true } as const

/** The events after the start of a subscription, with the payload of the last one. */
async function laterEvents(id: string) {
  const about = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  const later = about.slice(3)
  return { names: later.map(({ name }) => name), last: later.at(-1)?.payload }
}

/** The orders of a subscription, the oldest first. */
async function ordersOf(id: string) {
  const { rows } = await server.current.database.pool.query<object>(
    `select status, collection_stopped_at is not null as "isStopped" from orders
      where subscription_id = $1 order by created_at`,
    [id],
  )
  return rows
}

const alreadyCanceled = '403 AlreadyCanceledSubscription'

describe('a cancellation at the end of the period', () => {
  it('is stored with its feedback', async () => {
    const { id, current_period_end } = await newFreeSubscription(calls)
    const answer = await patch(id, {
      ...cancel,
      customer_cancellation_reason: 'too_complex',
      customer_cancellation_comment: ' So many buttons ',
    })
    const canceled = {
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: expect.any(String),
      ends_at: current_period_end,
      ended_at: null,
      customer_cancellation_reason: 'too_complex',
      customer_cancellation_comment: 'So many buttons',
    }
    expect(answer).toMatchObject({ status: 200, body: canceled })
    expect(await calls.get(`/subscriptions/${id}`)).toMatchObject({ body: answer.body })
    expect(await laterEvents(id)).toEqual({
      names: ['subscription.updated', 'subscription.canceled'],
      last: answer.body,
    })
    expect(briefOf(await patch(id, cancel))).toBe(alreadyCanceled)
  })

  it('can get other feedback, and nothing else can', async () => {
    const { id } = await newFreeSubscription(calls)
    const words = { customer_cancellation_reason: 'unused', customer_cancellation_comment: '' }
    expect(briefOf(await patch(id, words))).toBe('400 NotCanceledSubscription')
    await patch(id, { ...cancel, customer_cancellation_comment: 'Too dear' })
    expect(await patch(id, words)).toMatchObject({
      body: { customer_cancellation_reason: 'unused', customer_cancellation_comment: null },
    })
    expect((await laterEvents(id)).names).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'subscription.updated',
    ])
    await patch(id, revoke)
    expect(briefOf(await patch(id, words))).toBe('410 EndedSubscription')
  })

  it('can be undone', async () => {
    const { id } = await newFreeSubscription(calls)
    expect(briefOf(await patch(id, uncancel))).toBe('400 NotCanceledSubscription')
    await patch(id, { ...cancel, customer_cancellation_reason: 'unused' })
    const answer = await patch(id, uncancel)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'active',
        cancel_at_period_end: false,
        canceled_at: null,
        ends_at: null,
        customer_cancellation_reason: null,
      },
    })
    expect(await laterEvents(id)).toEqual({
      names: [
        'subscription.updated',
        'subscription.canceled',
        'subscription.updated',
        'subscription.uncanceled',
      ],
      last: answer.body,
    })
  })
})

describe('a revocation', () => {
  it.each([
    ['by PATCH', (id: string) => patch(id, revoke)],
    ['by DELETE', (id: string) => calls.remove(`/subscriptions/${id}`)],
  ])('%s ends the subscription', async (_method, end) => {
    const { id } = await newFreeSubscription(calls)
    const answer = await end(id)
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'canceled' } })
    const { canceled_at, ends_at, ended_at } = answer.body ?? {}
    expect(ended_at).toEqual(expect.any(String))
    expect([canceled_at, ends_at]).toEqual([ended_at, ended_at])
    expect(await laterEvents(id)).toEqual({
      names: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
      last: answer.body,
    })
    expect(briefOf(await end(id))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, cancel))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, { discount_id: null }))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, uncancel))).toBe('410 EndedSubscription')
  })

  it('of a canceled subscription doesn’t send canceled again', async () => {
    const { id } = await newFreeSubscription(calls)
    await patch(id, cancel)
    await patch(id, revoke)
    expect((await laterEvents(id)).names.slice(2)).toEqual([
      'subscription.updated',
      'subscription.revoked',
    ])
  })

  const failing = { confirmation_token_id: 'tok_sandbox_fails_later' }

  it.each([
    ['no card', () => newFreeSubscription(calls)],
    ['a card that fails', async () => newPaidSubscription(server.current, calls, basic, failing)],
  ])('bills waiting entries once and retries them with %s', async (_card, start) => {
    const { id } = await start()
    await patch(id, { product_id: dear.id, proration_behavior: 'prorate' })
    expect(await patch(id, revoke)).toMatchObject({ status: 200 })
    await server.current.settle()
    expect((await ordersOf(id)).at(-1)).toEqual({ status: 'pending', isStopped: false })
    const { body } = await calls.get(`/subscriptions/${id}`)
    expect(body).toMatchObject({ status: 'canceled', past_due_at: expect.any(String) })
    expect(body).toMatchObject({ next_payment_attempt_at: expect.any(String) })
  })
})

it('concurrent revocations succeed once', async () => {
  const { id } = await newFreeSubscription(calls)
  const answers = await Promise.all(Array.from({ length: 5 }, () => patch(id, revoke)))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
    '200',
    '403',
    '403',
    '403',
    '403',
  ])
})

it('concurrent changes succeed one after another or are refused', async () => {
  const { id } = await newFreeSubscription(calls)
  const changes = [cancel, revoke, uncancel, { trial_end: 'now' }, { pending_update: null }]
  const answers = await Promise.all([...changes, ...changes].map((change) => patch(id, change)))
  for (const { status } of answers) expect(status).toBeLessThan(500)
  expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ status: 'canceled' })
})

it('a change repeated with its idempotency key is made once and answered alike', async () => {
  const { id } = await newFreeSubscription(calls)
  const key = { 'idempotency-key': `cancel-${id}` }
  const first = await patch(id, cancel, key)
  expect(first.status).toBe(200)
  expect((await patch(id, cancel, key)).text).toBe(first.text)
})

describe('a body is refused', () => {
  const unknownId = '00000000-0000-7000-8000-000000000000'

  it.each([
    ['without a change', {}, ''],
    ['with two changes', { revoke: true, cancel_at_period_end: false }, '.revoke'],
    ['with a product and a trial', { product_id: unknownId, trial_end: 'now' }, '.trial_end'],
    ['with a proration behavior but no product', { proration_behavior: 'invoice' }, ''],
    [
      'with a proration behavior for a revocation',
      { revoke: true, proration_behavior: 'invoice' },
      '.proration_behavior',
    ],
    ['with a discount and a revocation', { revoke: true, discount_id: null }, '.discount_id'],
    [
      'with an invalid reason',
      { revoke: true, customer_cancellation_reason: 'rain' },
      '.customer_cancellation_reason',
    ],
    ['with revoke: false', { revoke: false }, '.revoke'],
    [
      'with an invalid proration behavior',
      { product_id: unknownId, proration_behavior: 'never' },
      '.proration_behavior',
    ],
    ['with a new pending update', { pending_update: {} }, '.pending_update'],
    ['with an invalid date', { trial_end: 'soon' }, '.trial_end'],
    ['with an unknown field', { seats: 5 }, ' body.seats'],
  ])('%s', async (_what, change, place) => {
    const { id } = await newFreeSubscription(calls)
    for (const answer of [
      await patch(id, change),
      await calls.post(`/subscriptions/${id}/preview`, change),
    ]) {
      expect(briefOf(answer)).toBe(`422 RequestValidationError body${place}`)
    }
  })
})
