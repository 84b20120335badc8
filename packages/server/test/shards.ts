import { inject } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import type { TestDatabase } from './database.ts'
import { withServer } from './distributed.ts'
import { runOn } from './sql.ts'

/** Whether the tests run on a Citus cluster, where each test database is on all of its nodes. */
export const isOnCluster = (): boolean => inject('testCluster').nodes.length > 1

export interface Shard {
  /** The name of its table on the worker. */
  readonly name: string
  /** The worker’s database, as the server’s role and as the owner. */
  readonly url: string
  readonly ownerUrl: string
}

/** Where the rows of an organization are. */
export async function shardOf(
  { url, ownerUrl }: Pick<TestDatabase, 'url' | 'ownerUrl'>,
  table: string,
  organizationId: string,
): Promise<Shard> {
  const [found] = await runOn<{ name: string; host: string; port: number }>(
    ownerUrl,
    `select shard_name($1::regclass, s.id) as name, n.nodename as host, n.nodeport as port
       from get_shard_id_for_distribution_column($1::regclass, $2::uuid) s (id)
       join pg_dist_placement p on p.shardid = s.id
       join pg_dist_node n on n.groupid = p.groupid`,
    [table, organizationId],
  )
  assert(found !== undefined, `${table} is distributed`)
  const { name, ...server } = found
  return { name, url: withServer(url, server), ownerUrl: withServer(ownerUrl, server) }
}
