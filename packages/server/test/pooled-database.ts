import { afterAll, beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type PgBouncer, sessionSettings, startPgBouncer } from './pgbouncer.ts'

export interface PooledDatabase extends TestDatabase {
  readonly pooler: PgBouncer
}

/** A database with a PgBouncer of its own; to be read inside tests and hooks only. */
export function pooledDatabase(): PooledDatabase {
  const db = testDatabase()
  let started: PgBouncer | undefined
  const current = () => {
    assert(started !== undefined, 'the pooler runs inside tests and hooks only')
    return started
  }
  beforeAll(async () => {
    // Fewer sessions than the connections of a server.
    const few = { default_pool_size: '4', connect_query: sessionSettings }
    started = await startPgBouncer([db.url], few)
  })
  afterAll(() => started?.stop())
  return {
    url: db.url,
    ownerUrl: db.ownerUrl,
    get database() {
      return db.database
    },
    get poolerUrl() {
      return current().through(db.url)
    },
    get pooler() {
      return current()
    },
  }
}
