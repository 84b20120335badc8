import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openClientPool } from './primary-hosts.ts'
import { pooledConnection } from './settings.ts'

const silent = new Logger(() => () => undefined)

/** The newest migration of the bundled queue version. */
export const queueRevision = 19

/** The job queue keeps its own schema, which belongs to the owner like all others. */
export async function migrateQueue(
  client: pg.Client,
  ownerUrl: string,
  appRole: string,
): Promise<void> {
  // Most starts change nothing; skipping the DDL keeps the plans cached by other processes valid.
  if ((await readRevision(client)) !== queueRevision) await migrateByItself(ownerUrl)
  if (!(await isGranted(client, appRole))) await grant(client, appRole)
}

async function readRevision(client: pg.Client): Promise<number | null> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  )
  if (found[0]?.isThere !== true) return null
  const { rows } = await client.query<{ revision: number | null }>(
    'select max(id) as revision from graphile_worker.migrations',
  )
  return rows[0]?.revision ?? null
}

async function migrateByItself(ownerUrl: string): Promise<void> {
  const pool = openClientPool({ ...pooledConnection(ownerUrl), max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}

/** Whether the role has everything that `grant` would grant. */
async function isGranted(client: pg.Client, appRole: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select has_schema_privilege($1, 'graphile_worker', 'usage')
        and bool_and(case
              when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage')
              when not c.relrowsecurity then has_table_privilege($1, c.oid, 'select')
              else has_table_privilege($1, c.oid, 'select')
                   and has_table_privilege($1, c.oid, 'insert')
                   and has_table_privilege($1, c.oid, 'update')
                   and has_table_privilege($1, c.oid, 'delete')
                   and exists (select from pg_policy p
                                where p.polrelid = c.oid and to_regrole($2) = any (p.polroles))
            end) as granted
       from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
    [appRole, pg.escapeIdentifier(appRole)],
  )
  return rows[0]?.granted === true
}

async function grant(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole)
  await client.query(`
    grant usage on schema graphile_worker to ${role};
    grant select on all tables in schema graphile_worker to ${role};
    grant usage on all sequences in schema graphile_worker to ${role}`)
  // These tables have row level security without policies: without one the server's role could add
  // no job, and its workers would silently find none.
  const { rows } = await client.query<{ name: string; open: boolean }>(
    `select c.oid::regclass::text as name,
            exists (select from pg_policy p
                     where p.polrelid = c.oid and to_regrole($1) = any (p.polroles)) as open
       from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity`,
    [role],
  )
  for (const { name, open } of rows) {
    await client.query(`grant insert, update, delete on ${name} to ${role}`)
    if (open) continue
    const policy = pg.escapeIdentifier(`server_${appRole}`)
    await client.query(
      `create policy ${policy} on ${name} to ${role} using (true) with check (true)`,
    )
  }
}
