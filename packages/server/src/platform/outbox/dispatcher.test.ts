import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runFixture } from '../../../test/child.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { runOn } from '../../../test/sql.ts'
import { toyEvent, toyReaction } from '../../../test/toys.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { openDispatcherNotifier } from './notify-dispatchers.ts'
import type { Reaction } from './reactions.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const silent = () => undefined
const started: Dispatcher[] = []

interface StartOptions {
  readonly reactions?: readonly Reaction[]
  readonly knownNames?: readonly string[]
  readonly pollMilliseconds?: number
}

function start(options: StartOptions = {}) {
  const { knownNames } = options
  const dispatcher = startDispatcher({
    ...(knownNames !== undefined && { knownNames }),
    database: db.database,
    reactions: options.reactions ?? [],
    clock: systemClock,
    log,
    pollMilliseconds: options.pollMilliseconds ?? 60_000,
  })
  started.push(dispatcher)
  return dispatcher
}

const uowFactory = (wake: () => void = silent) => ({
  database: db.database,
  clock: systemClock,
  wake,
})

const makeToy = (organizationId: ReturnType<typeof newId<'organization'>> | null) =>
  runUnitOfWork(uowFactory(), { organizationId: organizationId ?? undefined }, async (uow) => {
    const toy = uow.newId('toy')
    uow.record(toyEvent(organizationId, toy))
    return toy
  })

interface Logged {
  organization: string | null
  sequence: number
  object: string
  version: number
}

const logged = () =>
  runOn<Logged>(
    db.ownerUrl,
    `select organization_id as organization, sequence::int, object_id as object,
            object_version::int as version
       from event_log order by organization_id, sequence`,
  )

const jobs = () =>
  runOn<{ task: string; payload: { toy?: string } }>(
    db.ownerUrl,
    `select task_identifier as task, payload from graphile_worker._private_jobs j
       join (select id as task_id, identifier as task_identifier
               from graphile_worker._private_tasks) t using (task_id)
      order by j.id`,
  )

beforeEach(async () => {
  // As the owner and without triggers, because the log is append-only.
  await runOn(
    db.ownerUrl,
    `alter table event_log disable trigger append_only;
     alter table event_log disable trigger append_only_truncate;
     delete from event_log; delete from event_line; delete from outbox;
     alter table event_log enable trigger append_only;
     alter table event_log enable trigger append_only_truncate;
     delete from graphile_worker._private_jobs`,
  )
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()))
})

test('moves events to the log and adds their jobs', async () => {
  const organizationId = newId('organization')
  const dispatcher = start({ reactions: [toyReaction] })
  const toys = [await makeToy(organizationId), await makeToy(organizationId)]
  await dispatcher.drain()
  expect(await logged()).toEqual(
    toys.map((object, index) => ({
      organization: organizationId,
      sequence: index + 1,
      object,
      version: 1,
    })),
  )
  expect(await jobs()).toEqual(toys.map((toy) => ({ task: 'toy.wrap', payload: { toy } })))
  expect(await db.database.kysely.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('events of a later version wait for one of its processes', async () => {
  const organizationId = newId('organization')
  const make = (name: string) =>
    runUnitOfWork(uowFactory(), { organizationId }, async (uow) =>
      uow.record({ ...toyEvent(organizationId, uow.newId('toy')), name }),
    )
  for (const name of ['toy.made', 'toy.painted', 'toy.made']) await make(name)
  const painted: Reaction = { on: 'toy.painted', jobs: () => [{ task: 'toy.dry', payload: {} }] }
  const older = start({ reactions: [toyReaction], knownNames: ['toy.made'] })
  await older.drain()
  expect((await jobs()).map(({ task }) => task)).toEqual(['toy.wrap', 'toy.wrap'])
  expect((await logged()).map(({ sequence }) => sequence)).toEqual([1, 2])
  const later = start({ reactions: [painted], knownNames: ['toy.made', 'toy.painted'] })
  await later.drain()
  expect((await jobs()).map(({ task }) => task)).toEqual(['toy.wrap', 'toy.wrap', 'toy.dry'])
  expect((await logged()).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
})

test('a rolled back unit of work leaves no event', async () => {
  const dispatcher = start()
  const failure = runUnitOfWork(uowFactory(), {}, async (uow) => {
    uow.record(toyEvent(null, uow.newId('toy')))
    throw new Error('changed my mind')
  })
  await expect(failure).rejects.toThrow('changed my mind')
  await dispatcher.drain()
  expect(await logged()).toEqual([])
})

test('a wake-up is handled immediately, in this process and others', async () => {
  const here = start()
  await runUnitOfWork(uowFactory(here.wake), {}, async (uow) =>
    uow.record(toyEvent(null, uow.newId('toy'))),
  )
  await eventually(async () => expect(await logged()).toHaveLength(1))

  const notifier = openDispatcherNotifier(db.database)
  await runUnitOfWork(uowFactory(), {}, async (uow) => uow.record(toyEvent(null, uow.newId('toy'))))
  await eventually(async () => {
    // Repeated, since a first notice may arrive before the dispatcher listens.
    notifier.notify()
    expect(await logged()).toHaveLength(2)
  })
  await notifier.close()
})

test('events are dispatched without a wake-up', async () => {
  start({ pollMilliseconds: 50 })
  await makeToy(null)
  await eventually(async () => expect(await logged()).toHaveLength(1))
})

test('sequences have no gap and objects keep their order under concurrent writers', async () => {
  const organizations = [newId('organization'), newId('organization'), null]
  const toys = Array.from({ length: 6 }, () => newId('toy'))
  await runOn(db.ownerUrl, 'create table toy (id uuid primary key, version int not null)')
  await runOn(db.ownerUrl, 'insert into toy select unnest($1::uuid[]), 0', [toys])
  await runOn(db.ownerUrl, 'grant select, update on toy to guildhall_app')
  const dispatchers = [start({ pollMilliseconds: 5 }), start({ pollMilliseconds: 5 })]

  async function change(turn: number): Promise<void> {
    for (let step = 0; step < 25; step++) {
      const place = (turn + step) % toys.length
      const organizationId = organizations[place % organizations.length] ?? null
      await runUnitOfWork(uowFactory(), {}, async (uow) => {
        const { rows } = await sql<{ id: string; version: number }>`
          update toy set version = version + 1 where id = ${toys[place]}
          returning id, version`.execute(uow.tx)
        for (const row of rows) uow.record(toyEvent(organizationId, row.id, row.version))
      })
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, turn) => change(turn)))
  await dispatchers[0]?.drain()

  const rows = await logged()
  expect(rows).toHaveLength(200)
  for (const line of new Set(rows.map((row) => row.organization))) {
    const own = rows.filter((row) => row.organization === line)
    expect(own.map((row) => row.sequence)).toEqual(own.map((_, index) => index + 1))
  }
  for (const toy of toys) {
    const own = rows.filter((row) => row.object === toy)
    expect(own.map((row) => row.version)).toEqual(own.map((_, index) => index + 1))
  }
})

test('more events than fit a batch are dispatched in one drain', async () => {
  const dispatcher = start({ reactions: [toyReaction] })
  await runUnitOfWork(uowFactory(), {}, async (uow) => {
    const events = Array.from({ length: 1_203 }, () => toyEvent(null, uow.newId('toy')))
    uow.record(...events)
  })
  await dispatcher.drain()
  const sequences = (await logged()).map(({ sequence }) => sequence)
  expect(sequences).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 1))
  expect(await jobs()).toHaveLength(1_203)
})

test('events that trigger nothing are moved along with those that do', async () => {
  const lost: Reaction = { ...toyReaction, on: 'toy.lost' }
  const dispatcher = start({ reactions: [lost] })
  const objects = await runUnitOfWork(uowFactory(), {}, async (uow) => {
    const made = toyEvent(null, uow.newId('toy'))
    const other = { ...toyEvent(null, uow.newId('toy')), name: 'toy.lost' }
    uow.record(made, other)
    return [made.object.id, other.object.id]
  })
  await dispatcher.drain()
  expect((await logged()).map(({ object }) => object)).toEqual(objects)
  expect(await jobs()).toEqual([{ task: 'toy.wrap', payload: { toy: objects[1] } }])
})

test('of several jobs with one key in a batch the latest is kept', async () => {
  const dispatcher = start({
    reactions: [
      {
        on: '*',
        jobs: ({ object }) => [{ task: 'toy.count', key: 'count', payload: { toy: object.id } }],
      },
    ],
  })
  await makeToy(null)
  const latest = await makeToy(null)
  await dispatcher.drain()
  expect(await jobs()).toEqual([{ task: 'toy.count', payload: { toy: latest } }])
})

test('a failing reaction delays no other event and is retried by a job', async () => {
  const faulty: Reaction = {
    on: 'toy.made',
    jobs: ({ sequence }) => {
      if (sequence === 1) throw new Error('not this one')
      return []
    },
  }
  const dispatcher = start({ reactions: [faulty, toyReaction] })
  await makeToy(null)
  const second = await makeToy(null)
  await dispatcher.drain()
  expect(await jobs()).toEqual([
    { task: 'event.react', payload: { organizationId: null, sequence: 1 } },
    { task: 'toy.wrap', payload: { toy: second } },
  ])
})

test('a killed process loses no acknowledged event and dispatches none twice', async () => {
  const said: string[] = []
  for (const toys of [40, 130, 75]) {
    const child = runFixture('make-toys.ts', db.url)
    await child.printed(toys)
    await child.end('SIGKILL')
    said.push(...child.lines)
  }
  await start({ reactions: [toyReaction] }).drain()

  const objects = (await logged()).map(({ object }) => object)
  expect(new Set(objects).size).toBe(objects.length)
  expect(objects).toEqual(expect.arrayContaining(said))
  const wrapped = (await jobs()).map(({ payload }) => String(payload.toy))
  expect(wrapped.toSorted()).toEqual(objects.toSorted())
})
