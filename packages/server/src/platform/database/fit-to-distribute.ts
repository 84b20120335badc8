import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { migrationLock } from './migrate.ts'

interface Expected {
  /** How messages name the database. */
  readonly place: string
  readonly migrations: readonly string[]
}

/** Only the owner can distribute a database, on the coordinator of a cluster with workers. */
export async function refuseUnfit(client: pg.Client, expected: Expected): Promise<void> {
  const { place, migrations } = expected
  if (!(await isTrue(client, "exists (select from pg_extension where extname = 'citus')"))) {
    throw new StartFailure(`${place} has no extension citus: it is no database of a Citus cluster`)
  }
  if (!(await isTrue(client, '(select groupid = 0 from pg_dist_local_group)'))) {
    throw new StartFailure(`${place} is a worker: DATABASE_OWNER_URL has to name the coordinator`)
  }
  const node = 'from pg_dist_node where isactive and noderole = $$primary$$ and groupid'
  if (!(await isTrue(client, `exists (select ${node} > 0)`))) {
    throw new StartFailure(
      `${place} knows no worker: add one with select citus_add_node('…', 5432)`,
    )
  }
  if (!(await isTrue(client, `exists (select ${node} = 0)`))) {
    throw new StartFailure(
      `${place} is not known to its workers: select citus_set_coordinator_host('…', 5432)`,
    )
  }
  if (!(await isTrue(client, "to_regclass('schema_migration') is not null"))) {
    throw new StartFailure(`${place} is empty: starting the server creates the schema`)
  }
  const owns = `(select pg_has_role(current_user, relowner, 'usage') from pg_class
                  where oid = 'customer'::regclass)`
  if (!(await isTrue(client, owns))) {
    throw new StartFailure(
      `The login doesn’t own the tables: set DATABASE_OWNER_URL to the owner’s`,
    )
  }
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter((name) => !applied.has(name))
  if (missing.length > 0) {
    throw new StartFailure(
      `Not applied yet: ${missing.join(', ')}: starting the server applies them`,
    )
  }
}

/**
 * Servers take the lock of migrations when they start, so they wait for its end, and those that run
 * already have connections.
 */
export async function keepServersOut(client: pg.Client): Promise<void> {
  const free = `pg_try_advisory_lock(hashtextextended('${migrationLock}', 0))`
  if (!(await isTrue(client, free))) {
    throw new StartFailure('A server is starting, or another run is distributing the database')
  }
  await refuseVisitors(client)
}

/** A server that writes meanwhile would do so without foreign keys. */
export async function refuseVisitors(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ who: string }>(
    `select format('%s of %s (%s)', coalesce(nullif(application_name, ''), 'a session'),
                   usename, count(*)) as who
       from pg_stat_activity
      where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()
        and application_name not ilike 'citus%'
      group by application_name, usename order by 1`,
  )
  if (rows.length === 0) return
  throw new StartFailure(
    `Others use the database: ${rows.map(({ who }) => who).join(', ')}. Stop all servers, then run ` +
      'this command again: it continues where it stopped',
  )
}

async function isTrue(client: pg.Client, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean | null }>(`select ${condition} as yes`)
  return rows[0]?.yes === true
}
