import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { pooledConnection } from './settings.ts'

const silent = new Logger(() => () => undefined)

/** The job queue keeps its own schema, which belongs to the owner like all others. */
export async function migrateQueue(
  client: pg.Client,
  ownerUrl: string,
  appRole: string,
): Promise<void> {
  const pool = new pg.Pool({ ...pooledConnection(ownerUrl), max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
  const role = pg.escapeIdentifier(appRole)
  await client.query(`
    grant usage on schema graphile_worker to ${role};
    grant select on all tables in schema graphile_worker to ${role};
    grant usage on all sequences in schema graphile_worker to ${role}`)
  // These tables have row level security without policies: without one the server's role could
  // add no job, and its workers would find none and say nothing.
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
