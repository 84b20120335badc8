import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
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
  await vi.waitFor(() => expect(wrapped).toEqual(toys), 5_000)
  await worker.stop()
})

test('an event that a faulty reaction stumbled over is made up for when it is mended', async () => {
  let isFaulty = true
  const faulty: Reaction = {
    on: 'toy.made',
    jobs: (event) => {
      if (isFaulty) throw new Error('not yet')
      return toyReaction.jobs(event)
    },
  }
  const { worker, wrapped, makeToy } = start(db.database, [faulty])
  const toy = await makeToy()
  await vi.waitFor(async () => {
    const { rows } = await db.database.pool.query('select attempts from graphile_worker.jobs')
    expect(rows).toEqual([{ attempts: 1 }])
  }, 5_000)
  expect(wrapped).toEqual([])
  isFaulty = false
  await vi.waitFor(() => expect(wrapped).toEqual([toy]), 10_000)
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
  await vi.waitFor(() => expect(early.wrapped).toEqual(toys), 10_000)

  await crash()
  await sleep(1_000)
  postgres = await startPostgres({ dataFolder })
  toys.push(await vi.waitFor(early.makeToy, 10_000))
  await vi.waitFor(() => expect(early.wrapped).toEqual(toys), 10_000)

  await crash()
  // The queue's library writes to the console when it's stopped without a database.
  const trace = vi.spyOn(console, 'trace').mockImplementation(() => undefined)
  await early.worker.stop()
  trace.mockRestore()
  const late = start(database)
  await sleep(1_000)
  postgres = await startPostgres({ dataFolder })
  const toy = await vi.waitFor(late.makeToy, 10_000)
  await vi.waitFor(() => expect(late.wrapped).toEqual([toy]), 10_000)

  await late.worker.stop()
  await database.close()
}, 90_000)
