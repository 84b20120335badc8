import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { openCluster } from '../../../tools/citus-cluster.mjs'
import { assert } from '../src/kernel/assert.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { asServer, makeDistributed, withDatabase } from './cluster.ts'
import type { TestDatabase } from './database.ts'
import { findNodes, type Nodes } from './distributed.ts'
import { isOnCluster } from './shards.ts'
import { closePools } from './sql.ts'

const program = process.env['CITUS_CLUSTER'] ?? ''

export const canHaveOwnCluster = (): boolean => isOnCluster() && program !== ''

export interface OwnCluster extends TestDatabase {
  readonly nodes: Nodes
}

/** A cluster for this test file alone, which ends its servers; to be read inside tests and hooks only. */
export function ownCluster(): OwnCluster {
  let started: Started | undefined
  const current = () => {
    assert(started !== undefined, 'the cluster runs inside tests and hooks only')
    return started
  }
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started?.stop())
  return {
    get url() {
      return current().url
    },
    get ownerUrl() {
      return current().ownerUrl
    },
    get database() {
      return current().database
    },
    get nodes() {
      return current().nodes
    },
  }
}

interface Started extends OwnCluster {
  readonly stop: () => Promise<void>
}

const databaseName = 'guildhall_own'

async function start(): Promise<Started> {
  const cluster = await openCluster(program, { inMemory: true })
  assert(cluster !== null, 'the cluster starts')
  const nodes = await findNodes(cluster.url)
  const ownerUrl = withDatabase(nodes[0], databaseName)
  await makeDistributed(nodes, databaseName)
  const url = asServer(ownerUrl)
  const database: Database = await openDatabase({ url }, pino({ level: 'silent' }))
  return {
    url,
    ownerUrl,
    database,
    nodes,
    stop: async () => {
      await database.close()
      await closePools(ownerUrl, url, ...nodes)
      cluster.stop()
    },
  }
}
