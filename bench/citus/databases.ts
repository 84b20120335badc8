import { fileURLToPath } from 'node:url'
import { distribute } from '../../packages/server/src/platform/database/distribute.ts'
import { migrate } from '../../packages/server/src/platform/database/migrate.ts'
import { applicationRole } from '../../packages/server/src/platform/database/settings.ts'
import { createDistributed, findNodes } from '../../packages/server/test/distributed.ts'
import { onConnection, runOn } from '../../packages/server/test/sql.ts'
import { database, type Urls } from '../our-server.ts'

export interface Placed<T> {
  readonly name: string
  readonly urls: Urls
  /** The servers that it is on, the one that it is reached through first. */
  readonly nodes: readonly string[]
  readonly filled: T
}

export interface Pair<T> {
  readonly alone: Placed<T>
  readonly spread: Placed<T>
}

const shardCount = 32
const migrations = fileURLToPath(new URL('../../packages/server/migrations', import.meta.url))

/**
 * Two databases of the same content, one on the coordinator alone and one on all nodes. It is filled
 * before it is distributed.
 */
export async function openPair<T>(
  clusterUrl: string,
  purpose: string,
  fill: (ownerUrl: string) => Promise<T>,
): Promise<Pair<T>> {
  const nodes = await findNodes(clusterUrl)
  const [coordinator] = nodes
  const names = { alone: `${purpose}_alone`, spread: `${purpose}_spread` }
  await runOn(coordinator, `create database ${names.alone}`)
  await createDistributed(nodes, names.spread)
  const alone = urlsOf(coordinator, names.alone)
  const spread = urlsOf(coordinator, names.spread)
  const filled = { alone: await filledBy(fill, alone), spread: await filledBy(fill, spread) }
  await onConnection(spread.ownerUrl, (client) => distribute(client, { shardCount }))
  // As a server does when it starts: Citus makes some views anew, without their privileges.
  await migrateOwned(spread)
  return {
    alone: { name: 'one server', urls: alone, nodes: [coordinator], filled: filled.alone },
    spread: { name: 'coordinator, two workers', urls: spread, nodes, filled: filled.spread },
  }
}

async function filledBy<T>(fill: (ownerUrl: string) => Promise<T>, urls: Urls): Promise<T> {
  await migrateOwned(urls)
  return fill(urls.ownerUrl)
}

const migrateOwned = ({ ownerUrl }: Urls): Promise<unknown> =>
  migrate(ownerUrl, migrations, { appRole: applicationRole })

function urlsOf(owner: string, name: string): Urls {
  const ownerUrl = database(owner, name)
  const app = new URL(ownerUrl)
  app.searchParams.set('options', `-c role=${applicationRole}`)
  return { ownerUrl, appUrl: app.href.replaceAll('+', '%20') }
}
