import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'

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
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const missing = names.find((name) => !applied.has(name))
  if (missing !== undefined) {
    throw new StartFailure(
      `Migration ${missing} has not been applied to this database, and only its owner can: ` +
        'run guildhall migrate with DATABASE_OWNER_URL, or set it here',
    )
  }
  const later = rows.find(({ name }) => !names.includes(name))
  if (later === undefined) return
  throw new StartFailure(
    `Migration ${later.name} was applied to this database but is not part of this version`,
  )
}
