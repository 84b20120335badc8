import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentParts } from '../../../../test/payments.ts'
import {
  followUp,
  type Member,
  newMember,
  newShop,
  ordersOf,
  runMinute,
  setClock,
  subscriptionNow,
  toldOf,
} from '../../../../test/renewals.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { work } from '../../../platform/work.ts'
import { deleteCustomer } from '../../customers/actions/delete-customer.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { runBatch } from './run-batch.ts'

const db = testDatabase()

async function inJanuary() {
  const clock = setClock('2031-01-31T10:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const shop = await newShop(db.database)
  return { clock, parts, shop }
}

const day = (text: string) => new Date(`${text}T10:00:00Z`)

describe('a subscription whose period is over', () => {
  it('is billed and charged for the next one, which is told in order', async () => {
    const { clock, parts, shop } = await inJanuary()
    const { subscription } = await newMember(parts, shop)
    expect(subscription).toMatchObject({ status: 'active', dueAt: day('2031-02-28') })
    await runMinute(parts)
    expect(await ordersOf(parts, subscription)).toEqual([])
    const before = await toldOf(parts, subscription)
    expect(before).toEqual(['subscription.created', 'subscription.active', 'subscription.updated'])

    clock.set('2031-02-28T10:00:00Z')
    await runMinute(parts)
    expect(await ordersOf(parts, subscription)).toEqual([
      {
        reason: 'subscription_cycle',
        status: 'paid',
        total: 1000,
        start: day('2031-02-28'),
        payments: ['succeeded'],
      },
    ])
    expect(await subscriptionNow(parts, subscription)).toMatchObject({
      status: 'active',
      currentPeriodStart: day('2031-02-28'),
      currentPeriodEnd: day('2031-03-31'),
      dueAt: day('2031-03-31'),
      claimedUntil: null,
    })
    expect((await toldOf(parts, subscription)).slice(before.length)).toEqual([
      'subscription.updated',
      'order.created',
      'order.updated',
      'order.paid',
    ])
  })

  it('is renewed once, whoever comes and how often', async () => {
    const { clock, parts, shop } = await inJanuary()
    const members: Member[] = []
    for (let made = 0; made < 5; made += 1) members.push(await newMember(parts, shop))
    clock.set('2031-02-28T10:00:00Z')
    await Promise.all([runMinute(parts), runMinute(parts), runMinute(parts)])
    await runMinute(parts)
    for (const { subscription } of members) {
      const orders = await ordersOf(parts, subscription)
      expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    }
  })

  it('is renewed once also where two run it that have both decided', async () => {
    const { clock, parts, shop } = await inJanuary()
    const { subscription } = await newMember(parts, shop)
    const some = { organizationId: shop.organizationId, ids: [subscription.id] }
    clock.set('2031-02-28T10:00:00Z')
    await Promise.all([runBatch(parts, some), runBatch(parts, some), runBatch(parts, some)])
    const orders = await ordersOf(parts, subscription)
    expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    expect(await subscriptionNow(parts, subscription)).toMatchObject({ version: 2 })
  })

  it('makes up for what it missed, one period after another', async () => {
    const { clock, parts, shop } = await inJanuary()
    const { subscription } = await newMember(parts, shop)
    clock.set('2031-05-15T00:00:00Z')
    await runMinute(parts)
    expect(
      (await ordersOf(parts, subscription)).map(({ start, status }) => [start, status]),
    ).toEqual([
      [day('2031-02-28'), 'paid'],
      [day('2031-03-31'), 'paid'],
      [day('2031-04-30'), 'paid'],
    ])
    expect(await subscriptionNow(parts, subscription)).toMatchObject({ dueAt: day('2031-05-31') })
  })
})

describe('what else a new period begins with', () => {
  it('bills what waited, once', async () => {
    const { clock, parts, shop } = await inJanuary()
    const { subscription } = await newMember(parts, shop)
    await waits(subscription, 500)
    await waits(subscription, -200)
    clock.set('2031-02-28T10:00:00Z')
    await runMinute(parts)
    clock.set('2031-03-31T10:00:00Z')
    await runMinute(parts)
    const totals = (await ordersOf(parts, subscription)).map(({ total }) => total)
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

  it('takes a discount off for as long as it lasts', async () => {
    const { clock, parts, shop } = await inJanuary()
    const discount = await newHalf(shop)
    const { subscription } = await newMember(parts, shop, { discount })
    expect(subscription).toMatchObject({ amount: 500, discountId: discount.discount.id })
    const now = () => subscriptionNow(parts, subscription)
    clock.set('2031-02-28T10:00:00Z')
    await runMinute(parts)
    expect(await now()).toMatchObject({ amount: 500 })
    clock.set('2031-03-31T10:00:00Z')
    await runMinute(parts)
    expect(await now()).toMatchObject({ amount: 1000, discountId: null })
    const totals = (await ordersOf(parts, subscription)).map(({ total }) => total)
    expect(totals).toEqual([500, 1000])
  })

  it('ends instead where it was canceled', async () => {
    const { clock, parts, shop } = await inJanuary()
    const { subscription } = await newMember(parts, shop)
    await db.database.kysely
      .updateTable('subscription')
      .set({
        cancelAtPeriodEnd: true,
        canceledAt: day('2031-02-01'),
        endsAt: subscription.currentPeriodEnd,
      })
      .where('id', '=', subscription.id)
      .execute()
    const before = (await toldOf(parts, subscription)).length
    clock.set('2031-02-28T10:00:00Z')
    await runMinute(parts)
    expect(await subscriptionNow(parts, subscription)).toMatchObject({
      status: 'canceled',
      endedAt: day('2031-02-28'),
      revokedAt: day('2031-02-28'),
      dueAt: null,
    })
    expect(await ordersOf(parts, subscription)).toEqual([])
    expect((await toldOf(parts, subscription)).slice(before)).toEqual([
      'subscription.updated',
      'subscription.revoked',
    ])
  })
})

it('one that can’t be renewed keeps no others from it, and is tried again', async () => {
  const { clock, parts, shop } = await inJanuary()
  const members: Member[] = []
  for (let made = 0; made < 3; made += 1) members.push(await newMember(parts, shop))
  const [, broken] = members
  const addressOf = (address: string | null) =>
    db.database.pool.query('update customer set billing_address = $1 where id = $2', [
      address,
      broken?.customerId,
    ])
  await addressOf('{"country": "DE"}')
  clock.set('2031-02-28T10:00:00Z')
  await runMinute(parts)
  const counts = async () =>
    Promise.all(
      members.map(async ({ subscription }) => (await ordersOf(parts, subscription)).length),
    )
  expect(await counts()).toEqual([1, 0, 1])
  await addressOf(null)
  await runMinute(parts)
  expect(await counts()).toEqual([1, 0, 1])
  clock.set('2031-02-28T10:05:00Z')
  await runMinute(parts)
  expect(await counts()).toEqual([1, 1, 1])
})

it('who is deleted as a customer has no subscriptions any more', async () => {
  const { parts, shop } = await inJanuary()
  const { customerId, subscription } = await newMember(parts, shop)
  const before = (await toldOf(parts, subscription)).length
  const { organizationId } = shop
  await work(parts.workshop, { organizationId }, (unit) =>
    deleteCustomer(unit, { organizationId, id: customerId }),
  )
  await followUp(db, parts)
  expect(await subscriptionNow(parts, subscription)).toMatchObject({
    status: 'canceled',
    dueAt: null,
  })
  expect((await toldOf(parts, subscription)).slice(before)).toEqual([
    'subscription.updated',
    'subscription.canceled',
    'subscription.revoked',
  ])
})

/** A change of plan left this for the next order. */
const waits = ({ organizationId, id }: Whose, cents: number) =>
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

type Whose = Pick<SubscriptionRow, 'organizationId' | 'id'>

/** Half the price, for two months. */
async function newHalf({ organizationId }: Pick<Whose, 'organizationId'>) {
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
