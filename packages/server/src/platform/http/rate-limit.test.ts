import { setTimeout as wait } from 'node:timers/promises'
import type { Operation } from '@guildhall/contract/operation'
import pg from 'pg'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { type Database, openDatabase } from '../database/database.ts'
import type { GuardedRequest, LimitVerdict } from './guards.ts'
import { createLimit, createRequestCounter, sweepRateLimits, unlimited } from './rate-limit.ts'

const db = testDatabase()
const keyring = createKeyring(['a secret of at least thirty-two characters'])
const deps = () => ({ database: db.database, keyring })
const counter = () => createRequestCounter(deps())
const silent = pino({ level: 'silent' })

const signIn: Operation = {
  name: 'signIn',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  tag: 'identity',
  for: 'anyone',
  returns: null,
  status: 200,
  refuses: [],
}

const from = (address: string, subject: string | null = null): GuardedRequest => ({
  requestId: 'request',
  path: signIn.path,
  target: signIn.path,
  address,
  subject,
  organizationId: null,
  idempotencyKey: null,
  body: new Uint8Array(),
})

const count = async (times: number, ask: () => Promise<{ allowed: boolean }>) => {
  const verdicts = await Promise.all(Array.from({ length: times }, ask))
  return verdicts.filter((verdict) => verdict.allowed).length
}

const secondsLeft = async (): Promise<number> => {
  const [row] = await runOn<{ left: number }>(
    db.ownerUrl,
    'select extract(epoch from ends_at - now())::float as left from rate_limit',
  )
  return row?.left ?? 0
}

const endOfWindow = () => runOn(db.ownerUrl, 'select ends_at from rate_limit')

describe('counting requests', () => {
  it('allows exactly the limit of 200 concurrent requests to two processes', async () => {
    const other = await openDatabase({ url: db.url }, silent)
    const limit = { bucket: 'parallel', requestsMax: 37, windowSeconds: 60, subject: ['us'] }
    const counters = [counter(), createRequestCounter({ database: other, keyring })]
    const rounds = counters.map((countRequest) => count(100, () => countRequest(limit)))
    const allowed = await Promise.all(rounds)
    await other.close()
    expect(allowed.reduce((sum, part) => sum + part)).toBe(37)
  })

  it('returns the wait, which later requests don’t prolong', async () => {
    await runOn(db.ownerUrl, 'truncate rate_limit')
    const limit = { bucket: 'window', requestsMax: 2, windowSeconds: 60, subject: ['them'] }
    const countRequest = counter()
    const ask = () => countRequest(limit)
    expect(await count(2, ask)).toBe(2)
    const end = await endOfWindow()
    for (let asked = 0; asked < 4; asked++) {
      const atMost = await secondsLeft()
      const verdict = await ask()
      const atLeast = await secondsLeft()
      const retryAfterSeconds = verdict.allowed ? 0 : verdict.retryAfterSeconds
      expect(retryAfterSeconds).toBeLessThanOrEqual(Math.ceil(atMost))
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.ceil(atLeast))
      await wait(20)
    }
    expect(await endOfWindow()).toEqual(end)
    await runOn(db.ownerUrl, 'update rate_limit set ends_at = now()')
    expect(await count(3, ask)).toBe(2)
  })

  it('separates rules with the same bucket but different windows', async () => {
    const limit = { bucket: 'both', requestsMax: 1, windowSeconds: 60, subject: ['them'] }
    const countRequest = counter()
    expect(await count(2, () => countRequest(limit))).toBe(1)
    const daily = { ...limit, windowSeconds: 86_400 }
    expect(await count(2, () => countRequest(daily))).toBe(1)
  })

  it('caps the count before the column overflows', async () => {
    const limit = { bucket: 'flood', requestsMax: 5, windowSeconds: 60, subject: ['them'] }
    const countRequest = counter()
    await runOn(db.ownerUrl, 'truncate rate_limit')
    await countRequest(limit)
    await runOn(db.ownerUrl, 'update rate_limit set hits = 2147483647')
    expect(await count(50, () => countRequest(limit))).toBe(0)
  })

  it('fails without the database', async () => {
    const closed = await openDatabase({ url: db.url }, silent)
    await closed.close()
    const limit = { bucket: 'down', requestsMax: 9, windowSeconds: 60, subject: ['them'] }
    const countRequest = createRequestCounter({ database: closed, keyring })
    await expect(countRequest(limit)).rejects.toBeInstanceOf(Error)
  })
})

function waitOf(verdict: LimitVerdict): string {
  if (verdict.allowed) return 'none'
  return verdict.retryAfterSeconds <= 60 ? 'brief' : 'long'
}

describe('requests that arrive while others are being counted', () => {
  const one = { bucket: 'together', requestsMax: 3, windowSeconds: 60, subject: ['one'] }

  /** A counter that records how many keys each statement counts. */
  function watched() {
    const statements: number[] = []
    const read: Database['read'] = (statement, values) => {
      statements.push(Array.isArray(values[0]) ? values[0].length : 0)
      return db.database.read(statement, values)
    }
    const database = { ...db.database, read }
    return { statements, countRequest: createRequestCounter({ database, keyring }) }
  }

  it('are counted by one statement, one row per key', async () => {
    const { statements, countRequest } = watched()
    const limits = ['a', 'b', 'a', 'c', 'a', 'a', 'b'].map((subject) => ({
      ...one,
      subject: [subject],
    }))
    const verdicts = await Promise.all(limits.map(countRequest))
    const refused = verdicts.flatMap(({ allowed }, at) => (allowed ? [] : [at]))
    expect(refused).toEqual([5])
    expect(statements).toEqual([1, 3])
  })

  it('have their own windows and limits', async () => {
    const { statements, countRequest } = watched()
    const brief = { ...one, requestsMax: 1, windowSeconds: 60, subject: ['mixed'] }
    const long = { ...one, requestsMax: 2, windowSeconds: 3600, subject: ['mixed'] }
    const strict = { ...long, requestsMax: 1 }
    const wanted = [brief, long, brief, strict, long, long, brief]
    const verdicts = await Promise.all(wanted.map(countRequest))
    expect(verdicts.map(waitOf)).toEqual(['none', 'none', 'brief', 'long', 'long', 'long', 'brief'])
    expect(statements).toEqual([1, 2])
  })

  it('fail only with their own statement', async () => {
    const { statements, countRequest } = watched()
    await countRequest({ ...one, subject: ['locked'] })
    const lock = await locking('begin; lock table rate_limit')

    const first = Promise.allSettled([countRequest({ ...one, subject: ['locked'] })])
    const others = [1, 2, 3, 4].map(() => countRequest({ ...one, subject: ['free'] }))
    const [pid] = await waitingBackends(1)
    await lock.query('select pg_cancel_backend($1)', [pid])
    const canceled = { message: 'canceling statement due to user request' }
    expect(await first).toMatchObject([{ status: 'rejected', reason: canceled }])
    await lock.query('rollback')
    const verdicts = await Promise.all(others)
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect(statements).toEqual([1, 1, 1])
  })

  it('never deadlock with another process', async () => {
    const other = await openDatabase({ url: db.url }, silent)
    onTestFinished(other.close)
    const [x, y, held] = ['x', 'y', 'held'].map((subject) => ({ ...one, subject: [subject] }))
    const [first, second] = [counter(), createRequestCounter({ database: other, keyring })]
    await runOn(db.ownerUrl, 'truncate rate_limit')
    await first(held ?? one)
    const lock = await locking('begin; select from rate_limit for update')

    const orders = [
      [one, x, held, y].map((limit) => first(limit ?? one)),
      [one, y, held, x].map((limit) => second(limit ?? one)),
    ]
    await waitingBackends(2)
    await lock.query('rollback')
    const verdicts = await Promise.all(orders.flat())
    expect(verdicts.map(({ allowed }) => allowed)).toEqual(Array(8).fill(true))
  })
})

/** Holds locks until the end of the test or the rollback of the transaction. */
async function locking(statement: string): Promise<pg.Client> {
  const client = new pg.Client(db.ownerUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(statement)
  return client
}

/** Waits until so many backends wait for a lock, and returns their pids. */
const waitingBackends = (number: number): Promise<number[]> =>
  vi.waitFor(async () => {
    const rows = await runOn<{ pid: number }>(
      db.ownerUrl,
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(number)
    return rows.map(({ pid }) => pid)
  }, 10_000)

describe('the limits of an endpoint', () => {
  const three = { requestsMax: 3, windowSeconds: 60 } as const

  it('are per address, with an IPv6 /64 as one address', async () => {
    const limit = createLimit(deps())
    const rule = { ...three, by: 'address' } as const
    const ask = (address: string) => limit(signIn, rule, from(address))
    expect(await count(5, () => ask('192.0.2.1'))).toBe(3)
    expect(await count(5, () => ask('192.0.2.2'))).toBe(3)
    let host = 0
    expect(await count(5, () => ask(`2001:db8::${++host}`))).toBe(3)
    expect(await count(5, () => ask('2001:db8:0:1::1'))).toBe(3)
  })

  it('are ten times as many for an IPv6 /48, of which one /64 uses up no more than its own', async () => {
    const limit = createLimit(deps())
    const rule = { ...three, by: 'address' } as const
    const ask = (address: string) => limit(signIn, rule, from(address))
    expect(await count(50, () => ask('2001:db8:48:1::1'))).toBe(3)
    let network = 0x100
    const roaming = () => ask(`2001:db8:48:${(++network).toString(16)}::1`)
    expect(await count(200, roaming)).toBe(27)
    expect(await count(5, () => ask('2001:db8:49:1::1'))).toBe(3)
  })

  it('are per caller from any address, separate from other callers', async () => {
    const limit = createLimit(deps())
    const rule = { ...three, by: 'caller' } as const
    let host = 0
    const roaming = () => limit(signIn, rule, from(`198.51.100.${++host}`, 'user:1'))
    expect(await count(5, roaming)).toBe(3)
    const neighbour = () => limit(signIn, rule, from('198.51.100.1', 'user:2'))
    expect(await count(5, neighbour)).toBe(3)
    const stranger = () => limit(signIn, rule, from('198.51.100.1'))
    expect(await count(5, stranger)).toBe(3)
  })

  it('are shared by endpoints with the same bucket, and otherwise separate', async () => {
    const limit = createLimit(deps())
    const other = { ...signIn, name: 'signUp' }
    const shared = { ...three, by: 'address', bucket: 'passwords' } as const
    const both = [signIn, other].map((each) =>
      count(3, () => limit(each, shared, from('203.0.113.1'))),
    )
    const allowed = await Promise.all(both)
    expect(allowed.reduce((sum, part) => sum + part)).toBe(3)
    const own = { ...three, by: 'address' } as const
    expect(await count(3, () => limit(other, own, from('203.0.113.2')))).toBe(3)
    expect(await count(3, () => limit(signIn, own, from('203.0.113.2')))).toBe(3)
  })

  it('can be switched off', async () => {
    const rule = { requestsMax: 1, windowSeconds: 60, by: 'address' } as const
    expect(await count(5, async () => unlimited(signIn, rule, from('203.0.113.9')))).toBe(5)
  })
})

describe('the stored counts', () => {
  it('contain neither address nor caller, and are keyed by the secret', async () => {
    await runOn(db.ownerUrl, 'truncate rate_limit')
    const limit = { bucket: 'seen', requestsMax: 9, windowSeconds: 60, subject: ['192.0.2.77'] }
    await counter()(limit)
    await createRequestCounter({ ...deps(), keyring: createKeyring(['another secret']) })(limit)
    const rows = await runOn<{ key: Buffer }>(db.ownerUrl, 'select key from rate_limit')
    expect(rows).toHaveLength(2)
    for (const { key } of rows) expect(key.toString('latin1')).not.toContain('192')
  })

  it('are deleted after the end of their window', async () => {
    await runOn(
      db.ownerUrl,
      `insert into rate_limit
       select decode(md5(n::text), 'hex'), 1, now() - interval '1 second'
         from generate_series(1, 2500) n`,
    )
    const limit = { bucket: 'alive', requestsMax: 9, windowSeconds: 60, subject: ['them'] }
    await runOn(db.ownerUrl, 'delete from rate_limit where ends_at > now()')
    await counter()(limit)
    await sweepRateLimits(db.database)
    const left = await runOn<{ alive: boolean }>(
      db.ownerUrl,
      'select ends_at > now() as alive from rate_limit',
    )
    expect(left).toEqual([{ alive: true }])
  })
})
