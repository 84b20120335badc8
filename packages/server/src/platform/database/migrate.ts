import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { StartFailure } from '../start-failure.ts'
import { onConnection } from './connect.ts'
import { isDistributed, isPartlyDistributed, migrateDistributed } from './distribute.ts'
import { refuseRunningBefore, refuseTooOld } from './oldest-version.ts'
import { migrateQueue } from './queue-schema.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { ensureRole } from './roles.ts'

export interface MigrationOptions {
  /** The role that the server works as; it is granted what it needs and no more. */
  readonly appRole: string
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly oldestVersion: string | null
}

const oldestServerVersion = 150_000
/** Held by the process that migrates the database, or distributes it. */
export const migrationLock = 'guildhall.migrations'

/**
 * Migrates the schema to the newest file of the folder and grants it to the server's role. Safe to
 * run concurrently from several processes, and while older ones work. Returns the names of the
 * applied migrations.
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
  await locked(client, () => ensureRecords(client))
  const applied: string[] = []
  for (;;) {
    const name = await withTurns(() => locked(client, () => applyNext(client, migrations)))
    if (name === null) break
    applied.push(name)
  }
  await locked(client, () => finish(client, options))
  return applied
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

async function ensureRecords(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now(),
       oldest_version text
     )`,
  )
  const { rows } = await client.query(
    `select from pg_attribute
      where attrelid = 'schema_migration'::regclass and attname = 'oldest_version'`,
  )
  // Even where nothing is to be added, the statement would wait for a migration that is under way.
  if (rows.length > 0) return
  await client.query('alter table schema_migration add column oldest_version text')
}

const lockTimeout = '3s'
/** A lock timeout, and a deadlock with a request. */
const lockCodes = new Set(['55P03', '40P01'])
const turnMilliseconds = 1_000
const turnsMax = 200

/**
 * While a migration waits for the lock of a table, all requests that use it wait behind: it lets
 * them through, and tries again.
 */
async function withTurns<T>(run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isAboutLocks(error) || turn === turnsMax) throw error
      await sleep(turnMilliseconds)
    }
  }
}

const isAboutLocks = (error: unknown): boolean =>
  error instanceof StartFailure &&
  error.cause instanceof pg.DatabaseError &&
  lockCodes.has(error.cause.code ?? '')

async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<string | null> {
  const applied = await listApplied(client)
  for (const record of applied) refuseUnlike(record, migrations[record.number - 1])
  const next = migrations[applied.length]
  if (next === undefined) return null
  await refuseRunningBefore(client, next)
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  if (await isDistributed(client)) await migrateDistributed(client, () => apply(client, next))
  else await apply(client, next)
  await client.query(
    `insert into schema_migration (number, name, checksum, oldest_version)
     values ($1, $2, $3, $4)`,
    [next.number, next.name, next.checksum, next.oldestVersion],
  )
  return next.name
}

/** Also of a database that was migrated before migrations could contract. */
export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select number, name, checksum, to_jsonb(m) ->> 'oldest_version' as "oldestVersion"
       from schema_migration m order by number`,
  )
  return rows
}

export function refuseUnlike(applied: AppliedMigration, file: Migration | undefined): void {
  if (file === undefined) refuseTooOld(applied)
  else if (file.name !== applied.name || file.checksum !== applied.checksum) {
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
