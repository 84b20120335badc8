import { type OrderClosing, orderId } from '@guildhall/contract/orders/order-shapes'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { resumeAbandoned, type TestDeps, testPaymentDeps } from '../../../../test/payments.ts'
import {
  addCard,
  clockAt,
  eventNamesOf,
  makeDefault,
  newPlan,
  newShop,
  newSubscribedCustomer,
  readSubscription,
  runFollowUps,
  runSchedule,
} from '../../../../test/renewals.ts'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { createRefund } from '../../orders/actions/create-refund.ts'
import { closeOrder } from '../../orders/actions/stop-collecting.ts'
import type { Processor } from '../../payments/rules/processor.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'
import { overduePaymentsOf } from './read-overdue.ts'
import { revokeCustomerSubscriptions } from './revoke-customer-subscriptions.ts'

const db = testDatabase()

const silent = (processor: Processor): Processor => ({
  ...processor,
  chargeAll: async (charges) => charges.map(() => ({ unavailable: 'status 503' })),
})

/** It charges, and its answer is lost. */
const unheard = (processor: Processor): Processor => ({
  ...processor,
  chargeAll: async (charges) => {
    await processor.chargeAll(charges)
    return charges.map(() => ({ unavailable: 'status 503' }))
  },
})

async function newWorld(card: string | null = 'tok_sandbox_fails_later') {
  const clock = clockAt('2031-01-01T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const { customerId, subscription } = await newSubscribedCustomer(deps, shop, { card })
  const at = async (date: string, running: TestDeps = deps) => {
    clock.set(`${date}T00:00:00Z`)
    await runSchedule(running)
  }
  return {
    clock,
    deps,
    shop,
    buyer: { organizationId: shop.organizationId, customerId },
    subscription,
    at,
  }
}

type World = Awaited<ReturnType<typeof newWorld>>

const change = (
  { deps, subscription: { organizationId, id } }: World,
  requested: Parameters<typeof changeSubscription>[1]['change'],
): Promise<void> =>
  changeSubscription(deps, {
    key: { organizationId, id },
    change: requested,
    run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
    finish: async () => undefined,
    savePaymentId: async () => undefined,
    startedPaymentId: null,
  })

/** A larger plan that is paid with the next bill, and a cancellation before it. */
async function leaveWithDebt(world: World): Promise<void> {
  world.clock.set('2031-01-16T12:00:00Z')
  const { productId } = await newPlan(db.database, world.shop.organizationId, 5000)
  await change(world, { productId, prorationBehavior: 'prorate' })
  await change(world, { cancelAtPeriodEnd: true })
}

async function ordersOf({ id }: Pick<SubscriptionRow, 'id'>) {
  const { rows } = await db.database.pool.query(
    `select o.id, o.status, o.collection_stopped_as as closed,
            o.collection_stopped_reason as reason, o.refunded_amount::int as refunded,
            (select count(*)::int from payment p where p.order_id = o.id) as payments
       from orders o where o.subscription_id = $1 order by o.created_at, o.id`,
    [id],
  )
  return rows
}

const close = ({ deps, shop: { organizationId } }: World, id: string, as: OrderClosing) =>
  runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    closeOrder(uow, { organizationId, id: orderId.parse(id) }, { as, comment: 'Agreed by phone' }),
  )

const stateOf = ({ deps, subscription }: World) => readSubscription(deps, subscription)

describe('the last order of a canceled subscription', () => {
  it('is retried on the scheduled days, and then written off', async () => {
    const world = await newWorld()
    await leaveWithDebt(world)
    await world.at('2031-02-01')
    expect(await stateOf(world)).toMatchObject({
      status: 'canceled',
      nextAttemptAt: new Date('2031-02-03T00:00:00Z'),
      revokedAt: new Date('2031-02-01T00:00:00Z'),
    })
    expect(
      await overduePaymentsOf(world.deps, world.buyer.organizationId, world.buyer.customerId),
    ).toMatchObject([{ subscriptionId: world.subscription.id }])
    for (const day of ['03', '08', '15']) await world.at(`2031-02-${day}`)
    expect(await ordersOf(world.subscription)).toMatchObject([
      { status: 'pending', closed: null, payments: 4 },
    ])
    await world.at('2031-02-22')
    expect(await ordersOf(world.subscription)).toMatchObject([
      { status: 'pending', closed: 'uncollectible', reason: 'payment_failed', payments: 5 },
    ])
    expect(await stateOf(world)).toMatchObject({ status: 'canceled', dueAt: null })
    const names = await eventNamesOf(world.deps, world.subscription)
    expect(names.slice(-3)).toEqual(['subscription.updated', 'order.updated', 'order.written_off'])
  })

  it('is paid by another card, which brings nothing back', async () => {
    const world = await newWorld()
    await leaveWithDebt(world)
    await world.at('2031-02-01')
    await addCard(world.deps, world.buyer, 'tok_sandbox_ok')
    await makeDefault(world.deps, world.buyer, '4242')
    await runFollowUps(db, world.deps)
    expect(await ordersOf(world.subscription)).toMatchObject([{ status: 'paid', closed: null }])
    expect(await stateOf(world)).toMatchObject({
      status: 'canceled',
      pastDueAt: null,
      dueAt: null,
      revokedAt: new Date('2031-02-01T00:00:00Z'),
    })
  })

  it('is void once its customer is deleted', async () => {
    const world = await newWorld()
    await leaveWithDebt(world)
    await world.at('2031-02-01')
    await revokeCustomerSubscriptions(world.deps, world.buyer)
    expect(await ordersOf(world.subscription)).toMatchObject([
      { closed: 'void', reason: 'subscription_ended' },
    ])
    expect(await stateOf(world)).toMatchObject({ status: 'canceled', dueAt: null })
  })

  it('of a revoked subscription without a card waits for one', async () => {
    const world = await newWorld(null)
    world.clock.set('2031-01-16T12:00:00Z')
    const { productId } = await newPlan(db.database, world.shop.organizationId, 5000)
    await change(world, { productId, prorationBehavior: 'prorate' })
    await change(world, { revoke: true })
    expect(await ordersOf(world.subscription)).toMatchObject([
      { status: 'pending', closed: null, payments: 0 },
    ])
    await world.at('2031-02-20')
    expect(await ordersOf(world.subscription)).toMatchObject([{ closed: 'uncollectible' }])
  })
})

describe('a seller', () => {
  async function overdue() {
    const world = await newWorld()
    await world.at('2031-02-01')
    const [order] = await ordersOf(world.subscription)
    assert(order !== undefined, 'the renewal is ordered')
    return { world, order }
  }

  it.each(['void', 'uncollectible'] as const)(
    'who closes the only open order as %s makes the subscription active again',
    async (as) => {
      const { world, order } = await overdue()
      expect(await close(world, order.id, as)).toMatchObject({
        status: 'pending',
        collectionStatus: as,
        collectionStoppedReason: 'seller',
        collectionComment: 'Agreed by phone',
      })
      await runFollowUps(db, world.deps)
      expect(await stateOf(world)).toMatchObject({ status: 'active', pastDueAt: null })
      await world.at('2031-02-03')
      expect(await ordersOf(world.subscription)).toMatchObject([{ closed: as, payments: 1 }])
    },
  )

  it('who voids an order before the last retry stops that, also before jobs run', async () => {
    const { world, order } = await overdue()
    await close(world, order.id, 'void')
    await world.at('2031-02-22')
    expect(await stateOf(world)).toMatchObject({ status: 'active', endedAt: null })
  })

  it('can void what was written off, and nothing else again', async () => {
    const { world, order } = await overdue()
    await close(world, order.id, 'uncollectible')
    const refused = (as: OrderClosing, code: string) =>
      expect(close(world, order.id, as)).rejects.toMatchObject({ code })
    await refused('uncollectible', 'order_written_off')
    await close(world, order.id, 'void')
    await refused('void', 'order_void')
    await refused('uncollectible', 'order_void')
  })
})

describe('a payment that was under way', () => {
  /** The processor charged, and nobody knows. */
  async function underWay(as: OrderClosing) {
    const world = await newWorld('tok_sandbox_ok')
    const { clock } = world
    await world.at('2031-02-01', testPaymentDeps(db.database, { clock, wrap: unheard }))
    const [order] = await ordersOf(world.subscription)
    await close(world, order.id, as)
    await resumeAbandoned(db.ownerUrl, world.deps)
    await runFollowUps(db, world.deps)
    return world
  }

  it('pays an order that was written off meanwhile', async () => {
    const world = await underWay('uncollectible')
    const [order] = await ordersOf(world.subscription)
    expect(order).toMatchObject({ status: 'paid', closed: null, refunded: 0 })
    const { rowCount } = await db.database.pool.query('select from refund where order_id = $1', [
      order.id,
    ])
    expect(rowCount).toBe(0)
  })

  it('is refunded where the order is void', async () => {
    const world = await underWay('void')
    const [order] = await ordersOf(world.subscription)
    const { rows } = await db.database.pool.query(
      'select amount::int from refund where order_id = $1',
      [order.id],
    )
    expect(rows).toEqual([{ amount: 1000 }])
  })
})

describe('what a closed order credits of an earlier one', () => {
  /** The second month is paid, and the third bills a larger plan that credits a part of it. */
  async function creditUnderWay(as: OrderClosing, answers: typeof silent) {
    const world = await newWorld('tok_sandbox_ok')
    const { clock, shop, subscription } = world
    await world.at('2031-02-01')
    clock.set('2031-02-15T00:00:00Z')
    const { productId } = await newPlan(db.database, shop.organizationId, 5000)
    await change(world, { productId, prorationBehavior: 'prorate' })
    await world.at('2031-03-01', testPaymentDeps(db.database, { clock, wrap: answers }))
    const [paid, open] = await ordersOf(subscription)
    await close(world, open.id, as)
    return { ...world, paid }
  }

  const refund = ({ deps, shop: { organizationId }, paid }: World & { paid: { id: string } }) =>
    runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      createRefund(
        uow,
        { organizationId, id: orderId.parse(paid.id) },
        { reason: 'other', amount: minorUnits(1000), revokeBenefits: false },
      ),
    )

  it.each(['void', 'uncollectible'] as const)(
    'isn’t refunded as well while a payment of the one that is %s is under way',
    async (as) => {
      const world = await creditUnderWay(as, unheard)
      await expect(refund(world)).rejects.toMatchObject({ code: 'refund_amount_too_high' })
      await resumeAbandoned(db.ownerUrl, world.deps)
      await runFollowUps(db, world.deps)
      const { rows } = await db.database.pool.query(
        'select sum(credited_amount)::int as credited from order_item where order_id = $1',
        [world.paid.id],
      )
      expect(rows).toEqual([{ credited: 500 }])
      await expect(refund(world)).rejects.toMatchObject({ code: 'refund_amount_too_high' })
    },
  )

  it('is refunded once that payment has failed', async () => {
    const world = await creditUnderWay('void', silent)
    await expect(refund(world)).rejects.toMatchObject({ code: 'refund_amount_too_high' })
    await resumeAbandoned(db.ownerUrl, world.deps)
    await refund(world)
  })
})

it('an order is charged or closed, however many processes try both', async () => {
  const worlds = await Promise.all(Array.from({ length: 8 }, () => newWorld('tok_sandbox_ok')))
  for (const world of worlds) {
    await world.at('2031-02-01', testPaymentDeps(db.database, { clock: world.clock, wrap: silent }))
    const [order] = await ordersOf(world.subscription)
    await Promise.all([
      resumeAbandoned(db.ownerUrl, world.deps),
      close(world, order.id, 'void').catch(() => undefined),
      runSchedule(world.deps),
    ])
    for (let round = 0; round < 3; round += 1) {
      await resumeAbandoned(db.ownerUrl, world.deps)
      await runFollowUps(db, world.deps)
    }
    const { rows } = await db.database.pool.query(
      `select o.status = 'paid' and o.collection_stopped_as is null as kept,
              o.collection_stopped_as = 'void' as void,
              exists (select from refund r where r.order_id = o.id) as refunded,
              exists (select from payment p where p.order_id = o.id
                         and p.status = 'succeeded') as charged
         from orders o where o.id = $1`,
      [order.id],
    )
    const [end] = rows
    expect(end.charged).toBe(end.kept || end.refunded)
    expect(end.void === true && end.charged).toBe(false)
  }
})
