import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { ReadinessCheck } from '../platform/http/readiness.ts'

export function readinessChecks(database: Database): Readonly<Record<string, ReadinessCheck>> {
  return {
    // The server migrates before it listens, so a database that answers has the right schema.
    database: async () => {
      await sql`select from schema_migration limit 1`.execute(database.kysely)
    },
  }
}
