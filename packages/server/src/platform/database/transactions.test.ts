import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { hasPgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { runOn } from '../../../test/sql.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import { type Database, openDatabase } from './database.ts'
import { violatedConstraint } from './failures.ts'
import type { Transact } from './transactions.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })

beforeAll(() =>
  runOn(
    db.ownerUrl,
    `create table coin (id int constraint coin_once primary key, box int);
     grant select, insert on coin to public`,
  ),
)
beforeEach(() => runOn(db.ownerUrl, 'delete from coin'))

type Tx = Parameters<Parameters<Transact>[0]>[0]
const put = (tx: Tx, id: number) => sql`insert into coin values (${id}, 1)`.execute(tx)
const coins = async () =>
  (await runOn<{ id: number }>(db.ownerUrl, 'select id from coin order by id')).map(({ id }) => id)

/** With fewer sessions than connections. */
async function openPooled(): Promise<Database> {
  const pooler = await startPgBouncer([db.url], { default_pool_size: '2' })
  const pooled = await openDatabase({ url: pooler.through(db.url), pooled: true }, log)
  onTestFinished(async () => {
    await pooled.close()
    await pooler.stop()
  })
  return pooled
}

const places: readonly (readonly [string, () => Promise<Database>])[] = [
  ['on direct connections', async () => db.database],
  ...(hasPgBouncer ? [['behind a pooler', openPooled] as const] : []),
]

describe.each(places)('a transaction %s', (_where, open) => {
  it('runs concurrent statements in order', async () => {
    const { transact } = await open()
    const seen = await transact(async (tx) => {
      const count = () => sql<{ count: number }>`select count(*)::int from coin`.execute(tx)
      const answers = await Promise.all([count(), put(tx, 1), count(), put(tx, 2), count()])
      return answers.map(({ rows }) => rows)
    })
    expect(seen).toEqual([[{ count: 0 }], [], [{ count: 1 }], [], [{ count: 2 }]])
    expect(await coins()).toEqual([1, 2])
  })

  it('rolls back everything when one of several concurrent statements fails, and reports why', async () => {
    const { transact } = await open()
    const failing = transact((tx) =>
      Promise.all([put(tx, 1), put(tx, 2), put(tx, 1), put(tx, 3), put(tx, 4)]),
    )
    const error: unknown = await failing.catch((reason: unknown) => reason)
    expect(violatedConstraint(error)).toBe('coin_once')
    expect(await coins()).toEqual([])
    await transact((tx) => put(tx, 5))
    expect(await coins()).toEqual([5])
  })

  it('is not mixed up with others that run at the same time', async () => {
    const { transact, reads } = await open()
    const sessionOf = async (tx: Database['reads'], id: number) => {
      const { rows } = await sql<{ id: number; pid: number; began: string }>`
        select ${id}::int as id, pg_backend_pid() as pid, now()::text as began`.execute(tx)
      return rows
    }
    const ids = Array.from({ length: 200 }, (_, at) => at + 100)
    const found = await Promise.all(
      ids.map(async (id) => {
        const [[read], own] = await Promise.all([
          sessionOf(reads, id),
          transact(async (tx) => {
            await put(tx, id)
            return (await Promise.all([sessionOf(tx, id), sessionOf(tx, id)])).flat()
          }),
        ])
        const sessions = new Set(own.map(({ pid, began }) => `${pid} ${began}`))
        return [read?.id, ...own.map((row) => row.id), sessions.size]
      }),
    )
    expect(found).toEqual(ids.map((id) => [id, id, id, 1]))
    expect(await coins()).toEqual(ids)
  })

  it('is closed for statements sent after its end', async () => {
    const { transact } = await open()
    let late: Promise<unknown> = Promise.resolve()
    let goOn = () => undefined as void
    const going = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const failing = transact((tx) => {
      late = going.then(() => put(tx, 6))
      return Promise.all([late, put(tx, 1), put(tx, 1)])
    })
    await expect(failing).rejects.toThrow('coin_once')
    goOn()
    await expect(late).rejects.toThrow(/is awaited in it|coin_once/)
    expect(await coins()).toEqual([])
  })
})

it('sends concurrent statements in one write', async () => {
  const counter = await countStatements(db.url)
  const { transact, close } = await openDatabase({ url: counter.url }, log)
  onTestFinished(async () => {
    await close()
    await counter.stop()
  })
  await transact((tx) => put(tx, 1))
  const before = counter.writes()
  await transact((tx) => Promise.all([put(tx, 2), put(tx, 3), put(tx, 4)]))
  expect(counter.writes() - before).toBe(2)
})

describe('reads', () => {
  it('issued concurrently share a write', async () => {
    const counter = await countStatements(db.url)
    const { reads, close } = await openDatabase({ url: counter.url }, log)
    onTestFinished(async () => {
      await close()
      await counter.stop()
    })
    const look = () => sql<{ id: number }>`select id from coin where id > ${0}`.execute(reads)
    await look()
    await look()
    const before = counter.writes()
    await runOn(db.ownerUrl, 'insert into coin values (7, 1)')
    const answers = await Promise.all([look(), look(), look()])
    expect(counter.writes() - before).toBe(1)
    expect(answers.map(({ rows }) => rows)).toEqual(Array(3).fill([{ id: 7 }]))
  })

  it('see what was committed before', async () => {
    const { transact, reads } = db.database
    for (const id of [1, 2, 3]) {
      await transact((tx) => put(tx, id))
      const { rows } = await sql`select id from coin where id = ${id}`.execute(reads)
      expect(rows).toEqual([{ id }])
    }
  })

  it('neither write nor open transactions', async () => {
    const { reads } = db.database
    const writing = reads.deleteFrom('organizationClock').execute()
    await expect(writing).rejects.toThrow('only read')
    await expect(reads.transaction().execute(async () => 1)).rejects.toThrow('no transactions')
  })
})

it('a transaction runs again after a migration changed what it reads', async () => {
  const { transact } = db.database
  let runs = 0
  const read = () =>
    transact(async (tx) => {
      runs += 1
      return (await sql`select * from coin where id = ${1}`.execute(tx)).rows
    })
  await transact((tx) => put(tx, 1))
  // A statement is prepared when it is used for the second time.
  for (const _ of [1, 2, 3]) expect(await read()).toEqual([{ id: 1, box: 1 }])
  await runOn(db.ownerUrl, 'alter table coin add column side text')
  expect(await read()).toEqual([{ id: 1, box: 1, side: null }])
  expect(runs).toBe(5)
  await runOn(db.ownerUrl, 'alter table coin drop column side')
})

it('a transaction runs again after Citus divided the shard that it was about', async () => {
  let runs = 0
  await db.database.transact(async (tx) => {
    runs += 1
    await put(tx, runs)
    if (runs > 1) return
    await sql`do $$ begin
      raise exception 'could not find valid entry for shard 103775' using errcode = 'XX000';
    end $$`.execute(tx)
  })
  expect(await coins()).toEqual([2])
})
