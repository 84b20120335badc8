import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../packages/server/src/platform/postgres/start-postgres.ts'
import { clusterNode } from '../../packages/server/test/cluster-node.ts'
import { onConnection } from '../../packages/server/test/sql.ts'
import { startCluster } from '../../tools/citus-cluster.mjs'
import { fillMigrated, openSpread } from '../citus/databases.ts'
import type { Urls } from '../our-server.ts'
import type { Part, PartName } from './part.ts'

export interface Filled<T> {
  readonly urls: Urls
  readonly filled: T
  readonly parts: readonly (readonly [PartName, Part])[]
  readonly stop: () => Promise<void>
}

export type Fill<T> = (ownerUrl: string) => Promise<T>

/** The PostgreSQL that a server brings along. */
export async function startOneServer<T>(fill: Fill<T>): Promise<Filled<T>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-torture-'))
  let postgres = await startPostgres({ dataFolder })
  const { ownerUrl, appUrl } = postgres
  const urls = { ownerUrl, appUrl }
  const part: Part = {
    kill: async () => {
      process.kill(postgres.pid, anySignal())
      await postgres.ended
      await postgres.stop()
    },
    start: async () => {
      postgres = await startPostgres({ dataFolder })
    },
  }
  return {
    urls,
    filled: await fillMigrated(fill, urls),
    parts: [['PostgreSQL', part]],
    stop: async () => {
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A coordinator and two nodes, which the program starts. */
export async function startThreeServers<T>(program: string, fill: Fill<T>): Promise<Filled<T>> {
  const cluster = await startCluster(program)
  if (cluster === null) throw new Error('the cluster did not start')
  try {
    await onConnection(cluster.url, async (client) => {
      // As the runbook says.
      await client.query(`alter system set citus.recover_2pc_interval = '5s'`)
      await client.query('select pg_reload_conf()')
    })
    const { urls, nodes, filled } = await openSpread(cluster.url, 'torture', fill)
    const names = ['coordinator', 'first node', 'second node'] as const
    const parts: (readonly [PartName, Part])[] = []
    for (const [at, name] of names.entries()) {
      const { kill, start } = await clusterNode(nodes[at] ?? '')
      parts.push([name, { kill: () => kill(anySignal()), start }])
    }
    return { urls, filled, parts, stop: async () => cluster.stop() }
  } catch (error) {
    cluster.stop()
    throw error
  }
}

/** Half of the times only the postmaster, of which its processes hear later; else all at once. */
const anySignal = () => (Math.random() < 0.5 ? 'SIGKILL' : 'SIGQUIT')
