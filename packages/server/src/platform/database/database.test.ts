import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { withDatabase } from '../../../test/cluster.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { runOn } from '../../../test/sql.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnectionLoss, isContention, isDatabaseAway, violatedConstraint } from './failures.ts'
import { namedStatement } from './reader.ts'
import type { DatabaseSettings } from './settings.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const double = namedStatement<{ twice: number }>('double', 'select $1::int * 2 as twice')
const preparedNames = namedStatement<{ name: string }>(
  'prepared_names',
  'select name from pg_prepared_statements order by 1',
)

async function open(settings: Omit<DatabaseSettings, 'url'> = {}): Promise<Database> {
  const opened = await openDatabase({ url: db.url, ...settings }, log)
  onTestFinished(opened.close)
  return opened
}

/** Limited to a single connection. */
const openAlone = () => open({ connectionsMax: 1 })

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('concurrent reads get their own rows', async () => {
  const answers = await Promise.all(range(500).map((n) => db.database.read(double, [n])))
  expect(answers).toEqual(range(500).map((n) => [{ twice: n * 2 }]))
})

test('a failing read does not affect reads in the same batch', async () => {
  const { database } = db
  const results = await Promise.allSettled(
    range(20).map((n) => database.read(double, [n === 10 ? 'ten' : n])),
  )
  const failed = results.flatMap((result, n) => (result.status === 'rejected' ? [n] : []))
  expect(failed).toEqual([10])
})

test('statements are named on direct connections and unnamed behind a pooler', async () => {
  const database = await open()
  await Promise.all(range(4).map((n) => database.read(double, [n])))
  expect(await database.read(preparedNames, [])).toContainEqual({ name: 'double' })

  const pooled = await open({ pooled: true })
  await Promise.all(range(4).map((n) => pooled.read(double, [n])))
  expect(await pooled.read(preparedNames, [])).toEqual([])
})

test('with a pooler, LISTEN and the queue use the direct url', async () => {
  const both = await open({ directUrl: db.ownerUrl, pooled: true })
  const login = 'select current_user as login'
  const { rows } = await both.directPool.query(login)
  expect(rows).toEqual(await runOn(db.ownerUrl, login))
})

test('a read survives a migration that changes what it returns', async () => {
  const { database } = db
  const shelf = namedStatement<{ id: number }>('shelf', 'select * from shelf')
  await runOn(db.ownerUrl, 'create table shelf (id int); grant select on shelf to public')
  await runOn(db.ownerUrl, 'insert into shelf values (1)')
  for (const _ of range(4)) await database.read(shelf, [])
  await runOn(db.ownerUrl, `alter table shelf add label text default 'top'`)
  for (const _ of range(4)) {
    expect(await database.read(shelf, [])).toEqual([{ id: 1, label: 'top' }])
  }
})

test('a repeated statement is planned once, but not behind a pooler', async () => {
  const names = ({ kysely }: Database) =>
    kysely.transaction().execute(async (tx) => {
      for (const n of range(4)) await sql`select ${n}::int * 3 as thrice`.execute(tx)
      const named = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%as thrice'`.execute(tx)
      return named.rows.length
    })
  expect(await names(await open())).toBe(1)
  expect(await names(await open({ pooled: true }))).toBe(0)
})

test('a statement runs again without its stale plan, whose connection is not used again', async () => {
  const { kysely } = await openAlone()
  const look = () => sql<object>`select * from crate where id > ${0}`.execute(kysely)
  await runOn(db.ownerUrl, 'create table crate (id int); grant select on crate to public')
  await runOn(db.ownerUrl, 'insert into crate values (1)')
  for (const _ of range(4)) await look()
  await runOn(db.ownerUrl, `alter table crate add label text default 'top'`)
  for (const _ of range(5)) expect((await look()).rows).toEqual([{ id: 1, label: 'top' }])
})

test('failures are classified', async () => {
  const { pool } = db.database
  const failure = (sql: string) => failureOf(pool.query(sql))
  const twin = await failure(
    `insert into organization_clock (organization_id)
     select '00000000-0000-7000-8000-000000000001' from generate_series(1, 2)`,
  )
  expect(violatedConstraint(twin)).toBe('organization_clock_pkey')
  expect(isContention(twin)).toBe(false)
  const contended = await failure(`do $$ begin raise exception sqlstate '40P01'; end $$`)
  expect(isContention(contended)).toBe(true)
  expect(violatedConstraint(contended)).toBeNull()
  expect(isConnectionLoss(contended)).toBe(false)
})

const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  )

test.each([
  ['the port refuses connections', () => new pg.Client('postgres://x@127.0.0.1:1/x').connect()],
  ['the socket is missing', () => new pg.Client('postgres:///x?host=/not/there').connect()],
  ['the name means nothing', () => new pg.Client('postgres://x@not-there.invalid/x').connect()],
  ['no connection is free', () => askBusyPool()],
  ['the query times out', () => askSlowly({ query_timeout: 50 })],
  ['PostgreSQL cancels the statement', () => askSlowly({ statement_timeout: 50 })],
])('the database is unavailable if %s', async (_why, attempt) => {
  expect(isDatabaseAway(await failureOf(attempt()))).toBe(true)
})

test('a missing file or an invalid statement does not make the database unavailable', async () => {
  expect(isDatabaseAway(await failureOf(readFile('/not/there')))).toBe(false)
  expect(isDatabaseAway(await failureOf(db.database.pool.query('select nothing')))).toBe(false)
})

async function askBusyPool(): Promise<void> {
  const pool = new pg.Pool({ connectionString: db.url, max: 1, connectionTimeoutMillis: 50 })
  const client = await pool.connect()
  onTestFinished(async () => {
    client.release()
    await pool.end()
  })
  await pool.query('select 1')
}

async function askSlowly(limits: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ connectionString: db.url, ...limits })
  onTestFinished(() => client.end())
  await client.connect()
  await client.query('select pg_sleep(0.2)')
}

test('an unreachable database is reported with the reason', async () => {
  await expect(openDatabase({ url: withDatabase(db.url, 'not_there') }, log)).rejects.toThrow(
    'database "not_there" does not exist',
  )
})

test('a killed PostgreSQL fails the waiting queries, and later ones succeed after its restart', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-killed-'))
  const first = await startPostgres({ dataFolder, sync: false })
  let postgres = first
  onTestFinished(async () => {
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const database = await openDatabase({ url: first.appUrl, connectionsMax: 4 }, log)
  let stopped = false
  const outcomes = { answered: 0, lost: 0, other: [] as unknown[] }

  async function ask(question: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      await question().then(
        () => (outcomes.answered += 1),
        (error: unknown) => {
          if (isConnectionLoss(error)) outcomes.lost += 1
          else outcomes.other.push(error)
          return new Promise((resolve) => setTimeout(resolve, 5))
        },
      )
    }
  }

  const asking = [
    ...range(8).map((n) => ask(() => database.read(double, [n]))),
    ...range(4).map(() =>
      ask(() => database.kysely.transaction().execute((tx) => sql`select 1`.execute(tx))),
    ),
  ]
  await eventually(() => expect(outcomes.answered).toBeGreaterThan(100))
  process.kill(first.pid, 'SIGKILL')
  await eventually(() => expect(outcomes.lost).toBeGreaterThan(0))
  await first.stop()
  postgres = await startPostgres({ dataFolder, sync: false })
  const before = outcomes.answered
  await eventually(() => expect(outcomes.answered).toBeGreaterThan(before + 100))
  stopped = true
  await Promise.all(asking)

  expect(outcomes.other).toEqual([])
  expect(await database.read(double, [21])).toEqual([{ twice: 42 }])
  await database.close()
})
