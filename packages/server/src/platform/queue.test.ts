import pino from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Child, runFixture } from '../../test/child.ts'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { runOn } from '../../test/sql.ts'
import { addJobs } from './outbox/add-jobs.ts'
import type { Job } from './outbox/reactions.ts'
import { type Queue, runDueJobs, startQueue, type TaskContext } from './queue.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const children: Child[] = []
const queues: Queue[] = []

const add = (...jobs: readonly Job[]) =>
  db.database.kysely.transaction().execute((tx) => addJobs(tx, jobs))

const waiting = () => runOn(db.ownerUrl, 'select attempts, locked_by from graphile_worker.jobs')

async function startChild(): Promise<Child> {
  const child = runFixture('wrap-toys.ts', db.url)
  children.push(child)
  await child.printed(1)
  return child
}

function start(tasks: Parameters<typeof startQueue>[0]['tasks']): Queue {
  const queue = startQueue({
    database: db.database,
    tasks,
    schedules: [],
    log,
    pollMilliseconds: 50,
    pollForStuckMilliseconds: 500,
  })
  queues.push(queue)
  return queue
}

beforeAll(async () => {
  await runOn(db.ownerUrl, 'create table toy_run (toy text not null, process int not null)')
  await runOn(db.ownerUrl, 'create table toy_end (so bool not null)')
  await runOn(db.ownerUrl, 'grant insert on toy_run to guildhall_app')
  await runOn(db.ownerUrl, 'grant select on toy_end to guildhall_app')
})

beforeEach(async () => {
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs; delete from toy_run')
})

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')))
  await Promise.all(queues.splice(0).map((queue) => queue.stop()))
})

test('the role of the server adds and runs jobs', async () => {
  const seen: [unknown, Pick<TaskContext, 'attempt' | 'attemptsMax'>][] = []
  await add({ task: 'toy.wrap', payload: { toy: 'bear' }, attemptsMax: 3 })
  await runDueJobs({
    database: db.database,
    log,
    tasks: {
      'toy.wrap': async (payload, { attempt, attemptsMax }) => {
        seen.push([payload, { attempt, attemptsMax }])
      },
    },
  })
  expect(seen).toEqual([[{ toy: 'bear' }, { attempt: 1, attemptsMax: 3 }]])
  await expect.poll(waiting).toEqual([])
})

test('a failed job is scheduled for another attempt', async () => {
  await add({ task: 'toy.wrap', payload: {} })
  await runDueJobs({
    database: db.database,
    log,
    tasks: { 'toy.wrap': () => Promise.reject(new Error('no paper')) },
  })
  await expect.poll(waiting).toEqual([{ attempts: 1, locked_by: null }])
})

test('a job scheduled for later is not run now', async () => {
  await add({ task: 'toy.wrap', payload: {}, runAt: new Date('2100-01-01') })
  await runDueJobs({
    database: db.database,
    log,
    tasks: { 'toy.wrap': () => Promise.reject(new Error('too early')) },
  })
  await expect.poll(waiting).toEqual([{ attempts: 0, locked_by: null }])
})

test('stopping waits for the running job and leaves no lock', async () => {
  let started = false
  let ended = false
  const queue = start({
    'toy.wrap': async () => {
      started = true
      await new Promise((resolve) => setTimeout(resolve, 300))
      ended = true
    },
  })
  await add({ task: 'toy.wrap', payload: {} })
  await eventually(() => expect(started).toBe(true))
  await queue.stop()
  expect(ended).toBe(true)
  await expect.poll(waiting).toEqual([])
})

test('jobs of a later version wait, without losing attempts, for one of its workers', async () => {
  const ran: string[] = []
  const taking = (name: string) => ({ [name]: async () => void ran.push(name) })
  start(taking('toy.wrap'))
  await add({ task: 'toy.paint', payload: {} }, { task: 'toy.wrap', payload: {} })
  await eventually(() => expect(ran).toEqual(['toy.wrap']))
  await expect.poll(waiting).toEqual([{ attempts: 0, locked_by: null }])
  start(taking('toy.paint'))
  await eventually(() => expect(ran).toEqual(['toy.wrap', 'toy.paint']))
})

test('schedules are accepted', async () => {
  const schedules = [{ task: 'toy.count', cron: '*/5 * * * *', payload: { shelf: 1 } }]
  const queue = startQueue({
    database: db.database,
    tasks: { 'toy.count': async () => undefined },
    schedules,
    log,
  })
  queues.push(queue)
  await eventually(async () => {
    const known = await runOn(
      db.ownerUrl,
      'select identifier from graphile_worker._private_known_crontabs',
    )
    expect(known).toEqual([{ identifier: 'toy.count' }])
  })
})

const runs = () => runOn<{ toy: string; process: number }>(db.ownerUrl, 'table toy_run')

test('two processes share the jobs and run none twice', async () => {
  const names: string[] = []
  const processes = await Promise.all([startChild(), startChild()])
  // Repeated, because the faster process may be done before the other has started.
  await eventually(async () => {
    const more = Array.from({ length: 300 }, (_, index) => `toy-${names.length + index}`)
    names.push(...more)
    await add(...more.map((toy): Job => ({ task: 'toy.wrap', payload: { toy } })))
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(new Set((await runs()).map((run) => run.process)).size).toBe(2)
  })
  expect((await runs()).map(({ toy }) => toy).toSorted()).toEqual(names.toSorted())
  await Promise.all(processes.map((child) => child.end('SIGTERM')))
  expect(processes.map(({ lines }) => lines.at(-1))).toEqual(['stopped', 'stopped'])
})

test('jobs of a killed process are taken over, those of a running one are not', async () => {
  const [killed, living] = [await startChild(), await startChild()]
  // Each process runs four jobs at once, so eight jobs keep both busy.
  const toys = Array.from({ length: 8 }, (_, index) => `toy-${index}`)
  await add(...toys.map((toy) => ({ task: 'toy.wrap', payload: { toy, held: true } })))
  await eventually(async () => expect(await runs()).toHaveLength(8))
  const ofTheKilled = (await runs()).filter((run) => run.process === killed.pid)
  await killed.end('SIGKILL')

  const taken: unknown[] = []
  start({ 'toy.wrap': async (payload) => void taken.push(payload) })
  await eventually(() => expect(taken).toHaveLength(ofTheKilled.length))
  await runOn(db.ownerUrl, 'insert into toy_end values (true)')
  await eventually(async () => expect(await waiting()).toEqual([]))
  const names = taken.map((payload) => z.parse(z.object({ toy: z.string() }), payload).toy)
  expect(names.toSorted()).toEqual(ofTheKilled.map(({ toy }) => toy).toSorted())
  expect(living.lines).toEqual(['running'])
})
