import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import type { MadeProduct } from '../../../../test/products.ts'
import { type BillingAnswer, type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  newFreeSubscription,
  newPaidSubscription,
  newPlan,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
let basic: MadeProduct
let dear: MadeProduct

beforeAll(async () => {
  acme = await found(server.current)
  calls = await subscriptionCalls(server.current, acme)
  basic = await newPlan(calls, 500)
  dear = await newPlan(calls, 90_000)
})

const patch = (id: string, change: object, headers = {}): Promise<BillingAnswer> =>
  calls.patch(`/subscriptions/${id}`, change, headers)

const cancel = { cancel_at_period_end: true } as const
const uncancel = { cancel_at_period_end: false } as const
const revoke = { revoke: true } as const

/** What was told of it after its beginning, with the payload of the last. */
async function toldOf(id: string) {
  const about = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  const later = about.slice(3)
  return { names: later.map(({ name }) => name), last: later.at(-1)?.payload }
}

/** How the orders of a subscription stand, the oldest first. */
async function standingOf(id: string) {
  const { rows } = await server.current.database.pool.query<object>(
    `select status, given_up_at is not null as "isGivenUp" from orders
      where subscription_id = $1 order by created_at`,
    [id],
  )
  return rows
}

const alreadyCanceled = '403 AlreadyCanceledSubscription'

describe('a subscription that is to end with its period', () => {
  it('says so, and why', async () => {
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
    expect(await toldOf(id)).toEqual({
      names: ['subscription.updated', 'subscription.canceled'],
      last: answer.body,
    })
    expect(briefOf(await patch(id, cancel))).toBe(alreadyCanceled)
  })

  it('may say better why, and only then', async () => {
    const { id } = await newFreeSubscription(calls)
    const words = { customer_cancellation_reason: 'unused', customer_cancellation_comment: '' }
    expect(briefOf(await patch(id, words))).toBe('400 NotCanceledSubscription')
    await patch(id, { ...cancel, customer_cancellation_comment: 'Too dear' })
    expect(await patch(id, words)).toMatchObject({
      body: { customer_cancellation_reason: 'unused', customer_cancellation_comment: null },
    })
    expect((await toldOf(id)).names).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'subscription.updated',
    ])
    await patch(id, revoke)
    expect(briefOf(await patch(id, words))).toBe('410 EndedSubscription')
  })

  it('may go on after all', async () => {
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
    expect(await toldOf(id)).toEqual({
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

describe('a subscription that ends at once', () => {
  it.each([
    ['by a change', (id: string) => patch(id, revoke)],
    ['by its deletion', (id: string) => calls.remove(`/subscriptions/${id}`)],
  ])('%s is over', async (_how, end) => {
    const { id } = await newFreeSubscription(calls)
    const answer = await end(id)
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'canceled' } })
    const { canceled_at, ends_at, ended_at } = answer.body ?? {}
    expect(ended_at).toEqual(expect.any(String))
    expect([canceled_at, ends_at]).toEqual([ended_at, ended_at])
    expect(await toldOf(id)).toEqual({
      names: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
      last: answer.body,
    })
    expect(briefOf(await end(id))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, cancel))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, { discount_id: null }))).toBe(alreadyCanceled)
    expect(briefOf(await patch(id, uncancel))).toBe('410 EndedSubscription')
  })

  it('was canceled before: that isn’t told again', async () => {
    const { id } = await newFreeSubscription(calls)
    await patch(id, cancel)
    await patch(id, revoke)
    expect((await toldOf(id)).names.slice(2)).toEqual([
      'subscription.updated',
      'subscription.revoked',
    ])
  })

  const failing = { confirmation_token_id: 'tok_sandbox_fails_later' }

  it.each([
    ['nobody’s card', () => newFreeSubscription(calls)],
    ['a card that fails', async () => newPaidSubscription(server.current, calls, basic, failing)],
  ])('is billed for what waited, and nobody is asked for it again: %s', async (_whose, begin) => {
    const { id } = await begin()
    await patch(id, { product_id: dear.id, proration_behavior: 'prorate' })
    expect(await patch(id, revoke)).toMatchObject({ status: 200 })
    await server.current.settle()
    expect((await standingOf(id)).at(-1)).toEqual({ status: 'pending', isGivenUp: true })
  })
})

it('of many who end it at once one does', async () => {
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

it('changes at the same time come one after another, or are told to come again', async () => {
  const { id } = await newFreeSubscription(calls)
  const asked = [cancel, revoke, uncancel, { trial_end: 'now' }, { pending_update: null }]
  const answers = await Promise.all([...asked, ...asked].map((change) => patch(id, change)))
  for (const { status } of answers) expect(status).toBeLessThan(500)
  expect((await calls.get(`/subscriptions/${id}`)).body).toMatchObject({ status: 'canceled' })
})

it('a change that is repeated with its key is made once, and answered alike', async () => {
  const { id } = await newFreeSubscription(calls)
  const key = { 'idempotency-key': `cancel-${id}` }
  const first = await patch(id, cancel, key)
  expect(first.status).toBe(200)
  expect((await patch(id, cancel, key)).text).toBe(first.text)
})

describe('one thing is changed at a time', () => {
  const nobodys = '00000000-0000-7000-8000-000000000000'

  it.each([
    ['nothing', {}, ''],
    ['two things', { revoke: true, cancel_at_period_end: false }, '.revoke'],
    ['a product and a trial', { product_id: nobodys, trial_end: 'now' }, '.trial_end'],
    ['how a product is billed, without one', { proration_behavior: 'invoice' }, ''],
    [
      'how an end is billed',
      { revoke: true, proration_behavior: 'invoice' },
      '.proration_behavior',
    ],
    ['a discount and an end', { revoke: true, discount_id: null }, '.discount_id'],
    [
      'a wrong reason',
      { revoke: true, customer_cancellation_reason: 'rain' },
      '.customer_cancellation_reason',
    ],
    ['an end that isn’t', { revoke: false }, '.revoke'],
    [
      'a wrong way of billing',
      { product_id: nobodys, proration_behavior: 'never' },
      '.proration_behavior',
    ],
    ['what is to come, itself', { pending_update: {} }, '.pending_update'],
    ['a wrong date', { trial_end: 'soon' }, '.trial_end'],
    ['what nobody has', { seats: 5 }, ' body.seats'],
  ])('not %s', async (_what, change, place) => {
    const { id } = await newFreeSubscription(calls)
    for (const answer of [
      await patch(id, change),
      await calls.post(`/subscriptions/${id}/preview`, change),
    ]) {
      expect(briefOf(answer)).toBe(`422 RequestValidationError body${place}`)
    }
  })
})
