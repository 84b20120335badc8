import { Polar } from '@polar-sh/sdk'
import { HTTPClient } from '@polar-sh/sdk/lib/http.js'
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { replicatedDatabase } from '../../../server/test/replicated.ts'
import { testServer } from '../../../server/test/server.ts'
import { onConnection } from '../../../server/test/sql.ts'
import { newSeller, newToken } from '../billing/seller.ts'

const db = replicatedDatabase()
const server = testServer(db, db.settings({ DATABASE_REPLICA_MAX_LAG: '2' }))

let token: string
beforeAll(async () => {
  const seller = await newSeller(server.current, 'replicated')
  ;({ token } = await newToken(seller, ['customers:write', 'metrics:read']))
})

/** The official client, which sends back the position of its latest write. */
function newClient(): Polar {
  let position: string | null = null
  const httpClient = new HTTPClient()
  httpClient.addHook('beforeRequest', (request) => {
    if (position !== null) request.headers.set('Guildhall-Position', position)
  })
  httpClient.addHook('response', (response) => {
    position = response.headers.get('Guildhall-Position') ?? position
  })
  return new Polar({ serverURL: server.current.url, accessToken: token, httpClient })
}

interface Stream {
  readonly rounds: () => number
  /** Ends it; returns what went wrong. */
  readonly stop: () => Promise<string[]>
}

/** Authors look for what they have just written; others only read. */
function stream(): Stream {
  const troubles: string[] = []
  let isOver = false
  let rounds = 0
  const noted = async (act: () => Promise<void>) =>
    act().catch((error: unknown) => void troubles.push(String(error)))

  async function write(polar: Polar): Promise<void> {
    const email = `${crypto.randomUUID()}@customer.test`
    await polar.customers.create({ email })
    const found = await polar.customers.list({ email })
    if (found.result.items.length !== 1) troubles.push(`${email} was missed`)
    rounds += 1
  }
  async function read(polar: Polar): Promise<void> {
    await polar.customers.list({ limit: 5 })
    const [startDate, endDate] = [new RFCDate('2026-01-01'), new RFCDate('2026-02-01')]
    await polar.metrics.get({ startDate, endDate, interval: 'month' })
  }
  const repeated = async (act: (polar: Polar) => Promise<void>) => {
    const polar = newClient()
    while (!isOver) await noted(() => act(polar))
  }
  const running = [
    repeated(write),
    repeated(write),
    repeated(write),
    repeated(read),
    repeated(read),
  ]
  return {
    rounds: () => rounds,
    async stop() {
      isOver = true
      await Promise.all(running)
      return troubles
    },
  }
}

const onReplica = (text: string) =>
  onConnection(db.replica.superuserUrl, (client) => client.query(text))

const replicaIs = (status: string) =>
  eventually(async () =>
    expect(await (await fetch(`${server.current.url}/readyz`)).json()).toEqual({
      status: 'ok',
      replica: status,
    }),
  )

/** Nothing fails, and nobody misses an own write, while this happens. */
async function during(act: () => Promise<unknown>): Promise<string[]> {
  const calls = stream()
  const someRounds = async () => {
    const before = calls.rounds()
    await eventually(() => expect(calls.rounds()).toBeGreaterThan(before + 10))
  }
  await someRounds()
  await act()
  await someRounds()
  return calls.stop()
}

describe('under a stream of reads and writes nothing fails and nobody misses an own write', () => {
  it('while the replica replays nothing, and then catches up', async () => {
    await replicaIs('serving')
    const troubles = await during(async () => {
      await onReplica('select pg_wal_replay_pause()')
      await replicaIs('behind')
      await onReplica('select pg_wal_replay_resume()')
      await replicaIs('serving')
    })
    expect(troubles).toEqual([])
  })

  it('while the replica is killed, and comes back', async () => {
    const troubles = await during(async () => {
      await db.replica.kill()
      await replicaIs('unreachable')
      await db.restart('replica')
      await replicaIs('serving')
    })
    expect(troubles).toEqual([])
  })

  it('while the replica is promoted', async () => {
    const troubles = await during(async () => {
      await onReplica('select pg_promote()')
      await replicaIs('promoted')
    })
    expect(troubles).toEqual([])
  })
})
