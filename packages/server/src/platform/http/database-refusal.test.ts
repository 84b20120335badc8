import { readFile } from 'node:fs/promises'
import { operation } from '@guildhall/contract/operation'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { jsonOf, sendTo } from '../../../test/raw-http.ts'
import { runOn } from '../../../test/sql.ts'
import { openGuards, startTransport, type TestTransport } from '../../../test/transport.ts'
import { systemClock } from '../clock.ts'
import { createKeyring } from '../crypto/keyring.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { runUnitOfWork, type UnitOfWork } from '../unit-of-work.ts'
import { createOnce } from './idempotency/once.ts'
import { serve } from './serve.ts'

type Tx = Transaction<Tables>

// Two endpoints whose unit of work is defined by the test.
const base = { tag: 'Test', for: 'anyone', refuses: [], status: 200, summary: 'x' } as const
const named = z.object({ task: z.string() })
const returns = z.object({ done: z.boolean() })
const sell = operation({
  ...base,
  name: 'sell',
  wire: 'billing',
  method: 'POST',
  path: '/v1/sell',
  body: named,
  returns,
})
const look = operation({
  ...base,
  name: 'look',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/look',
  query: named,
  returns,
  failsAs: 'failed_to_get_session',
})

const db = testDatabase()
const tasks = new Map<string, (tx: Tx) => Promise<unknown>>()
let server: TestTransport

async function carryOut({ tx }: UnitOfWork, task: string): Promise<void> {
  await tasks.get(task)?.(tx)
}

beforeAll(async () => {
  await runOn(
    db.ownerUrl,
    `create table jar (name text primary key, takes int not null default 0);
     grant select, update on jar to guildhall_app;
     insert into jar values ('left'), ('right')`,
  )
  const { database } = db
  const uowFactory = { database, clock: systemClock, wake: () => undefined }
  const keyring = createKeyring(['a secret that only the tests know'])
  const once = createOnce({ database, keyring, log: pino({ level: 'silent' }) })
  server = await startTransport({
    guards: { ...openGuards, once },
    operations: [
      serve(sell, (call) =>
        runUnitOfWork(uowFactory, {}, async (uow) => {
          await carryOut(uow, call.body.task)
          return call.finish(uow, { done: true })
        }),
      ),
      serve(look, (call) =>
        runUnitOfWork(uowFactory, {}, async (uow) => {
          await carryOut(uow, call.query.task)
          return { done: true }
        }),
      ),
    ],
  })
})
afterAll(() => server.stop(0))
beforeEach(async () => {
  tasks.clear()
  server.logged.length = 0
  await runOn(db.ownerUrl, 'update jar set takes = 0')
})

const take = (tx: Tx, jar: string) =>
  sql`update jar set takes = takes + 1 where name = ${jar}`.execute(tx)

async function takes(): Promise<number> {
  const [row] = await runOn<{ sum: number }>(db.ownerUrl, 'select sum(takes)::int from jar')
  return row?.sum ?? 0
}

const asking = (task: string) => sendTo(server.port, 'GET', `/api/auth/look?task=${task}`)
const selling = (task: string, key?: string) =>
  sendTo(
    server.port,
    'POST',
    '/v1/sell',
    ['content-type: application/json', ...(key === undefined ? [] : [`idempotency-key: ${key}`])],
    JSON.stringify({ task }),
  )

/** What was logged, except for the access log. */
const warnings = (): { level: number; reason: string; err?: unknown }[] =>
  server.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request')

async function holding(jar: string): Promise<pg.Client> {
  const client = new pg.Client(db.ownerUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query('select from jar where name = $1 for update', [jar])
  return client
}

const conflict = {
  code: 'CONFLICTING_CHANGE',
  message: 'The same data was being changed by another request. Please try again.',
}
const away = {
  code: 'SERVICE_UNAVAILABLE',
  message:
    'A service that this server needs can’t be reached at the moment. Please try again soon.',
}

describe('work that loses a conflict between transactions is refused', () => {
  const claimWithoutWaiting = async (tx: Tx) => {
    await take(tx, 'right')
    await sql`set local lock_timeout = '50ms'`.execute(tx)
    await take(tx, 'left')
  }

  test('after a lock timeout, on either wire, with nothing written', async () => {
    await holding('left')
    tasks.set('lock', claimWithoutWaiting)
    const sold = await selling('lock')
    expect([sold.status, jsonOf(sold)]).toEqual([
      409,
      { error: 'ConflictingChange', detail: conflict.message },
    ])
    expect(sold.headers).toMatchObject({ 'retry-after': '1', 'x-retry-after': '1' })
    const looked = await asking('lock')
    expect([looked.status, jsonOf(looked)]).toEqual([409, conflict])
    expect(looked.headers['retry-after']).toBe('1')
    expect(await takes()).toBe(0)
  })

  test('after a deadlock, while the other transaction commits', async () => {
    let holders = 0
    const inOrder = (one: string, other: string) => async (tx: Tx) => {
      await take(tx, one)
      holders += 1
      await vi.waitFor(() => expect(holders).toBe(2), 5_000)
      await take(tx, other)
    }
    tasks.set('there', inOrder('left', 'right')).set('back', inOrder('right', 'left'))
    const answers = await Promise.all([selling('there'), selling('back')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await takes()).toBe(2)
  })

  test('after a serialization failure', async () => {
    tasks.set('seen', async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`select from jar`.execute(tx)
      await runOn(db.ownerUrl, `update jar set takes = 5 where name = 'left'`)
      await take(tx, 'left')
    })
    expect((await selling('seen')).status).toBe(409)
    expect(await takes()).toBe(5)
  })

  test('and its key is released: a retry succeeds and its response is replayed', async () => {
    const lock = await holding('left')
    tasks.set('keyed', claimWithoutWaiting)
    expect((await selling('keyed', 'k1')).status).toBe(409)
    expect(await runOn(db.ownerUrl, 'select from idempotency_key')).toEqual([])
    await lock.query('rollback')
    const sold = await selling('keyed', 'k1')
    expect([sold.status, await takes()]).toEqual([200, 2])
    const again = await selling('keyed', 'k1')
    expect([again.status, again.body, await takes()]).toEqual([200, sold.body, 2])
  })

  test('and is logged in one line', async () => {
    await holding('left')
    tasks.set('logged', claimWithoutWaiting)
    await asking('logged')
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: 40,
        reason: '55P03 canceling statement due to lock timeout',
        route: '/api/auth/look',
      }),
    ])
    expect(server.logged.join()).not.toContain('stack')
  })
})

describe('work that lost its connection is refused as unavailable', () => {
  const beTerminated = async (tx: Tx) => {
    await take(tx, 'left')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await runOn(db.ownerUrl, 'select pg_terminate_backend($1)', [rows[0]?.pid])
    await take(tx, 'right')
  }

  test('on either wire, with nothing written', async () => {
    tasks.set('lost', beTerminated)
    const sold = await selling('lost')
    expect([sold.status, jsonOf(sold)]).toEqual([
      503,
      { error: 'ServiceUnavailable', detail: away.message },
    ])
    expect(sold.headers).toMatchObject({ 'retry-after': '5', 'x-retry-after': '5' })
    const looked = await asking('lost')
    expect([looked.status, jsonOf(looked)]).toEqual([503, away])
    expect(await takes()).toBe(0)
    expect(warnings().map(({ level }) => level)).toEqual([40, 40])
    expect(server.logged.join()).not.toContain('stack')
  })

  test('and its key is released', async () => {
    tasks.set('broken', beTerminated)
    expect((await selling('broken', 'k2')).status).toBe(503)
    tasks.set('broken', (tx) => take(tx, 'left'))
    expect([(await selling('broken', 'k2')).status, await takes()]).toEqual([200, 1])
  })
})

describe('an error that does not come from the database', () => {
  test('is an internal error under the name declared by the endpoint', async () => {
    tasks.set('file', () => readFile('/not/there/at/all'))
    tasks.set('statement', (tx) => sql`select nothing from nowhere`.execute(tx))
    for (const task of ['file', 'statement']) {
      const looked = await asking(task)
      expect([looked.status, jsonOf(looked)]).toMatchObject([
        500,
        { code: 'FAILED_TO_GET_SESSION' },
      ])
      expect((await selling(task)).status).toBe(500)
    }
    expect(warnings().map(({ level }) => level)).toEqual([50, 50, 50, 50])
  })
})
