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
import { work } from '../platform/work.ts'
import { startWorker } from './worker.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Jobs run side by side, so that they may end in another order than they were added in. */
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
    work({ database, clock: systemClock, wake: worker.wake }, {}, async (unit) => {
      const toy = unit.newId('toy')
      unit.record(toyEvent(null, toy))
      return { toy }
    })
  return { worker, wrapped, makeToy }
}

test('what was recorded becomes a job and is done', async () => {
  const { worker, wrapped, makeToy } = start(db.database)
  const toys = [await makeToy(), await makeToy()]
  await eventually(() => expect(inAnyOrder(wrapped)).toEqual(inAnyOrder(toys)))
  await worker.stop()
})

test('an event that a faulty reaction stumbled over is made up for when it is mended', async () => {
  let isFaulty = true
  let stumbles = 0
  const faulty: Reaction = {
    on: 'toy.made',
    jobs: (event) => {
      if (!isFaulty) return toyReaction.jobs(event)
      stumbles += 1
      throw new Error('not yet')
    },
  }
  const { worker, wrapped, makeToy } = start(db.database, [faulty])
  const toy = await makeToy()
  // First when it is dispatched, and then in the job that should make up for it.
  await eventually(() => expect(stumbles).toBeGreaterThan(1))
  expect(wrapped).toEqual([])
  isFaulty = false
  await eventually(() => expect(wrapped).toEqual([toy]))
  await worker.stop()
})

test('a worker outlives an outage, ends in one, and starts in one', async () => {
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
  // What is done and not yet noted would be done again.
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
