import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { isOlder, version } from '../version.ts'
import type { Migration } from './read-migrations.ts'

type Contraction = Pick<Migration, 'name' | 'oldestVersion'>

/**
 * A later version has applied the migration. This one runs on the schema unless the migration took
 * away what it needs.
 */
export function refuseTooOld({ name, oldestVersion }: Contraction): void {
  if (oldestVersion === null || !isOlder(version, oldestVersion)) return
  throw new StartFailure(
    `This is version ${version}, and migration ${name} of a later one has removed what versions ` +
      `before ${oldestVersion} need: start ${oldestVersion} or later`,
  )
}

/** A migration must not take away what servers need that are running. */
export async function refuseRunningBefore(
  client: pg.Client,
  { name, oldestVersion }: Contraction,
): Promise<void> {
  if (oldestVersion === null) return
  const { rows } = await client.query<{ application: string }>(
    `select distinct application_name as application
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name ~ '^guildhall( |$)'
      order by 1`,
  )
  const running = rows.map(({ application }) => application)
  const older = running.filter((one) => isOlder(versionIn(one), oldestVersion))
  if (older.length === 0) return
  throw new StartFailure(
    `Migration ${name} removes what versions before ${oldestVersion} need, and ` +
      `${older.join(' and ')} is running on this database: stop it and start again, or upgrade to ` +
      `${oldestVersion} first. A pooler keeps connections of a stopped server for some minutes`,
  )
}

/** Versions that left out theirs are older than all that have one. */
const versionIn = (application: string): string => application.split(' ')[1] ?? '0.0.0'
