import {
  type Driver,
  Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresIntrospector,
} from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { SnakeCaseCompiler } from './casing.ts'
import { openShares, type Shares } from './connection-share.ts'
import type { Tables } from './db-types.gen.ts'
import { NamingDriver } from './naming-driver.ts'
import { openClientPool, type ServerConnection } from './primary-hosts.ts'
import { openReader, type Read } from './reader.ts'
import { ReadingDriver } from './reading-driver.ts'
import { type DatabaseSettings, directConnection, pooledConnection } from './settings.ts'
import { openTransactions, type Transact } from './transactions.ts'

export interface Database {
  /** For kysely statements that write, or must see everything committed before. */
  readonly kysely: Kysely<Tables>
  /** For single kysely reads, which share connections with all concurrent reads. */
  readonly reads: Kysely<Tables>
  readonly transact: Transact
  /** By these one organization can’t use all connections, so that others find one. */
  readonly shares: Shares
  readonly pool: pg.Pool
  /**
   * Connections that bypass the pooler, for the job queue. The same pool when there is no pooler.
   */
  readonly directPool: pg.Pool
  /** The configuration of connections that keep their session, for LISTEN and session locks. */
  readonly listening: ServerConnection
  /** Organizations are on different nodes of a cluster, which a locking statement can’t span. */
  readonly isDistributed: boolean
  readonly read: Read
  readonly close: () => Promise<void>
}

export interface DatabaseLog {
  warn: Logger['warn']
}

const connectionsMaxDefault = 10
/** The queue listens on one of them. */
const leftToOthers = 3

/** Opens the database and checks that it responds. */
export async function openDatabase(
  settings: DatabaseSettings,
  log: DatabaseLog,
): Promise<Database> {
  const database = await openConnections(settings, log)
  try {
    const { rows } = await database.pool.query("select from pg_extension where extname = 'citus'")
    if (rows.length === 0) return database
    return { ...database, ...openWrites(database.pool, settings, true), isDistributed: true }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens a database that may be unavailable: each connection is made when it is needed. */
export async function openConnections(
  settings: DatabaseSettings,
  log: DatabaseLog,
): Promise<Database> {
  const { url, directUrl, role, pooled = false } = settings
  const max = settings.connectionsMax ?? connectionsMaxDefault
  const direct = directConnection(directUrl ?? url, role)
  const shared = pooled ? pooledConnection(url) : directConnection(url, role)
  const pool = openPool({ ...shared, max, pipeline: true }, log)
  const directPool = pooled ? openPool({ ...direct, max }, log) : pool
  const reader = openReader(shared, !pooled)
  const reads = openKysely(new ReadingDriver(reader.query, { named: !pooled }))

  const watches = [...new Set([shared.hosts, direct.hosts])].flatMap(
    (hosts) => hosts?.watch(log) ?? [],
  )

  async function close(): Promise<void> {
    await Promise.all(watches.map((watch) => watch.stop()))
    await reader.close()
    // Kysely would end the pool only if it had been used.
    await pool.end()
    if (directPool !== pool) await directPool.end()
  }

  return {
    ...openWrites(pool, settings, false),
    shares: openShares(Math.max(1, max - leftToOthers)),
    isDistributed: false,
    reads,
    pool,
    directPool,
    listening: direct,
    read: reader.read,
    close,
  }
}

export function openPool(config: ServerConnection & pg.PoolConfig, log: DatabaseLog): pg.Pool {
  const pool = openClientPool(config)
  // Connections fail when the server exits; without a listener that would be an uncaught error.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type Writes = Pick<Database, 'kysely' | 'transact'>

const openWrites = (
  pool: pg.Pool,
  { role, pooled = false }: DatabaseSettings,
  isDistributed: boolean,
): Writes => writesOn(new NamingDriver(pool, { isDistributed, areShared: pooled, role }))

/** All writes go through this driver. */
export function writesOn(driver: Driver): Writes {
  const config = configOf(driver)
  const kysely = new Kysely<Tables>(config)
  const { dialect } = config
  const executor = kysely.getExecutor()
  return { kysely, transact: openTransactions(driver, { config, dialect, executor }) }
}

const openKysely = (driver: Driver) => new Kysely<Tables>(configOf(driver))

const configOf = (driver: Driver): KyselyConfig => ({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new SnakeCaseCompiler(),
  },
})
