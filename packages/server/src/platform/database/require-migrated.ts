import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { listApplied, refuseUnlike } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

/** Whether the tables belong to a role that this login can't act as, so that it can't migrate them. */
export async function isOwnedByAnother(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ foreign: boolean }>(
    `select not pg_has_role(session_user, relowner, 'usage') as "foreign"
     from pg_class where oid = to_regclass('schema_migration')`,
  )
  return rows[0]?.foreign === true
}

/** For a process that doesn't have the owner's login: another one migrates the database for it. */
export async function requireMigrated(client: pg.Client, folder: string): Promise<void> {
  const migrations = await readMigrations(folder)
  const applied = await listApplied(client)
  for (const record of applied) refuseUnlike(record, migrations[record.number - 1])
  const missing = migrations[applied.length]
  if (missing === undefined) return
  throw new StartFailure(
    `Migration ${missing.name} has not been applied to this database, and only its owner can: ` +
      'run guildhall migrate with DATABASE_OWNER_URL, or set it here',
  )
}
