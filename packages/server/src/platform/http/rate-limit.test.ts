import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@guildhall/contract/endpoint'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { openDatabase } from '../database/database.ts'
import type { GuardedRequest } from './guards.ts'
import { countRequest, createLimit, sweepRateLimits, unlimited } from './rate-limit.ts'

const db = testDatabase()
const keyring = createKeyring(['a secret of at least thirty-two characters'])
const counter = () => ({ database: db.database, keyring })

const signIn: Endpoint = {
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

describe('counting a request', () => {
  it('allows exactly the limit of 200 parallel requests to two processes', async () => {
    const other = await openDatabase({ url: db.url }, pino({ level: 'silent' }))
    const limit = { bucket: 'parallel', requestsMax: 37, windowSeconds: 60, subject: ['us'] }
    const counters = [counter(), { database: other, keyring }]
    const rounds = counters.map((each) => count(100, () => countRequest(each, limit)))
    const allowed = await Promise.all(rounds)
    await other.close()
    expect(allowed.reduce((sum, part) => sum + part)).toBe(37)
  })

  it('says how long to wait, and keeps to it whatever comes in between', async () => {
    const limit = { bucket: 'window', requestsMax: 2, windowSeconds: 1, subject: ['them'] }
    const ask = () => countRequest(counter(), limit)
    expect(await count(2, ask)).toBe(2)
    for (let asked = 0; asked < 4; asked++) {
      expect(await ask()).toEqual({ allowed: false, retryAfterSeconds: 1 })
      await wait(150)
    }
    await wait(600)
    expect(await count(3, ask)).toBe(2)
  })

  it('announces whole seconds up to the end of the window', async () => {
    const limit = { bucket: 'long', requestsMax: 1, windowSeconds: 3600, subject: ['them'] }
    await countRequest(counter(), limit)
    await wait(20)
    expect(await countRequest(counter(), limit)).toEqual({
      allowed: false,
      retryAfterSeconds: 3600,
    })
  })

  it('keeps rules of the same bucket but another window apart', async () => {
    const limit = { bucket: 'both', requestsMax: 1, windowSeconds: 60, subject: ['them'] }
    expect(await count(2, () => countRequest(counter(), limit))).toBe(1)
    const daily = { ...limit, windowSeconds: 86_400 }
    expect(await count(2, () => countRequest(counter(), daily))).toBe(1)
  })

  it('refuses to answer without the database', async () => {
    const closed = await openDatabase({ url: db.url }, pino({ level: 'silent' }))
    await closed.close()
    const limit = { bucket: 'down', requestsMax: 9, windowSeconds: 60, subject: ['them'] }
    await expect(countRequest({ database: closed, keyring }, limit)).rejects.toBeInstanceOf(Error)
  })
})

describe('the limits of an endpoint', () => {
  const three = { requestsMax: 3, windowSeconds: 60 } as const

  it('count an address, and a /64 as one address', async () => {
    const limit = createLimit(counter())
    const rule = { ...three, by: 'address' } as const
    const ask = (address: string) => limit(signIn, rule, from(address))
    expect(await count(5, () => ask('192.0.2.1'))).toBe(3)
    expect(await count(5, () => ask('192.0.2.2'))).toBe(3)
    let host = 0
    expect(await count(5, () => ask(`2001:db8::${++host}`))).toBe(3)
    expect(await count(5, () => ask('2001:db8:0:1::1'))).toBe(3)
  })

  it('count a known caller wherever they are, and nobody else with them', async () => {
    const limit = createLimit(counter())
    const rule = { ...three, by: 'caller' } as const
    let host = 0
    const roaming = () => limit(signIn, rule, from(`198.51.100.${++host}`, 'user:1'))
    expect(await count(5, roaming)).toBe(3)
    const neighbour = () => limit(signIn, rule, from('198.51.100.1', 'user:2'))
    expect(await count(5, neighbour)).toBe(3)
    const stranger = () => limit(signIn, rule, from('198.51.100.1'))
    expect(await count(5, stranger)).toBe(3)
  })

  it('are shared by endpoints that name the same bucket, and else not', async () => {
    const limit = createLimit(counter())
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

describe('the rows of the counts', () => {
  it('hold neither address nor caller, and differ under another secret', async () => {
    await runOn(db.ownerUrl, 'truncate rate_limit')
    const limit = { bucket: 'seen', requestsMax: 9, windowSeconds: 60, subject: ['192.0.2.77'] }
    await countRequest(counter(), limit)
    await countRequest({ ...counter(), keyring: createKeyring(['another secret']) }, limit)
    const rows = await runOn<{ key: Buffer }>(db.ownerUrl, 'select key from rate_limit')
    expect(rows).toHaveLength(2)
    for (const { key } of rows) expect(key.toString('latin1')).not.toContain('192')
  })

  it('are swept once their window has ended', async () => {
    await runOn(
      db.ownerUrl,
      `insert into rate_limit
       select decode(md5(n::text), 'hex'), 1, now() - interval '1 second'
         from generate_series(1, 2500) n`,
    )
    const limit = { bucket: 'alive', requestsMax: 9, windowSeconds: 60, subject: ['them'] }
    await runOn(db.ownerUrl, 'delete from rate_limit where ends_at > now()')
    await countRequest(counter(), limit)
    await sweepRateLimits(db.database)
    const left = await runOn<{ alive: boolean }>(
      db.ownerUrl,
      'select ends_at > now() as alive from rate_limit',
    )
    expect(left).toEqual([{ alive: true }])
  })
})
