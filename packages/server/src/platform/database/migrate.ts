import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { StartFailure } from '../start-failure.ts'
import { onConnection } from './connect.ts'
import { isDistributed, isPartlyDistributed, migrateDistributed } from './distribute.ts'
import { migrateQueue } from './queue-schema.ts'
import { ensureRole } from './roles.ts'

export interface MigrationOptions {
  /** The role that the server works as; it is granted what it needs and no more. */
  readonly appRole: string
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const oldestServerVersion = 150_000
/** Held by the process that migrates the database, or distributes it. */
export const migrationLock = 'guildhall.migrations'

/**
 * Migrates the schema to the newest file of the folder and grants it to the server's role. Safe to
 * run concurrently from several processes. Returns the names of the applied migrations.
 */
export const migrate = (
  ownerUrl: string,
  folder: string,
  options: MigrationOptions,
): Promise<string[]> =>
  onConnection(ownerUrl, (client) => migrateOn(client, folder, { ...options, ownerUrl }))

interface OwnersOptions extends MigrationOptions {
  /** Where the owner connects to a second database. */
  readonly ownerUrl: string
}

/** The same on an existing connection of the owner. */
export async function migrateOn(
  client: pg.Client,
  folder: string,
  options: OwnersOptions,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  refuseOldServer(await readVersion(client))
  await refusePartlyDistributed(client)
  await ensureRole(client, options.appRole)
  const applied: string[] = []
  for (;;) {
    const name = await locked(client, () => applyNext(client, migrations))
    if (name === null) break
    applied.push(name)
  }
  await locked(client, () => finish(client, options))
  return applied
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (Number.isNaN(number)) {
        throw new StartFailure(`Migration ${name} is not named like 0001_what_it_does.sql`)
      }
      if (number !== index + 1) {
        const expected = String(index + 1).padStart(4, '0')
        throw new StartFailure(`Migration ${name} is in the place of number ${expected}`)
      }
      const sql = await readFile(join(folder, name), 'utf8')
      if (/^\s*(begin|commit|rollback)\s*;/im.test(sql)) {
        throw new StartFailure(`Migration ${name} must leave its transaction to the runner`)
      }
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

interface ServerVersion {
  readonly version: string
  readonly number: number
}

async function readVersion(client: pg.Client): Promise<ServerVersion> {
  const { rows } = await client.query<ServerVersion>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as number`,
  )
  const [server] = rows
  assert(server !== undefined, 'a server has a version')
  return server
}

export function refuseOldServer({ version, number }: ServerVersion): void {
  if (number >= oldestServerVersion) return
  throw new StartFailure(`PostgreSQL 15 or newer is needed, but the server is ${version}`)
}

async function refusePartlyDistributed(client: pg.Client): Promise<void> {
  if (!(await isPartlyDistributed(client))) return
  throw new StartFailure('Only a part of this database is distributed: run guildhall distribute')
}

/** Runs in its own transaction, one process of the cluster at a time. */
async function locked<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    // Waiting for other processes and migrating existing data may take arbitrarily long.
    await client.query(
      `set local timezone = 'UTC'; set local statement_timeout = 0; set local lock_timeout = 0;
       set local idle_in_transaction_session_timeout = 0`,
    )
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [migrationLock])
    const result = await run()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<string | null> {
  const applied = await listApplied(client)
  for (const record of applied) refuseChanged(record, migrations[record.number - 1])
  const next = migrations[applied.length]
  if (next === undefined) return null
  if (await isDistributed(client)) await migrateDistributed(client, () => apply(client, next))
  else await apply(client, next)
  await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
    next.number,
    next.name,
    next.checksum,
  ])
  return next.name
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(
    `create table if not exists schema_migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  )
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migration order by number',
  )
  return rows
}

function refuseChanged(applied: AppliedMigration, file: Migration | undefined): void {
  if (file === undefined) {
    throw new StartFailure(
      `Migration ${applied.name} was applied to this database but is not part of this version`,
    )
  }
  if (file.name !== applied.name || file.checksum !== applied.checksum) {
    throw new StartFailure(
      `Migration ${file.name} differs from ${applied.name} as applied to this database`,
    )
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const place = placeOf(migration.sql, Number(error.position))
    throw new StartFailure(
      `Migration ${migration.name} failed${place}: ${error.message} (${error.code})`,
      {
        cause: error,
      },
    )
  }
}

function placeOf(sql: string, position: number): string {
  if (Number.isNaN(position)) return ''
  const before = sql.slice(0, position - 1).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

async function finish(client: pg.Client, { ownerUrl, appRole }: OwnersOptions): Promise<void> {
  await client.query('select guildhall_grant($1)', [appRole])
  await client.query('select guildhall_prepare_partitions()')
  await migrateQueue(client, ownerUrl, appRole)
}
