import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startPostgres,
} from '../packages/server/src/platform/postgres/start-postgres.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { newSellers, type Seller } from './catalog/sellers.ts'
import { printTable } from './figures.ts'
import { ourServer } from './our-server.ts'
import { missingRequirement } from './requirements.ts'
import { type Server, startServer } from './rounds.ts'
import { addCustomers, addMeter, customersCount } from './usage/rows.ts'

const killsDefault = 50
const clientsCount = 8
const eventsPerRequest = 50
const lifeMilliseconds = 600

/** Events that clients send again until they are acknowledged, while everything is killed. */
export async function kills([given]: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const found = await inWorld(Number(given ?? killsDefault))
  printTable(Object.entries(found).map(([what, count]) => [what, String(count)]))
  const { acknowledged, lost, stored, counted } = found
  return acknowledged > 0 && lost === 0 && stored === acknowledged && counted === acknowledged
}

interface Found {
  readonly 'server killed': number
  readonly 'database killed': number
  readonly 'requests repeated': number
  readonly acknowledged: number
  readonly lost: number
  readonly stored: number
  readonly counted: number
}

/** What clients share. */
interface World {
  port: number
  readonly seller: Seller
  isOver: boolean
  repeated: number
  readonly acknowledged: string[]
}

async function inWorld(count: number): Promise<Found> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'))
  let postgres = await startPostgres({ dataFolder })
  let server: Server = await startServer(ourServer(postgres))
  try {
    const [seller] = await newSellers(postgres.ownerUrl, 1)
    if (seller === undefined) throw new Error('there is no seller')
    await addCustomers(postgres.ownerUrl, seller)
    await addMeter(postgres.ownerUrl, seller)
    const world: World = { port: server.port, seller, isOver: false, repeated: 0, acknowledged: [] }
    const clients = Array.from({ length: clientsCount }, () => sendEvents(world))
    for (let killed = 0; killed < count; killed++) {
      await sleep(Math.random() * lifeMilliseconds)
      await server.child.kill()
      server = await startServer(ourServer(postgres))
      world.port = server.port
      await sleep(Math.random() * lifeMilliseconds)
      postgres = await killPostgres(postgres, dataFolder)
    }
    world.isOver = true
    await Promise.all(clients)
    const kept = await compare(postgres.ownerUrl, world)
    return {
      'server killed': count,
      'database killed': count,
      'requests repeated': world.repeated,
      acknowledged: world.acknowledged.length,
      ...kept,
    }
  } finally {
    await server.child.stop()
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function killPostgres(
  postgres: EmbeddedPostgres,
  dataFolder: string,
): Promise<EmbeddedPostgres> {
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.ended
  await postgres.stop()
  return startPostgres({ dataFolder })
}

/** A client that repeats each request until it is acknowledged. */
async function sendEvents(world: World): Promise<void> {
  while (!world.isOver) {
    const ids = Array.from({ length: eventsPerRequest }, () => randomUUID())
    const events = ids.map((external_id, at) => ({
      name: 'call',
      external_customer_id: `user-${1 + ((at * 7919) % customersCount)}`,
      external_id,
    }))
    while (!(await isAcknowledged(world, JSON.stringify({ events })))) {
      world.repeated++
      await sleep(100)
    }
    world.acknowledged.push(...ids)
  }
}

async function isAcknowledged({ port, seller }: World, body: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/events/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
    body,
  }).catch(() => null)
  if (answer === null) return false
  const text = await answer.text().catch(() => '')
  if (answer.ok || answer.status >= 500 || answer.status === 409) return answer.ok && text !== ''
  throw new Error(`events were refused: ${text}`)
}

async function compare(ownerUrl: string, { seller, acknowledged }: World) {
  const [row] = await runOn<Record<'lost' | 'stored' | 'counted', number>>(
    ownerUrl,
    `select (select count(*)::int from unnest($2::text[]) sent
              where not exists (select from usage_event_key k
                                  join usage_event e on e.organization_id = k.organization_id
                                                    and e.id = k.event_id
                                 where k.organization_id = $1::uuid and k.external_id = sent)) as lost,
            (select count(*)::int from usage_event where organization_id = $1::uuid) as stored,
            (select sum(event_count)::int from usage_period
              where organization_id = $1::uuid and entity = '') as counted`,
    [seller.id, acknowledged],
  )
  if (row === undefined) throw new Error('the query returns one row')
  return row
}
