import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import {
  clockAt,
  eventNamesOf,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runFollowUps,
  runSchedule,
  type SubscribedCustomer,
} from '../../../../test/renewals.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { deleteCustomer } from '../../customers/actions/delete-customer.ts'
import type { SubscriptionKey } from '../store/subscriptions.ts'
import { runDueBatch } from './run-due-batch.ts'

const db = testDatabase()

async function inJanuary() {
  const clock = clockAt('2031-01-31T10:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  return { clock, deps, shop }
}

const day = (text: string) => new Date(`${text}T10:00:00Z`)

describe('a subscription whose period is over', () => {
  it('is billed and charged for the next one, with events in order', async () => {
    const { clock, deps, shop } = await inJanuary()
    const { subscription } = await newSubscribedCustomer(deps, shop)
    expect(subscription).toMatchObject({ status: 'active', dueAt: day('2031-02-28') })
    await runSchedule(deps)
    expect(await ordersOf(deps, subscription)).toEqual([])
    const before = await eventNamesOf(deps, subscription)
    expect(before).toEqual(['subscription.created', 'subscription.active', 'subscription.updated'])

    clock.set('2031-02-28T10:00:00Z')
    await runSchedule(deps)
    expect(await ordersOf(deps, subscription)).toEqual([
      {
        reason: 'subscription_cycle',
        status: 'paid',
        total: 1000,
        start: day('2031-02-28'),
        payments: ['succeeded'],
      },
    ])
    expect(await readSubscription(deps, subscription)).toMatchObject({
      status: 'active',
      currentPeriodStart: day('2031-02-28'),
      currentPeriodEnd: day('2031-03-31'),
      dueAt: day('2031-03-31'),
      claimedUntil: null,
    })
    expect((await eventNamesOf(deps, subscription)).slice(before.length)).toEqual([
      'subscription.updated',
      'order.created',
      'order.updated',
      'order.paid',
    ])
  })

  it('is renewed once by concurrent and repeated runs', async () => {
    const { clock, deps, shop } = await inJanuary()
    const members: SubscribedCustomer[] = []
    for (let made = 0; made < 5; made += 1) members.push(await newSubscribedCustomer(deps, shop))
    clock.set('2031-02-28T10:00:00Z')
    await Promise.all([runSchedule(deps), runSchedule(deps), runSchedule(deps)])
    await runSchedule(deps)
    for (const { subscription } of members) {
      const orders = await ordersOf(deps, subscription)
      expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    }
  })

  it('is renewed once by runs that decided at the same time', async () => {
    const { clock, deps, shop } = await inJanuary()
    const { subscription } = await newSubscribedCustomer(deps, shop)
    const some = { organizationId: shop.organizationId, ids: [subscription.id] }
    clock.set('2031-02-28T10:00:00Z')
    await Promise.all([runDueBatch(deps, some), runDueBatch(deps, some), runDueBatch(deps, some)])
    const orders = await ordersOf(deps, subscription)
    expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    expect(await readSubscription(deps, subscription)).toMatchObject({ version: 2 })
  })

  it('catches up on missed periods one after another', async () => {
    const { clock, deps, shop } = await inJanuary()
    const { subscription } = await newSubscribedCustomer(deps, shop)
    clock.set('2031-05-15T00:00:00Z')
    await runSchedule(deps)
    expect(
      (await ordersOf(deps, subscription)).map(({ start, status }) => [start, status]),
    ).toEqual([
      [day('2031-02-28'), 'paid'],
      [day('2031-03-31'), 'paid'],
      [day('2031-04-30'), 'paid'],
    ])
    expect(await readSubscription(deps, subscription)).toMatchObject({ dueAt: day('2031-05-31') })
  })
})

describe('a renewal', () => {
  it('bills waiting entries once', async () => {
    const { clock, deps, shop } = await inJanuary()
    const { subscription } = await newSubscribedCustomer(deps, shop)
    await addWaitingEntry(subscription, 500)
    await addWaitingEntry(subscription, -200)
    clock.set('2031-02-28T10:00:00Z')
    await runSchedule(deps)
    clock.set('2031-03-31T10:00:00Z')
    await runSchedule(deps)
    const totals = (await ordersOf(deps, subscription)).map(({ total }) => total)
    expect(totals).toEqual([1300, 1000])
    const { rows } = await db.database.pool.query(
      `select i.label, i.amount::int, i.proration from orders o
         join order_item i on i.organization_id = o.organization_id and i.order_id = o.id
        where o.subscription_id = $1 and o.total_amount = 1300 order by i.position`,
      [subscription.id],
    )
    expect(rows).toEqual([
      { label: 'Rest of 500', amount: 500, proration: true },
      { label: 'Rest of -200', amount: -200, proration: true },
      { label: 'Gym', amount: 1000, proration: false },
    ])
  })

  it('applies a discount for as long as it lasts', async () => {
    const { clock, deps, shop } = await inJanuary()
    const discount = await newHalfOff(shop)
    const { subscription } = await newSubscribedCustomer(deps, shop, { discount })
    expect(subscription).toMatchObject({ amount: 500, discountId: discount.discount.id })
    const now = () => readSubscription(deps, subscription)
    clock.set('2031-02-28T10:00:00Z')
    await runSchedule(deps)
    expect(await now()).toMatchObject({ amount: 500 })
    clock.set('2031-03-31T10:00:00Z')
    await runSchedule(deps)
    expect(await now()).toMatchObject({ amount: 1000, discountId: null })
    const totals = (await ordersOf(deps, subscription)).map(({ total }) => total)
    expect(totals).toEqual([500, 1000])
  })

  it('ends a canceled subscription instead', async () => {
    const { clock, deps, shop } = await inJanuary()
    const { subscription } = await newSubscribedCustomer(deps, shop)
    await db.database.kysely
      .updateTable('subscription')
      .set({
        cancelAtPeriodEnd: true,
        canceledAt: day('2031-02-01'),
        endsAt: subscription.currentPeriodEnd,
      })
      .where('id', '=', subscription.id)
      .execute()
    const before = (await eventNamesOf(deps, subscription)).length
    clock.set('2031-02-28T10:00:00Z')
    await runSchedule(deps)
    expect(await readSubscription(deps, subscription)).toMatchObject({
      status: 'canceled',
      endedAt: day('2031-02-28'),
      revokedAt: day('2031-02-28'),
      dueAt: null,
    })
    expect(await ordersOf(deps, subscription)).toEqual([])
    expect((await eventNamesOf(deps, subscription)).slice(before)).toEqual([
      'subscription.updated',
      'subscription.revoked',
    ])
  })
})

it('a renewal that fails doesn’t hold up others, and is retried', async () => {
  const { clock, deps, shop } = await inJanuary()
  const members: SubscribedCustomer[] = []
  for (let made = 0; made < 3; made += 1) members.push(await newSubscribedCustomer(deps, shop))
  const [, broken] = members
  const addressOf = (address: string | null) =>
    db.database.pool.query('update customer set billing_address = $1 where id = $2', [
      address,
      broken?.customerId,
    ])
  await addressOf('{"country": "DE"}')
  clock.set('2031-02-28T10:00:00Z')
  await runSchedule(deps)
  const counts = async () =>
    Promise.all(
      members.map(async ({ subscription }) => (await ordersOf(deps, subscription)).length),
    )
  expect(await counts()).toEqual([1, 0, 1])
  await addressOf(null)
  await runSchedule(deps)
  expect(await counts()).toEqual([1, 0, 1])
  clock.set('2031-02-28T10:05:00Z')
  await runSchedule(deps)
  expect(await counts()).toEqual([1, 1, 1])
})

it('the subscriptions of a deleted customer are revoked', async () => {
  const { deps, shop } = await inJanuary()
  const { customerId, subscription } = await newSubscribedCustomer(deps, shop)
  const before = (await eventNamesOf(deps, subscription)).length
  const { organizationId } = shop
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    deleteCustomer(
      uow,
      { beforeCustomerDeletion: [] },
      {
        key: { organizationId, id: customerId },
        forfeitsBalance: false,
        isErased: false,
        actor: null,
      },
    ),
  )
  await runFollowUps(db, deps)
  expect(await readSubscription(deps, subscription)).toMatchObject({
    status: 'canceled',
    dueAt: null,
  })
  expect((await eventNamesOf(deps, subscription)).slice(before)).toEqual([
    'subscription.updated',
    'subscription.canceled',
    'subscription.revoked',
  ])
})

/** A billing entry that a change left for the next order. */
const addWaitingEntry = ({ organizationId, id }: SubscriptionKey, cents: number) =>
  db.database.kysely
    .insertInto('billingEntry')
    .values({
      organizationId,
      id: newId('billingEntry'),
      subscriptionId: id,
      position: 0,
      kind: 'proration',
      label: `Rest of ${cents}`,
      amount: minorUnits(cents),
      discountAmount: minorUnits(0),
      isDiscounted: false,
      periodStart: day('2031-02-01'),
      periodEnd: day('2031-02-28'),
      createdAt: new Date(day('2031-02-01').getTime() - cents * 1000),
    })
    .execute()

/** Half off for two months. */
async function newHalfOff({ organizationId }: Pick<SubscriptionKey, 'organizationId'>) {
  const discount = await db.database.kysely
    .insertInto('discount')
    .values({
      organizationId,
      id: newId('discount'),
      name: 'Half',
      type: 'percentage',
      basisPoints: 5000,
      duration: 'repeating',
      durationInMonths: 2,
      createdAt: day('2031-01-01'),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { discount, products: [] }
}
