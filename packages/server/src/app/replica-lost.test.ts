import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress } from '../../test/customers.ts'
import { eventually } from '../../test/eventually.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import { replicaReads } from '../../test/replica-reads.ts'
import { replicatedDatabase } from '../../test/replicated.ts'
import { newAccessToken, withToken } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { onConnection, runOn } from '../../test/sql.ts'
import { testPort } from '../../test/test-port.ts'

const db = replicatedDatabase()
const metricsPort = await testPort()
const server = testServer(
  db,
  db.settings({ GUILDHALL_METRICS_PORT: String(metricsPort), DATABASE_REPLICA_MAX_LAG: '600' }),
)

const status = async (): Promise<unknown> =>
  Object(await (await fetch(`${server.current.url}/readyz`)).json()).replica

const onReplica = <R extends object>(text: string) =>
  onConnection(db.replica.superuserUrl, async (client) => (await client.query<R>(text)).rows)

describe('an export whose replica is lost', () => {
  /** More than the buffers between the server and its reader hold. */
  const count = 60_000
  let shop: OwnedOrganization
  let token: string

  beforeAll(async () => {
    shop = await createOrganization(server.current)
    token = (await newAccessToken(server.current, shop, ['customers:read'])).token
    await runOn(
      db.ownerUrl,
      `insert into customer (organization_id, id, email, name, created_at)
       select $1, gen_random_uuid(), n || '@example.com', repeat('x', 200), now()
         from generate_series(1, ${count}) n`,
      [shop.id],
    )
    await db.caughtUp()
  })

  const url = () => `${server.current.url}/v1/customers/export`
  const headers = () => ({ authorization: `Bearer ${token}`, accept: 'text/csv' })

  async function begin(): Promise<IncomingMessage> {
    const [response] = await once(get(url(), { headers: headers() }), 'response')
    return response
  }

  it('breaks off, so that nobody takes it for whole, and succeeds when repeated', async () => {
    await eventually(async () => expect(await status()).toBe('serving'))
    const response = await begin()
    expect(response.statusCode).toBe(200)
    await eventually(async () => {
      const waiting = await onReplica(
        `select from pg_stat_activity
          where state = 'idle in transaction' and query like 'fetch %'`,
      )
      expect(waiting).toHaveLength(1)
    })
    await db.replica.kill()
    const closed = new Promise((resolve) => response.once('close', resolve))
    response.on('error', () => undefined).resume()
    await closed
    expect(response.errored).toMatchObject({ code: 'ECONNRESET' })
    expect(response.complete).toBe(false)

    const again = await (await fetch(url(), { headers: headers() })).text()
    expect(again.trimEnd().split('\n')).toHaveLength(count + 1)
    await db.restart('replica')
    await eventually(async () => expect(await status()).toBe('serving'))
  })
})

describe('a replica that is promoted while it is read, and behind', () => {
  const listed = z.object({ pagination: z.object({ total_count: z.number() }) })
  const clientsCount = 4
  const roundsAfterwards = 10

  /** A seller who writes and lists, in a program with the header or in a browser. */
  async function client(isBrowser: boolean) {
    const shop = await createOrganization(server.current)
    const { token } = await newAccessToken(server.current, shop, ['customers:write'])
    const backend = withToken(server.current, token)
    const { browser } = shop.owner
    const total = (body: unknown) => listed.parse(body).pagination.total_count
    let position = ''
    let written = 0
    const write = async () => {
      const body = { email: newAddress() }
      const { status: answered, headers } = isBrowser
        ? await browser.post('/v1/customers/', { ...body, organization_id: shop.id })
        : await backend.post('/customers/', body)
      expect(answered).toBe(201)
      position = headers.get('guildhall-position') ?? ''
      written += 1
    }
    const read = async () =>
      isBrowser
        ? total((await browser.get(`/v1/customers/?organization_id=${shop.id}&limit=1`)).body)
        : total((await backend.get('/customers/?limit=1', { 'guildhall-position': position })).body)
    return async () => {
      await write()
      expect(await read()).toBe(written)
      // Who shows no position may see less, but is answered.
      expect((await backend.get('/customers/?limit=1')).status).toBe(200)
    }
  }

  it('shows everybody what they have written, before, meanwhile and afterwards', async () => {
    const rounds = await Promise.all(
      Array.from({ length: clientsCount }, (_, at) => client(at % 2 === 0)),
    )
    let isOver = false
    let done = 0
    const working = rounds.map(async (round) => {
      while (!isOver) {
        await round()
        done += 1
      }
    })
    const further = (count: number) => {
      const from = done
      return eventually(() => expect(done).toBeGreaterThan(from + count))
    }
    const load = Promise.all(working)
    const change = async () => {
      await further(clientsCount)
      await onReplica('select pg_wal_replay_pause()')
      await further(clientsCount)
      // A statement that waited for it would be in the way of what has to be replayed before.
      await onReplica('select pg_promote(wait => false)')
      await eventually(async () => expect(await status()).toBe('promoted'))
      await further(clientsCount * roundsAfterwards)
      isOver = true
    }
    await Promise.all([load, change()])
    const reads = await replicaReads(metricsPort)
    expect(reads['replica']).toBeGreaterThan(0)
    expect(reads['primary']).toBeGreaterThan(clientsCount * roundsAfterwards)
    expect(await runOn(db.ownerUrl, 'select pg_is_in_recovery() as "isStandby"')).toEqual([
      { isStandby: false },
    ])
  })
})
