import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { runOn } from '../../test/sql.ts'
import { toyEvent, toyReaction } from '../../test/toys.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import { startPostgres } from '../platform/postgres/start-postgres.ts'
import { runUnitOfWork } from '../platform/unit-of-work.ts'
import { startWorker } from './worker.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Jobs run concurrently, so they may end in another order than they were added. */
const inAnyOrder = (toys: readonly unknown[]) => new Set(toys)

function start(database: Database, reactions: readonly Reaction[] = [toyReaction]) {
  const wrapped: unknown[] = []
  const worker = startWorker({
    database,
    clock: systemClock,
    log,
    reactions,
    tasks: { 'toy.wrap': async (payload) => void wrapped.push(payload) },
    schedules: [],
    pollMilliseconds: 50,
  })
  const makeToy = () =>
    runUnitOfWork({ database, clock: systemClock, wake: worker.wake }, {}, async (uow) => {
      const toy = uow.newId('toy')
      uow.record(toyEvent(null, toy))
      return { toy }
    })
  return { worker, wrapped, makeToy }
}

test('a recorded event becomes a job, which runs', async () => {
  const { worker, wrapped, makeToy } = start(db.database)
  const toys = [await makeToy(), await makeToy()]
  await eventually(() => expect(inAnyOrder(wrapped)).toEqual(inAnyOrder(toys)))
  await worker.stop()
})

test('an event whose reaction failed is handled by a job once the fault is fixed', async () => {
  let isFaulty = true
  let failures = 0
  const faulty: Reaction = {
    on: 'toy.made',
    jobs: (event) => {
      if (!isFaulty) return toyReaction.jobs(event)
      failures += 1
      throw new Error('not yet')
    },
  }
  const { worker, wrapped, makeToy } = start(db.database, [faulty])
  const toy = await makeToy()
  // First in the dispatcher, and then in the job that retries it.
  await eventually(() => expect(failures).toBeGreaterThan(1))
  expect(wrapped).toEqual([])
  isFaulty = false
  await eventually(() => expect(wrapped).toEqual([toy]))
  await worker.stop()
})

test('a worker survives an outage of the database, and can stop and start during one', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-outage-'))
  let postgres = await startPostgres({ dataFolder })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const crash = async () => {
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.stop()
  }
  const urls = { url: postgres.appUrl, ownerUrl: postgres.ownerUrl }
  const database = await openDatabase(await prepareDatabase(urls, migrations), log)
  const early = start(database)
  const toys = [await early.makeToy()]
  await eventually(() => expect(inAnyOrder(early.wrapped)).toEqual(inAnyOrder(toys)))
  // A job whose completion is not yet saved would run again.
  const settled = () =>
    eventually(async () =>
      expect(await runOn(postgres.ownerUrl, 'select from graphile_worker.jobs')).toEqual([]),
    )
  await settled()

  await crash()
  await sleep(1_000)
  postgres = await startPostgres({ dataFolder })
  toys.push(await eventually(early.makeToy))
  await eventually(() => expect(inAnyOrder(early.wrapped)).toEqual(inAnyOrder(toys)))
  await settled()

  await crash()
  // The queue's library writes to the console when it's stopped without a database.
  const trace = vi.spyOn(console, 'trace').mockImplementation(() => undefined)
  await early.worker.stop()
  trace.mockRestore()
  const late = start(database)
  await sleep(1_000)
  postgres = await startPostgres({ dataFolder })
  const toy = await eventually(late.makeToy)
  await eventually(() => expect(late.wrapped).toEqual([toy]))

  await late.worker.stop()
  await database.close()
}, 180_000)
