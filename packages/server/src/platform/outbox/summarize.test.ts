import type { Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { systemClock } from '../clock.ts'
import { jsonText } from '../database/json.ts'
import { newId } from '../ids.ts'
import { runDueJobs } from '../queue.ts'
import { retrySummary } from '../retry-summary.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import type { NewEvent } from './record.ts'
import { retrySummaryTask } from './summarize.ts'
import type { Summary } from './summary.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const started: Dispatcher[] = []
const acme = newId('organization')
const ann = newId('customer')
const ben = newId('customer')
const names = new Map([
  [ann, 'ann'],
  [ben, 'ben'],
])

type Customer = Id<'customer'>
type Summarize = Summary['summarize']

/** Summarizes how many toys each customer has so far. */
const summarizeToys: Summarize = async (tx, customers) => {
  const ids = customers.map(({ customerId }) => customerId)
  const { rows } = await sql<{ id: Customer; toys: number }>`
    select c.id, (select count(*)::int from outbox where customer_id = c.id) as toys
      from unnest(${ids}::uuid[]) as c (id)`.execute(tx)
  return new Map(rows.map(({ id, toys }) => [id, jsonText({ toys })]))
}

const summary = (summarize: Summarize = summarizeToys): Summary => ({
  name: 'toys.counted',
  objectType: 'toys',
  follows: ['toy.made'],
  summarize,
})

function start(summarize?: Summarize, pollMilliseconds = 60_000): Dispatcher {
  const { database } = db
  const clock = systemClock
  const deps = {
    database,
    reactions: [],
    summary: summary(summarize),
    clock,
    log,
    pollMilliseconds,
  }
  const dispatcher = startDispatcher(deps)
  started.push(dispatcher)
  return dispatcher
}

/** Stopped again, so that it takes no later event from the next dispatcher. */
async function dispatchAll(summarize?: Summarize): Promise<void> {
  const dispatcher = start(summarize)
  await dispatcher.drain()
  await dispatcher.stop()
}

const toyOf = (customerId: Customer, name = 'toy.made'): NewEvent => ({
  name,
  organizationId: acme,
  customerId,
  object: { type: 'toy', id: newId('toy'), version: 1 },
  payload: {},
})

const uowFactory = () => ({ database: db.database, clock: systemClock, wake: () => undefined })

const make = (...events: readonly NewEvent[]) =>
  runUnitOfWork(uowFactory(), {}, async (uow) => uow.record(...events))

interface Logged {
  readonly id: number
  readonly name: string
  readonly customer: Customer
  readonly sequence: number
  readonly version: number
  readonly transaction: string
  readonly at: string
}

const logged = () =>
  runOn<Logged>(
    db.ownerUrl,
    `select id::int, name, customer_id as customer, sequence::int, object_version::int as version,
            organization_time::text as at
       from event_log order by sequence`,
  )

const lines = async () =>
  (await logged()).map(({ name, customer }) => `${name} ${names.get(customer) ?? 'somebody'}`)

const counted = async () => (await logged()).filter(({ name }) => name === 'toys.counted')

async function expectNoGap(): Promise<void> {
  const sequences = (await logged()).map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, at) => at + 1))
  const [line] = await runOn<{ sequence: number }>(
    db.ownerUrl,
    'select sequence::int from event_line',
  )
  expect(line?.sequence).toBe(sequences.length)
}

const jobs = () =>
  runOn<{ task: string; payload: unknown }>(
    db.ownerUrl,
    `select t.identifier as task, payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
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

describe('a summary', () => {
  it('is added once per customer and transaction, after its last event', async () => {
    await make(toyOf(ann), toyOf(ben), toyOf(ann), toyOf(ann, 'toy.sold'))
    await make(toyOf(ann))
    await make(toyOf(ben, 'toy.sold'))
    await dispatchAll()
    expect(await lines()).toEqual([
      'toy.made ann',
      'toy.made ben',
      'toy.made ann',
      'toy.sold ann',
      'toys.counted ann',
      'toys.counted ben',
      'toy.made ann',
      'toys.counted ann',
      'toy.sold ben',
    ])
    await expectNoGap()
  })

  it('has the time of the event it follows, its sequence as version, and its own id', async () => {
    await make(toyOf(ann))
    await dispatchAll()
    const [toy, sum] = await logged()
    expect(sum).toMatchObject({ at: toy?.at, sequence: 2, version: 2 })
    const ids = (await logged()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  it('is queried once per customer in a batch', async () => {
    const asked: number[] = []
    const customers = Array.from({ length: 100 }, () => newId('customer'))
    for (const customer of customers) await make(toyOf(customer), toyOf(customer))
    await make(toyOf(customers[0] ?? ann))
    await start((tx, some) => {
      asked.push(some.length)
      return summarizeToys(tx, some)
    }).drain()
    expect(asked).toEqual([100])
    expect(await counted()).toHaveLength(101)
  })

  it('waits for the end of a transaction larger than a batch', async () => {
    await make(...Array.from({ length: 601 }, (_, at) => toyOf(at % 2 === 0 ? ann : ben)))
    await dispatchAll()
    const all = await lines()
    expect(all).toHaveLength(603)
    expect(all.slice(-2).toSorted()).toEqual(['toys.counted ann', 'toys.counted ben'])
    await expectNoGap()
  })

  it('is skipped for a deleted customer', async () => {
    await make(toyOf(ann), toyOf(ben))
    await start(async (tx, some) => {
      const summaries = await summarizeToys(tx, some)
      return new Map([...summaries].filter(([customer]) => customer !== ann))
    }).drain()
    expect(await lines()).toEqual(['toy.made ann', 'toy.made ben', 'toys.counted ben'])
    await expectNoGap()
  })
})

describe('no event or summary is lost or duplicated', () => {
  it('when the dispatcher dies while summarizing', async () => {
    await make(toyOf(ann))
    await make(toyOf(ann), toyOf(ben))
    const dying = start(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return new Map()
    })
    await expect(dying.drain()).rejects.toThrow(/terminat|connection/i)
    expect(await logged()).toEqual([])
    await dispatchAll()
    expect(await lines()).toEqual([
      'toy.made ann',
      'toys.counted ann',
      'toy.made ann',
      'toy.made ben',
      'toys.counted ann',
      'toys.counted ben',
    ])
    await expectNoGap()
  })

  it('with many writers and several dispatchers', async () => {
    const dispatchers = [start(summarizeToys, 5), start(summarizeToys, 5)]
    const customers = Array.from({ length: 5 }, () => newId('customer'))
    const customerOf = (turn: number) => customers[turn % customers.length] ?? ann
    async function write(turn: number): Promise<void> {
      for (let step = 0; step < 20; step++) {
        await make(toyOf(customerOf(turn)), toyOf(customerOf(turn + step)), toyOf(customerOf(turn)))
      }
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map(write))
    await dispatchers[0]?.drain()
    // A fifth of the steps involves one customer, the others two.
    expect(await counted()).toHaveLength(6 * (16 * 2 + 4))
    await expectNoGap()
    for (const customer of customers) {
      const own = (await logged()).filter((one) => one.customer === customer)
      expect(own.at(-1)?.name).toBe('toys.counted')
      const versions = own.filter(({ name }) => name === 'toys.counted').map((one) => one.version)
      expect(versions).toEqual(versions.toSorted((one, next) => one - next))
    }
  })
})

describe('a summary that fails', () => {
  const faulty: Summarize = async () => {
    throw new Error('not today')
  }
  const misspelled: Summarize = async (tx) => {
    await sql`select nothing from nowhere`.execute(tx)
    return new Map()
  }

  it.each([
    ['its code', faulty],
    ['its statement', misspelled],
  ])('by %s delays no other event and is retried by a job', async (_what, summarize) => {
    await make(toyOf(ann), toyOf(ben))
    await make(toyOf(ann))
    await dispatchAll(summarize)
    expect(await lines()).toEqual(['toy.made ann', 'toy.made ben', 'toy.made ann'])
    expect(await jobs()).toEqual(
      [ben, ann].map((customerId) => ({
        task: 'event.summarize',
        payload: { organizationId: acme, customerId },
      })),
    )
    const tasks = { [retrySummaryTask]: retrySummary(uowFactory(), summary()) }
    await runDueJobs({ database: db.database, tasks, log })
    await dispatchAll()
    expect((await lines()).slice(3).toSorted()).toEqual(['toys.counted ann', 'toys.counted ben'])
    await expectNoGap()
  })

  it('is retried with a version between those before and after', async () => {
    await make(toyOf(ann))
    await dispatchAll()
    await make(toyOf(ann))
    await dispatchAll(faulty)
    const tasks = { [retrySummaryTask]: retrySummary(uowFactory(), summary()) }
    await runDueJobs({ database: db.database, tasks, log })
    await make(toyOf(ann))
    await dispatchAll()
    const versions = (await counted()).map(({ version }) => version)
    expect(versions).toHaveLength(3)
    expect(versions).toEqual([...new Set(versions)].toSorted((one, next) => one - next))
  })
})
