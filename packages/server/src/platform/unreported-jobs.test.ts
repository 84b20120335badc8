import type pg from 'pg'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { createGate } from '../../test/gate.ts'
import { runOn } from '../../test/sql.ts'
import { addJobs } from './outbox/add-jobs.ts'
import { type Queue, startQueue, type Task } from './queue.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const queues: Queue[] = []

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()))
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
})

function start(wrap: Task): void {
  const queue = startQueue({
    database: db.database,
    tasks: { 'toy.wrap': wrap },
    schedules: [],
    log,
    pollMilliseconds: 50,
    pollForStuckMilliseconds: 500,
  })
  queues.push(queue)
}

const add = (...toys: readonly string[]) =>
  db.database.kysely.transaction().execute((tx) =>
    addJobs(
      tx,
      toys.map((toy) => ({ task: 'toy.wrap', payload: { toy } })),
    ),
  )

const jobs = () =>
  runOn(db.ownerUrl, 'select attempts, locked_by, last_error from graphile_worker.jobs')

const noConnection = 'timeout exceeded when trying to connect'

/** What happens while the queue can’t get a connection, until it has noticed. */
async function whileExhausted(pool: pg.Pool, happens: () => void): Promise<void> {
  // The queue listens on one.
  const taking = Array.from({ length: pool.options.max - 1 }, () => pool.connect())
  const clients = await Promise.all(taking)
  try {
    happens()
    await expect(pool.connect()).rejects.toThrow(noConnection)
    // Asked for later than by the queue, which may have ended and let its own go.
    await pool.connect().then(
      (client) => client.release(),
      (error: unknown) => expect(error).toMatchObject({ message: noConnection }),
    )
  } finally {
    for (const client of clients) client.release()
  }
}

it('tries a job again whose failure could not be reported', async () => {
  const begun = createGate()
  const failing = createGate()
  const attempts: number[] = []
  start(async (_, { attempt }) => {
    attempts.push(attempt)
    begun.open()
    await failing.passed
    if (attempt === 1) throw new Error('no paper')
  })
  await add('bear')
  await begun.passed
  await whileExhausted(db.database.directPool, () => failing.open())
  await eventually(async () => expect(await jobs()).toEqual([]))
  expect(attempts).toEqual([1, 2])
})

it('runs on after successes could not be reported and others could', async () => {
  const toys = ['bear', 'duck', 'lion', 'fish'] as const
  const gates = new Map(toys.map((toy) => [toy as string, createGate()]))
  const begun: string[] = []
  start(async (payload) => {
    const { toy } = z.parse(z.object({ toy: z.string() }), payload)
    begun.push(toy)
    await gates.get(toy)?.passed
  })
  await add(...toys)
  await eventually(() => expect(begun).toHaveLength(toys.length))
  await whileExhausted(db.database.directPool, () => gates.get('bear')?.open())
  for (const [index, toy] of toys.entries()) {
    gates.get(toy)?.open()
    await eventually(async () =>
      expect((await jobs()).length).toBeLessThan(toys.length - index + 1),
    )
  }
  await eventually(async () => expect(await jobs()).toEqual([]))
  expect(begun.filter((toy) => toy === 'bear')).toHaveLength(2)
  await add('bear')
  await eventually(async () => expect(await jobs()).toEqual([]))
})
