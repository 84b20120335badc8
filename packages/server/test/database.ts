import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { cloneTemplate, dropClone, type TestCluster, withDatabase } from './cluster.ts'
import { closePools } from './sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

export interface TestDatabase {
  /** Logs in as the server's role. */
  readonly url: string
  /** Logs in as the owner of the tables. */
  readonly ownerUrl: string
  /** The server's role through a pooler, where tests go through one. */
  readonly poolerUrl?: string | null
  /** Opened for the test file as the server's role; to be read inside tests and hooks only. */
  readonly database: Database
}

/** A database for this test file, cloned from the migrated template and dropped at the end. */
export function testDatabase(): TestDatabase {
  const name = `guildhall_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const cluster = inject('testCluster')
  const url = withDatabase(cluster.url, name)
  const ownerUrl = withDatabase(cluster.ownerUrl, name)
  const poolerUrl = cluster.poolerUrl ? withDatabase(cluster.poolerUrl, name) : null
  const settings = poolerUrl ? { url: poolerUrl, directUrl: url, pooled: true } : { url }
  let opened: Database | undefined

  beforeAll(async () => {
    await cloneTemplate(cluster, name)
    opened = await openDatabase(settings, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await opened?.close()
    await closePools(url, ownerUrl)
    await dropClone(cluster, name)
  })
  return {
    url,
    ownerUrl,
    poolerUrl,
    get database() {
      assert(opened !== undefined, 'the test database is open inside tests and hooks only')
      return opened
    },
  }
}
