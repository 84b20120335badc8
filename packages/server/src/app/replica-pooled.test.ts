import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress } from '../../test/customers.ts'
import { eventually } from '../../test/eventually.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import {
  hasPgBouncer,
  type PgBouncer,
  sessionSettings,
  startPgBouncer,
} from '../../test/pgbouncer.ts'
import { replicaReads } from '../../test/replica-reads.ts'
import { replicatedDatabase } from '../../test/replicated.ts'
import { type BillingCalls, newAccessToken, withToken } from '../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { onConnection } from '../../test/sql.ts'
import { testPort } from '../../test/test-port.ts'

const listed = z.object({ pagination: z.object({ total_count: z.number() }) })

describe.runIf(hasPgBouncer)('a primary and its replica, each behind a PgBouncer', () => {
  const db = replicatedDatabase()
  let metricsPort: number
  let primary: PgBouncer
  let replica: PgBouncer
  let server: TestServer
  let backend: BillingCalls

  beforeAll(async () => {
    primary = await startPgBouncer([db.primary.url], { connect_query: sessionSettings })
    replica = await startPgBouncer([db.replica.url], { connect_query: sessionSettings })
    metricsPort = await testPort()
    const { url, ownerUrl, database } = db
    server = await startTestServer(
      { url, ownerUrl, database, poolerUrl: primary.through(url) },
      {
        DATABASE_REPLICA_URL: replica.through(db.replica.url),
        DATABASE_REPLICA_MAX_LAG: '600',
        GUILDHALL_METRICS_PORT: String(metricsPort),
      },
    )
    const shop = await createOrganization(server)
    const { token } = await newAccessToken(server, shop, ['customers:write'])
    backend = withToken(server, token)
  })
  afterAll(async () => {
    await server.stop()
    await replica.stop()
    await primary.stop()
  })

  const status = async (): Promise<unknown> =>
    Object(await (await fetch(`${server.url}/readyz`)).json()).replica

  async function write(): Promise<Readonly<Record<string, string>>> {
    const { headers } = await backend.post('/customers/', { email: newAddress() })
    return { 'guildhall-position': headers.get('guildhall-position') ?? '' }
  }

  async function total(headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const { body } = await backend.get('/customers/?limit=1', headers)
    return listed.parse(body).pagination.total_count
  }

  async function answeredBy(task: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await replicaReads(metricsPort)
    await task()
    const changed = Object.entries(await replicaReads(metricsPort)).map(
      ([name, count]) => [name, count - (before[name] ?? 0)] as const,
    )
    return Object.fromEntries(changed.filter(([, count]) => count !== 0))
  }

  it('read from the replica what it has, and everything else from the primary', async () => {
    await eventually(async () => expect(await status()).toBe('serving'))
    const before = await total()
    const seen = await write()
    await db.caughtUp()
    expect(await answeredBy(async () => expect(await total(seen)).toBe(before + 1))).toEqual({
      replica: 1,
    })
    const replay = (name: string) =>
      onConnection(db.replica.superuserUrl, (client) => client.query(`select ${name}()`))
    await replay('pg_wal_replay_pause')
    try {
      const unseen = await write()
      expect(await answeredBy(async () => expect(await total(unseen)).toBe(before + 2))).toEqual({
        primary: 1,
      })
    } finally {
      await replay('pg_wal_replay_resume')
    }
  })

  it('export from the replica', async () => {
    await db.caughtUp()
    const count = await total()
    const answered = await answeredBy(async () => {
      const { text } = await backend.get('/customers/export')
      expect(text.trimEnd().split(/\\n|\n/)).toHaveLength(count + 1)
    })
    expect(answered).toEqual({ replica: 1 })
  })

  it('go on without the replica while its pooler is away', async () => {
    const before = await total()
    await replica.kill()
    const reads = Array.from({ length: 20 }, () => total())
    expect(new Set(await Promise.all(reads))).toEqual(new Set([before]))
    await eventually(async () => expect(await status()).toBe('unreachable'))
    await replica.restart()
    await eventually(async () => expect(await status()).toBe('serving'))
    expect(await answeredBy(() => total())).toEqual({ replica: 1 })
  })
})
