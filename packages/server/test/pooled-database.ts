import { afterAll, beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type PgBouncer, sessionSettings, startPgBouncer } from './pgbouncer.ts'

export interface PooledDatabase extends TestDatabase {
  readonly pooler: PgBouncer
}

/** A database with so many sessions behind a PgBouncer; to be read inside tests and hooks only. */
export function pooledDatabase(sessions: number): PooledDatabase {
  const db = testDatabase()
  let started: PgBouncer | undefined
  const current = () => {
    assert(started !== undefined, 'the pooler runs inside tests and hooks only')
    return started
  }
  beforeAll(async () => {
    started = await startPgBouncer([db.url], {
      default_pool_size: String(sessions),
      connect_query: sessionSettings,
    })
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
