import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createGate } from '../../test/gate.ts'
import { toyEvent } from '../../test/toys.ts'
import { type Clock, systemClock } from './clock.ts'
import { isContention, violatedConstraint } from './database/failures.ts'
import { newId } from './ids.ts'
import { runUnitOfWork } from './unit-of-work.ts'

const db = testDatabase()
const organizationId = newId('organization')
const moment = new Date('2026-03-01T12:00:00.000Z')

let rings = 0
const uowFactory = (clock: Clock = systemClock) => ({
  database: db.database,
  clock,
  wake: () => void (rings += 1),
})

const outbox = () => db.database.kysely.selectFrom('outbox').selectAll().orderBy('id').execute()

beforeEach(async () => {
  rings = 0
  await db.database.kysely.deleteFrom('outbox').execute()
  await db.database.kysely.deleteFrom('organizationClock').execute()
})

test('recorded events are committed with the work, in order, with one wake-up', async () => {
  const toys = await runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
    const made = [uow.newId('toy'), uow.newId('toy'), uow.newId('toy')]
    uow.record(...made.map((toy) => toyEvent(organizationId, toy)))
    expect(rings).toBe(0)
    return made
  })
  expect((await outbox()).map(({ objectId }) => objectId)).toEqual(toys)
  expect(rings).toBe(1)
})

test('keys inside a payload are stored unchanged', async () => {
  const payload = { snake_key: [1, 'two', null], camelKey: { inner_key: true } }
  await runUnitOfWork(uowFactory(), {}, async (uow) =>
    uow.record({ ...toyEvent(null, uow.newId('toy')), payload }),
  )
  expect(await outbox()).toMatchObject([{ payload }])
})

test('failed work leaves no events and sends no wake-up', async () => {
  const failing = runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
    await uow.tx.insertInto('organizationClock').values({ organizationId }).execute()
    uow.record(toyEvent(organizationId, uow.newId('toy')))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await outbox()).toEqual([])
  expect(await db.database.kysely.selectFrom('organizationClock').selectAll().execute()).toEqual([])
  expect(rings).toBe(0)
})

test('work whose events can’t be stored is rolled back', async () => {
  const failing = runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
    await uow.tx.insertInto('organizationClock').values({ organizationId }).execute()
    const toy = toyEvent(organizationId, uow.newId('toy'))
    uow.record({ ...toy, object: { ...toy.object, version: Number.MAX_VALUE } })
  })
  await expect(failing).rejects.toThrow(/bigint/)
  expect(await db.database.kysely.selectFrom('organizationClock').selectAll().execute()).toEqual([])
  expect(rings).toBe(0)
  await runUnitOfWork(uowFactory(), {}, async (uow) => uow.record(toyEvent(null, uow.newId('toy'))))
  expect(await outbox()).toHaveLength(1)
})

test('work without events sends no wake-up', async () => {
  await runUnitOfWork(uowFactory(), {}, async () => undefined)
  expect(rings).toBe(0)
})

test('an organization with a frozen clock works at that instant, others in real time', async () => {
  const clock = { ...systemClock, now: () => moment }
  const frozenAt = new Date('2031-01-31T00:00:00.000Z')
  await db.database.kysely
    .insertInto('organizationClock')
    .values({ organizationId, frozenAt })
    .execute()
  const nowOf = (scope: Parameters<typeof runUnitOfWork>[1]) =>
    runUnitOfWork(uowFactory(clock), scope, async (uow) => {
      uow.record(toyEvent(scope.organizationId ?? null, uow.newId('toy')))
      return uow.now
    })
  expect(await nowOf({ organizationId })).toEqual(frozenAt)
  expect(await nowOf({ organizationId: newId('organization') })).toEqual(moment)
  expect(await nowOf({})).toEqual(moment)
  expect(await outbox()).toMatchObject([
    { recordedAt: moment, organizationTime: frozenAt },
    { recordedAt: moment, organizationTime: moment },
    { recordedAt: moment, organizationTime: moment },
  ])
})

test('an unfrozen clock runs in real time', async () => {
  await db.database.kysely
    .insertInto('organizationClock')
    .values({ organizationId, frozenAt: null })
    .execute()
  const clock = { ...systemClock, now: () => moment }
  expect(
    await runUnitOfWork(uowFactory(clock), { organizationId }, async ({ now }) => now),
  ).toEqual(moment)
})

test('a unit of work has one instant however long it takes', async () => {
  const [early, late] = await runUnitOfWork(uowFactory(), {}, async (uow) => {
    const first = uow.now.getTime()
    await sleep(20)
    return [first, uow.now.getTime()]
  })
  expect(late).toBe(early)
})

test('of two that deadlock one is refused as contention and rolled back', async () => {
  const ids = [newId('organization'), newId('organization')] as const
  await db.database.kysely
    .insertInto('organizationClock')
    .values(ids.map((id) => ({ organizationId: id })))
    .execute()
  const bothHoldOne = barrier(2)
  const lock = (first: string, second: string) =>
    runUnitOfWork(uowFactory(), {}, async ({ tx }) => {
      await tx.executeQuery(lockClock(first).compile(tx))
      await bothHoldOne()
      await tx.executeQuery(lockClock(second).compile(tx))
    })
  const results = await Promise.allSettled([lock(ids[0], ids[1]), lock(ids[1], ids[0])])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(1)
  expect(refused.map(isContention)).toEqual([true])
})

/** Waits until so many wait for one another. */
function barrier(count: number): () => Promise<void> {
  let missing = count
  const all = createGate()
  return () => {
    missing -= 1
    if (missing === 0) all.open()
    return all.passed
  }
}

const lockClock = (id: string) =>
  sql`select from organization_clock where organization_id = ${id} for update`

test('a lost race names the violated constraint', async () => {
  const insert = () =>
    runUnitOfWork(uowFactory(), {}, async ({ tx }) => {
      await tx.insertInto('organizationClock').values({ organizationId }).execute()
    })
  const results = await Promise.allSettled([insert(), insert(), insert()])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.map(violatedConstraint)).toEqual(
    Array.from({ length: 2 }, () => 'organization_clock_pkey'),
  )
})
