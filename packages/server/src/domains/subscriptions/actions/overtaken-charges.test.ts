import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { resumeAbandoned, type TestDeps, testPaymentDeps } from '../../../../test/payments.ts'
import {
  clockAt,
  newPlan,
  newShop,
  newSubscribedCustomer,
  readSubscription,
  runFollowUps,
  runSchedule,
  type SettableClock,
} from '../../../../test/renewals.ts'
import { type StripeStandIn, startStripe } from '../../../../test/stripe/stand-in.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { resumeRefund } from '../../orders/jobs/resume-refund.ts'
import type { Processor } from '../../payments/rules/processor.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'
import { revokeCustomerSubscriptions } from './revoke-customer-subscriptions.ts'

const db = testDatabase()
let stripe: StripeStandIn
let clock: SettableClock
let deps: TestDeps

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.stop())
beforeEach(() => {
  clock = clockAt('2031-01-15T00:00:00Z')
  deps = testPaymentDeps(db.database, { env: stripe.env, clock })
  stripe.behavior = 'healthy'
})

const charges = (subscription: SubscriptionRow) =>
  [...stripe.books.intents.values()].filter(
    ({ metadata }) => Object(metadata).subscription_id === subscription.id,
  )

/** A renewal whose charge Stripe didn’t answer. */
async function unansweredRenewal(behavior: 'away' | 'unheard') {
  const subscribed = await newSubscribedCustomer(deps, await newShop(db.database), {
    card: 'ctoken_good',
  })
  clock.set('2031-02-15T00:00:00Z')
  stripe.behavior = behavior
  await runSchedule(deps)
  return subscribed
}

const endAll = ({ organizationId, customerId }: SubscriptionRow) =>
  revokeCustomerSubscriptions(deps, { organizationId, customerId })

/** Stripe answers again; sweeps and jobs run until nothing is left to do. */
async function answerAgain(at: string): Promise<void> {
  stripe.behavior = 'healthy'
  clock.set(at)
  for (let round = 0; round < 3; round += 1) {
    await resumeAbandoned(db.ownerUrl, deps)
    await runFollowUps(db, deps)
  }
}

async function renewalOrder({ id }: SubscriptionRow) {
  const { rows } = await db.database.pool.query(
    `select o.status, o.refunded_amount::int as refunded, p.status as payment,
            (select count(*)::int from refund r where r.order_id = o.id) as refunds
       from orders o join payment p on p.order_id = o.id where o.subscription_id = $1`,
    [id],
  )
  return rows
}

describe('a renewal that Stripe did not answer before the customer was deleted', () => {
  it('is not charged for the first time afterwards', async () => {
    const { subscription } = await unansweredRenewal('away')
    await endAll(subscription)
    await answerAgain('2031-02-15T01:00:00Z')
    expect(await readSubscription(deps, subscription)).toMatchObject({ status: 'canceled' })
    expect(charges(subscription)).toEqual([])
    expect(await renewalOrder(subscription)).toEqual([
      { status: 'pending', refunded: 0, payment: 'failed', refunds: 0 },
    ])
  })

  it('is refunded in full where it was charged', async () => {
    const { subscription } = await unansweredRenewal('unheard')
    expect(charges(subscription)).toHaveLength(1)
    await endAll(subscription)
    await answerAgain('2031-02-15T01:00:00Z')
    const { organizationId } = subscription
    const { rows } = await db.database.pool.query(
      `select id from refund where organization_id = $1`,
      [organizationId],
    )
    expect(rows).toHaveLength(1)
    const context = { attempt: 1, attemptsMax: 1, jobId: '1', log: deps.log }
    const { signal } = new AbortController()
    await resumeRefund.task({ ...deps })({ organizationId, id: rows[0].id }, { ...context, signal })
    expect(await renewalOrder(subscription)).toEqual([
      { status: 'refunded', refunded: 1000, payment: 'succeeded', refunds: 1 },
    ])
    const [intent] = charges(subscription)
    const refunds = [...stripe.books.refunds.values()]
    expect(refunds.filter((one) => one['payment_intent'] === intent?.id)).toMatchObject([
      { amount: 1000 },
    ])
  })

  it('is not taken for uncharged before Stripe lists new charges', async () => {
    const { subscription } = await unansweredRenewal('away')
    await endAll(subscription)
    await answerAgain('2031-02-15T00:05:00Z')
    expect(await renewalOrder(subscription)).toMatchObject([{ payment: 'pending' }])
    expect(charges(subscription)).toEqual([])
    await answerAgain('2031-02-15T00:10:00Z')
    expect(await renewalOrder(subscription)).toMatchObject([{ payment: 'failed' }])
  })
})

describe('a change that Stripe did not answer before the subscription was revoked', () => {
  async function unansweredChange(behavior: 'away' | 'unheard') {
    const shop = await newShop(db.database)
    const { organizationId } = shop
    const { subscription } = await newSubscribedCustomer(deps, shop, { card: 'ctoken_good' })
    const key = { organizationId, id: subscription.id }
    const other = await newPlan(db.database, organizationId, 8000)
    const call = (change: SubscriptionChange) =>
      changeSubscription(deps, {
        key,
        change,
        run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
        finish: async () => undefined,
        savePaymentId: async () => undefined,
        startedPaymentId: null,
      })
    stripe.behavior = behavior
    const change = { productId: other.productId, prorationBehavior: 'reset' } as const
    await expect(call(change)).rejects.toMatchObject({ code: 'subscription_change_under_way' })
    await call({ revoke: true })
    await answerAgain('2031-01-15T01:00:00Z')
    const { rows } = await db.database.pool.query(
      `select o.status, o.subscription_id as subscription, o.refunded_amount::int as refunded,
              (select count(*)::int from journal_entry e
                where e.organization_id = o.organization_id and e.order_id = o.id) as entries
         from orders o where o.organization_id = $1`,
      [organizationId],
    )
    const { rowCount: waiting } = await db.database.pool.query(
      'select from subscription_change where organization_id = $1',
      [organizationId],
    )
    return { subscription, orders: rows, waiting }
  }

  it('is not charged', async () => {
    const { subscription, orders, waiting } = await unansweredChange('away')
    expect(charges(subscription)).toEqual([])
    expect({ orders, waiting }).toEqual({ orders: [], waiting: 0 })
  })

  it('is refunded in full where it was charged', async () => {
    const { subscription, orders, waiting } = await unansweredChange('unheard')
    expect(charges(subscription)).toMatchObject([{ status: 'succeeded', amount: 8000 }])
    expect({ orders, waiting }).toEqual({
      orders: [{ status: 'refunded', subscription: null, refunded: 8000, entries: 2 }],
      waiting: 0,
    })
    expect([...stripe.books.refunds.values()].at(-1)).toMatchObject({ amount: 8000 })
  })
})

const silent = (processor: Processor): Processor => ({
  ...processor,
  chargeAll: async (charges) => charges.map(() => ({ unavailable: 'status 503' })),
})

it('of many renewals that one process charges while another ends them, none is late and kept', async () => {
  const charging = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const { organizationId } = shop
  const customers = []
  for (let at = 0; at < 20; at += 1) customers.push(await newSubscribedCustomer(charging, shop))
  clock.set('2031-02-15T00:00:00Z')
  await runSchedule(testPaymentDeps(db.database, { clock, wrap: silent }))
  // Half of them look as after a crash before they were sent.
  await db.database.pool.query(
    `update payment set submitted_at = null
      where organization_id = $1 and status = 'pending' and get_byte(uuid_send(id), 15) % 2 = 0`,
    [organizationId],
  )
  const other = await openDatabase({ url: db.url }, charging.log)
  const ending = testPaymentDeps(other, { clock })
  await Promise.all([
    resumeAbandoned(db.ownerUrl, charging),
    ...customers.map(({ customerId }) =>
      revokeCustomerSubscriptions(ending, { organizationId, customerId }),
    ),
  ])
  await other.close()
  for (let round = 0; round < 3; round += 1) {
    await resumeAbandoned(db.ownerUrl, charging)
    await runFollowUps(db, charging)
  }
  const { rows } = await db.database.pool.query(
    `select p.status = 'succeeded' as is_recorded, i.id is not null as is_charged,
            i.id is not null and p.cancel_requested_at is not null as is_late,
            r.id is not null as is_refunded
       from payment p join orders o on o.organization_id = $1 and o.id = p.order_id
       left join sandbox_intent i
         on i.organization_id = $1 and i.idempotency_key = 'charge-' || p.id
       left join refund r on r.organization_id = $1 and r.order_id = o.id
      where p.organization_id = $1`,
    [organizationId],
  )
  expect(rows).toHaveLength(20)
  for (const row of rows) {
    expect(row.is_recorded).toBe(row.is_charged)
    // Money that had arrived without being recorded with its order is refunded as well.
    expect(row.is_refunded || !row.is_late).toBe(true)
    expect(row.is_charged || !row.is_refunded).toBe(true)
  }
})
