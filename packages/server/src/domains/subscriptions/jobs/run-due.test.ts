import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentParts } from '../../../../test/payments.ts'
import {
  newMember,
  newShop,
  ordersOf,
  runMinute,
  type Shop,
  setClock,
  subscriptionNow,
} from '../../../../test/renewals.ts'
import { work } from '../../../platform/work.ts'
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

it('where a clock was advanced that clock says what is due, and real time doesn’t', async () => {
  const clock = setClock('2031-01-15T00:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const shop = await newShop(db.database)
  const { organizationId } = shop
  const { subscription } = await newMember(parts, shop)
  const dueWork = subscriptionDueWork(parts)
  await work(parts.workshop, { organizationId }, ({ tx }) =>
    dueWork.leaveRealTime === undefined
      ? Promise.resolve()
      : dueWork.leaveRealTime(tx, organizationId),
  )
  await stopAt('2031-01-20T00:00:00Z', shop)
  expect(await dueWork.nextDue(organizationId)).toEqual(new Date('2031-02-15T00:00:00Z'))
  clock.set('2031-06-01T00:00:00Z')
  await runMinute(parts)
  await dueWork.run(organizationId)
  expect(await ordersOf(parts, subscription)).toEqual([])

  for (const month of ['02', '03', '04']) {
    const next = await dueWork.nextDue(organizationId)
    expect(next).toEqual(new Date(`2031-${month}-15T00:00:00Z`))
    await stopAt(`2031-${month}-15T00:00:00Z`, shop)
    await dueWork.run(organizationId)
  }
  const starts = (await ordersOf(parts, subscription)).map(({ start }) => start.getUTCMonth() + 1)
  expect(starts).toEqual([2, 3, 4])
})

it('one that began while its clock was being stopped is sent after the others', async () => {
  const clock = setClock('2031-01-15T00:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const shop = await newShop(db.database)
  const { subscription } = await newMember(parts, shop)
  await stopAt('2031-01-20T00:00:00Z', shop)
  clock.set('2031-06-01T00:00:00Z')
  await runMinute(parts)
  expect(await ordersOf(parts, subscription)).toEqual([])
  expect(await subscriptionNow(parts, subscription)).toMatchObject({
    runsOnRealTime: false,
    claimedUntil: null,
    dueAt: new Date('2031-02-15T00:00:00Z'),
  })
  const { subscription: later } = await newMember(parts, shop)
  expect(later).toMatchObject({ runsOnRealTime: false })
})

it('what can’t be run is tried once, and keeps no others from it', async () => {
  const clock = setClock('2031-01-15T00:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const shop = await newShop(db.database)
  const members = [await newMember(parts, shop), await newMember(parts, shop)]
  await db.database.pool.query(
    `update customer set billing_address = '{"country": "DE"}' where id = $1`,
    [members[0]?.customerId],
  )
  await stopAt('2031-02-15T00:00:00Z', shop)
  await subscriptionDueWork(parts).run(shop.organizationId)
  const counts = await Promise.all(
    members.map(async ({ subscription }) => (await ordersOf(parts, subscription)).length),
  )
  expect(counts).toEqual([0, 1])
})
