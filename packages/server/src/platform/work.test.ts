import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createGate } from '../../test/gate.ts'
import { toyEvent } from '../../test/toys.ts'
import { type Clock, systemClock } from './clock.ts'
import { isContention, violatedConstraint } from './database/failures.ts'
import { newId } from './ids.ts'
import { work } from './work.ts'

const db = testDatabase()
const organizationId = newId('organization')
const moment = new Date('2026-03-01T12:00:00.000Z')

let rings = 0
const workshop = (clock: Clock = systemClock) => ({
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

test('what was recorded is committed with the work, in order, and the doorbell rings once', async () => {
  const toys = await work(workshop(), { organizationId }, async (unit) => {
    const made = [unit.newId('toy'), unit.newId('toy'), unit.newId('toy')]
    unit.record(...made.map((toy) => toyEvent(organizationId, toy)))
    expect(rings).toBe(0)
    return made
  })
  expect((await outbox()).map(({ objectId }) => objectId)).toEqual(toys)
  expect(rings).toBe(1)
})

test('keys inside a payload stay as they were written', async () => {
  const payload = { snake_key: [1, 'two', null], camelKey: { inner_key: true } }
  await work(workshop(), {}, async (unit) =>
    unit.record({ ...toyEvent(null, unit.newId('toy')), payload }),
  )
  expect(await outbox()).toMatchObject([{ payload }])
})

test('work that fails leaves nothing and rings nobody', async () => {
  const failing = work(workshop(), { organizationId }, async (unit) => {
    await unit.tx.insertInto('organizationClock').values({ organizationId }).execute()
    unit.record(toyEvent(organizationId, unit.newId('toy')))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await outbox()).toEqual([])
  expect(await db.database.kysely.selectFrom('organizationClock').selectAll().execute()).toEqual([])
  expect(rings).toBe(0)
})

test('work whose news can’t be kept leaves nothing, and the connection goes on', async () => {
  const failing = work(workshop(), { organizationId }, async (unit) => {
    await unit.tx.insertInto('organizationClock').values({ organizationId }).execute()
    const toy = toyEvent(organizationId, unit.newId('toy'))
    unit.record({ ...toy, object: { ...toy.object, version: Number.MAX_VALUE } })
  })
  await expect(failing).rejects.toThrow(/bigint/)
  expect(await db.database.kysely.selectFrom('organizationClock').selectAll().execute()).toEqual([])
  expect(rings).toBe(0)
  await work(workshop(), {}, async (unit) => unit.record(toyEvent(null, unit.newId('toy'))))
  expect(await outbox()).toHaveLength(1)
})

test('work without news rings nobody', async () => {
  await work(workshop(), {}, async () => undefined)
  expect(rings).toBe(0)
})

test('an organization whose clock stands works at that instant, others in real time', async () => {
  const clock = { ...systemClock, now: () => moment }
  const frozenAt = new Date('2031-01-31T00:00:00.000Z')
  await db.database.kysely
    .insertInto('organizationClock')
    .values({ organizationId, frozenAt })
    .execute()
  const nowOf = (scope: Parameters<typeof work>[1]) =>
    work(workshop(clock), scope, async (unit) => {
      unit.record(toyEvent(scope.organizationId ?? null, unit.newId('toy')))
      return unit.now
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

test('a clock that was set free runs in real time', async () => {
  await db.database.kysely
    .insertInto('organizationClock')
    .values({ organizationId, frozenAt: null })
    .execute()
  const clock = { ...systemClock, now: () => moment }
  expect(await work(workshop(clock), { organizationId }, async ({ now }) => now)).toEqual(moment)
})

test('one unit of work has one instant however long it takes', async () => {
  const [early, late] = await work(workshop(), {}, async (unit) => {
    const first = unit.now.getTime()
    await sleep(20)
    return [first, unit.now.getTime()]
  })
  expect(late).toBe(early)
})

test('two that lock in opposite order: one is refused as contention, nothing of it stays', async () => {
  const ids = [newId('organization'), newId('organization')] as const
  await db.database.kysely
    .insertInto('organizationClock')
    .values(ids.map((id) => ({ organizationId: id })))
    .execute()
  const bothHoldOne = barrier(2)
  const lock = (first: string, second: string) =>
    work(workshop(), {}, async ({ tx }) => {
      await tx.executeQuery(lockClock(first).compile(tx))
      await bothHoldOne()
      await tx.executeQuery(lockClock(second).compile(tx))
    })
  const results = await Promise.allSettled([lock(ids[0], ids[1]), lock(ids[1], ids[0])])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(1)
  expect(refused.map(isContention)).toEqual([true])
})

/** Where so many wait for one another. */
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

test('a lost race names the constraint that decided it', async () => {
  const insert = () =>
    work(workshop(), {}, async ({ tx }) => {
      await tx.insertInto('organizationClock').values({ organizationId }).execute()
    })
  const results = await Promise.allSettled([insert(), insert(), insert()])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.map(violatedConstraint)).toEqual(
    Array.from({ length: 2 }, () => 'organization_clock_pkey'),
  )
})
