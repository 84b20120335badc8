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
  const [coordinator] = await findNodes(clusterUrl)
  const name = `${purpose}_alone`
  await runOn(coordinator, `create database ${name}`)
  const urls = urlsOf(coordinator, name)
  const filled = await fillMigrated(fill, urls)
  return {
    alone: { name: 'one server', urls, nodes: [coordinator], filled },
    spread: await openSpread(clusterUrl, purpose, fill),
  }
}

/** A database that is distributed over all nodes. */
export async function openSpread<T>(
  clusterUrl: string,
  purpose: string,
  fill: (ownerUrl: string) => Promise<T>,
): Promise<Placed<T>> {
  const nodes = await findNodes(clusterUrl)
  const name = `${purpose}_spread`
  await createDistributed(nodes, name)
  const urls = urlsOf(nodes[0], name)
  const filled = await fillMigrated(fill, urls)
  await onConnection(urls.ownerUrl, (client) => distribute(client, { shardCount }))
  // As a server does when it starts: Citus makes some views anew, without their privileges.
  await migrateOwned(urls)
  return { name: 'coordinator, two workers', urls, nodes, filled }
}

export async function fillMigrated<T>(
  fill: (ownerUrl: string) => Promise<T>,
  urls: Urls,
): Promise<T> {
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
