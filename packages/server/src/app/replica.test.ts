import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { newAddress } from '../../test/customers.ts'
import { eventually } from '../../test/eventually.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import { replicaReads } from '../../test/replica-reads.ts'
import { replicatedDatabase } from '../../test/replicated.ts'
import { type BillingCalls, type MadeToken, newAccessToken, withToken } from '../../test/sellers.ts'
import { startTestServer, type TestServer, testServer } from '../../test/server.ts'
import { onConnection, runOn } from '../../test/sql.ts'
import { testPort } from '../../test/test-port.ts'
import { assert } from '../kernel/assert.ts'
import { doctor } from './doctor.ts'

const db = replicatedDatabase()
const metricsPort = await testPort()
const server = testServer(
  db,
  db.settings({ GUILDHALL_METRICS_PORT: String(metricsPort), DATABASE_REPLICA_MAX_LAG: '600' }),
)

const statusOf = async ({ url }: TestServer): Promise<unknown> =>
  Object(await (await fetch(`${url}/readyz`)).json()).replica

const listed = z.object({ pagination: z.object({ total_count: z.number() }) })

let shop: OwnedOrganization
let token: MadeToken
let backend: BillingCalls
beforeAll(async () => {
  shop = await createOrganization(server.current)
  token = await newAccessToken(server.current, shop, ['customers:write', 'orders:read'])
  backend = withToken(server.current, token.token)
})

const onReplica = <R extends object>(text: string) =>
  onConnection(db.replica.superuserUrl, async (client) => (await client.query<R>(text)).rows)

/** Replay is paused for the task: writes arrive at the replica and aren’t seen there. */
async function whilePaused(task: () => Promise<void>): Promise<void> {
  await db.caughtUp()
  await eventually(async () => expect(await statusOf(server.current)).toBe('serving'))
  await onReplica('select pg_wal_replay_pause()')
  await eventually(async () => {
    const [row] = await onReplica<{ state: string }>('select pg_get_wal_replay_pause_state() state')
    expect(row?.state).toBe('paused')
  })
  try {
    await task()
  } finally {
    await onReplica('select pg_wal_replay_resume()')
    await db.caughtUp()
  }
}

async function totalSeen(headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { status, body } = await backend.get('/customers/?limit=1', headers)
  expect(status).toBe(200)
  return listed.parse(body).pagination.total_count
}

/** Who answered what the task reads. */
async function answeredBy(task: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await replicaReads(metricsPort)
  await task()
  const after = await replicaReads(metricsPort)
  const changed = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)])
  return Object.fromEntries(changed.filter(([, count]) => count !== 0))
}

async function writeCustomer(): Promise<string> {
  const { headers } = await newCustomerAnswer()
  const position = headers.get('guildhall-position')
  assert(position !== null, 'the answer to a write has a position')
  return position
}

const newCustomerAnswer = () => backend.post('/customers/', { email: newAddress() })

describe('reads of one’s own writes', () => {
  it('are answered by the primary until the replica has them, then by the replica', async () => {
    await whilePaused(async () => {
      const before = await totalSeen()
      const position = await writeCustomer()
      expect(await totalSeen()).toBe(before)
      expect(await totalSeen({ 'guildhall-position': position })).toBe(before + 1)
    })
    const seen = await writeCustomer()
    await db.caughtUp()
    const answered = await answeredBy(() => totalSeen({ 'guildhall-position': seen }))
    expect(answered).toEqual({ replica: 1 })
  })

  it('in a browser need only its cookie', async () => {
    const { browser } = shop.owner
    await whilePaused(async () => {
      const body = { email: newAddress(), organization_id: shop.id }
      const written = await browser.post('/v1/customers/', body)
      expect(written.status).toBe(201)
      const [line = ''] = written.cookies.filter((cookie) => cookie.includes('.position='))
      expect(line).toMatch(
        /^guildhall\.position=[0-9A-F]+\/[0-9A-F]+; Max-Age=601; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      const query = `/v1/customers/?query=${body.email}`
      expect((await browser.get(query)).body).toMatchObject({ pagination: { total_count: 1 } })
      browser.forget('guildhall.position')
      expect((await browser.get(query)).body).toMatchObject({ pagination: { total_count: 0 } })
    })
  })

  it.each(['', 'latest', '0/', '0/1, 0/2', '١/٢', '123456789/0'].map(encodeURIComponent))(
    'with the unreadable position “%s” are answered by the primary',
    async (position) => {
      const answered = await answeredBy(() => totalSeen({ 'guildhall-position': position }))
      expect(answered).toEqual({ primary: 1 })
    },
  )

  it('have a position in the answers to refused writes, and in none to reads', async () => {
    const refused = await backend.post('/customers/', { email: 'nobody' })
    expect(refused.status).toBe(422)
    expect(refused.headers.get('guildhall-position')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
    expect(refused.headers.get('set-cookie')).toBeNull()
    const read = await backend.get('/customers/')
    expect(read.headers.get('guildhall-position')).toBeNull()
  })

  it('see a replayed answer to a repeated write, with a position of its own', async () => {
    const body = { email: newAddress() }
    const once = () => backend.post('/customers/', body, { 'idempotency-key': body.email })
    const first = await once()
    const again = await once()
    expect(again.text).toBe(first.text)
    expect(again.headers.get('guildhall-position')).not.toBeNull()
  })
})

describe('a read that fails on the replica is repeated on the primary', () => {
  /** Reads while a lock of the primary holds the statement up on the replica. */
  async function readDuring(interfere: () => Promise<void>): Promise<Record<string, number>> {
    return await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('lock table customer in access exclusive mode')
      await untilReplayed()
      const answered = answeredBy(async () => {
        expect((await backend.get('/orders/?query=ann')).status).toBe(200)
      })
      await untilOneWaits()
      await interfere()
      await untilNoneWaits()
      await client.query('rollback')
      return answered
    })
  }
  /** A lock is sent with the next commit of anybody. */
  async function untilReplayed(): Promise<void> {
    await runOn(db.ownerUrl, 'select txid_current()')
    await db.caughtUp()
  }
  const untilOneWaits = () =>
    eventually(async () => expect(await waitingOnReplica()).toEqual([{ count: 1 }]))
  const untilNoneWaits = () =>
    eventually(async () => expect(await waitingOnReplica()).toEqual([{ count: 0 }]))
  const waiting = `from pg_stat_activity
                  where wait_event_type = 'Lock' and backend_type = 'client backend'`
  const waitingOnReplica = () => onReplica(`select count(*)::int ${waiting}`)

  it('when its statement is canceled', async () => {
    const answered = await readDuring(async () => {
      await onReplica(`select pg_cancel_backend(pid) ${waiting}`)
    })
    expect(answered).toEqual({ repeated: 1 })
  })

  it('when its connection is terminated', async () => {
    const answered = await readDuring(async () => {
      await onReplica(`select pg_terminate_backend(pid) ${waiting}`)
    })
    expect(answered).toEqual({ repeated: 1 })
  })

  it('when it is in the way of what has to be replayed', async () => {
    await onReplica('alter system set max_standby_streaming_delay = 0')
    await onReplica('select pg_reload_conf()')
    const answered = await readDuring(async () => {
      await onConnection(db.ownerUrl, async (other) => {
        await other.query('begin')
        await other.query(`lock table orders in access exclusive mode`)
        await runOn(db.ownerUrl, 'select txid_current()')
        await untilNoneWaits()
        await other.query('rollback')
      })
    })
    expect(answered).toEqual({ repeated: 1 })
    expect(server.current.logged.join('')).toContain('conflict with recovery')
    await onReplica('alter system reset max_standby_streaming_delay')
    await onReplica('select pg_reload_conf()')
  })
})

describe('a replica that is late', () => {
  it('is not asked until it has caught up, and the doctor says so', async () => {
    const late = await startTestServer(db, db.settings({ DATABASE_REPLICA_MAX_LAG: '2' }))
    onTestFinished(late.stop)
    const tell = () => statusOf(late)
    await eventually(async () => expect(await tell()).toBe('serving'))
    const list = async () => (await fetchList(late)).pagination.total_count
    await whilePaused(async () => {
      const before = await list()
      await writeCustomer()
      expect(await list()).toBe(before)
      await eventually(async () => expect(await tell()).toBe('behind'))
      expect(await list()).toBe(before + 1)
      const [finding] = await replicaFindings(late)
      expect(finding).toMatchObject({ state: 'weak', text: expect.stringMatching(/replayed/) })
    })
    await eventually(async () => expect(await tell()).toBe('serving'))
  })

  const fetchList = async ({ url }: TestServer) =>
    listed.parse((await withToken({ url }, token.token).get('/customers/?limit=1')).body)

  it('that serves is fine for operators', async () => {
    const { body } = await shop.owner.browser.get('/api/auth/admin/get-health')
    expect(body).toMatchObject({
      findings: expect.arrayContaining([
        {
          check: 'replica',
          state: 'fine',
          text: 'lists and analytics are read from the replica',
          remedy: null,
        },
      ]),
    })
  })

  it('that serves is fine for the doctor', async () => {
    const findings = await replicaFindings(server.current)
    expect(findings).toEqual([
      { state: 'fine', text: 'lists and analytics are read from the replica', remedy: null },
    ])
  })
})

/** What `guildhall doctor` says about it. */
const replicaFindings = async ({ config }: TestServer) =>
  (await doctor(config, new URL('../../', import.meta.url))).filter(({ text }) =>
    /replica/.test(text),
  )

describe('a replica that is away', () => {
  it('is not asked, serves again when it is back, and the probe says so', async () => {
    const status = async () => (await fetch(`${server.current.url}/readyz`)).json()
    expect(await status()).toEqual({ status: 'ok', replica: 'serving' })
    await db.replica.kill()
    const reads = Array.from({ length: 20 }, () => totalSeen())
    expect(new Set(await Promise.all(reads)).size).toBe(1)
    await eventually(async () =>
      expect(await status()).toEqual({ status: 'ok', replica: 'unreachable' }),
    )
    expect(await answeredBy(() => totalSeen())).toEqual({ primary: 1 })
    await writeCustomer()
    await db.restart('replica')
    await db.caughtUp()
    await eventually(async () =>
      expect(await status()).toEqual({ status: 'ok', replica: 'serving' }),
    )
    expect(await answeredBy(() => totalSeen())).toEqual({ replica: 1 })
  })

  it('is not asked once it is promoted', async () => {
    const before = await totalSeen()
    await onReplica('select pg_promote()')
    await writeCustomer()
    const position = await writeCustomer()
    expect(await totalSeen({ 'guildhall-position': position })).toBe(before + 2)
    await eventually(async () =>
      expect(await (await fetch(`${server.current.url}/readyz`)).json()).toEqual({
        status: 'ok',
        replica: 'promoted',
      }),
    )
    expect(await totalSeen()).toBe(before + 2)
  })
})
