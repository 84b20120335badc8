import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import {
  clockAt,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runSchedule,
  type Shop,
} from '../../../../test/renewals.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { subscriptionDueWork } from './run-due.ts'

const db = testDatabase()

const stopAt = (instant: string, { organizationId }: Pick<Shop, 'organizationId'>) =>
  db.database.kysely
    .insertInto('organizationClock')
    .values({ organizationId, frozenAt: new Date(instant) })
    .onConflict((known) =>
      known.column('organizationId').doUpdateSet({ frozenAt: new Date(instant) }),
    )
    .execute()

it('an advanced clock alone decides what is due', async () => {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const { organizationId } = shop
  const { subscription } = await newSubscribedCustomer(deps, shop)
  const dueWork = subscriptionDueWork(deps)
  await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx }) =>
    dueWork.leaveRealTime === undefined
      ? Promise.resolve()
      : dueWork.leaveRealTime(tx, organizationId),
  )
  await stopAt('2031-01-20T00:00:00Z', shop)
  expect(await dueWork.nextDue(organizationId)).toEqual(new Date('2031-02-15T00:00:00Z'))
  clock.set('2031-06-01T00:00:00Z')
  await runSchedule(deps)
  await dueWork.run(organizationId)
  expect(await ordersOf(deps, subscription)).toEqual([])

  for (const month of ['02', '03', '04']) {
    const next = await dueWork.nextDue(organizationId)
    expect(next).toEqual(new Date(`2031-${month}-15T00:00:00Z`))
    await stopAt(`2031-${month}-15T00:00:00Z`, shop)
    await dueWork.run(organizationId)
  }
  const starts = (await ordersOf(deps, subscription)).map(({ start }) => start.getUTCMonth() + 1)
  expect(starts).toEqual([2, 3, 4])
})

it('a subscription that started while its clock was being stopped follows that clock', async () => {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const { subscription } = await newSubscribedCustomer(deps, shop)
  await stopAt('2031-01-20T00:00:00Z', shop)
  clock.set('2031-06-01T00:00:00Z')
  await runSchedule(deps)
  expect(await ordersOf(deps, subscription)).toEqual([])
  expect(await readSubscription(deps, subscription)).toMatchObject({
    runsOnRealTime: false,
    claimedUntil: null,
    dueAt: new Date('2031-02-15T00:00:00Z'),
  })
  const { subscription: later } = await newSubscribedCustomer(deps, shop)
  expect(later).toMatchObject({ runsOnRealTime: false })
})

it('a subscription that fails is tried once and doesn’t hold up others', async () => {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const members = [await newSubscribedCustomer(deps, shop), await newSubscribedCustomer(deps, shop)]
  await db.database.pool.query(
    `update customer set billing_address = '{"country": "DE"}' where id = $1`,
    [members[0]?.customerId],
  )
  await stopAt('2031-02-15T00:00:00Z', shop)
  await subscriptionDueWork(deps).run(shop.organizationId)
  const counts = await Promise.all(
    members.map(async ({ subscription }) => (await ordersOf(deps, subscription)).length),
  )
  expect(counts).toEqual([0, 1])
})
