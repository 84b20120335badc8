import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../src/platform/postgres/start-postgres.ts'
import type { TestDatabase } from './database.ts'
import { closePools, onConnection } from './sql.ts'

/** A PostgreSQL of its own, because others must not be stopped or promoted. */
interface ReplicatedServer {
  readonly url: string
  readonly ownerUrl: string
  readonly superuserUrl: string
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
}

export interface Replicated extends TestDatabase {
  readonly primary: ReplicatedServer
  readonly replica: ReplicatedServer
  /** Settings of a server that reads from the replica; it is named when they are read. */
  readonly settings: (more?: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Settings of a server that uses that of both which takes writes. */
  readonly failoverSettings: Replicated['settings']
  /** Starts a killed server with its data. */
  readonly restart: (which: 'primary' | 'replica') => Promise<void>
  /** Waits until the replica has everything. */
  readonly caughtUp: () => Promise<void>
}

interface ReplicationOptions {
  /** Whether commits wait for the replica. */
  readonly isSynchronous?: boolean
}

const settings = { max_connections: '100', wal_keep_size: '256MB' }

/** A migrated primary and a streaming replica of it; to be read inside tests and hooks only. */
export function replicatedDatabase(options: ReplicationOptions = {}): Replicated {
  let started: Started | undefined
  const current = () => {
    assert(started !== undefined, 'the replicated database runs inside tests and hooks only')
    return started
  }
  beforeAll(async () => {
    started = await startReplicated(options)
  }, startMilliseconds)
  afterAll(() => started?.stop())
  return {
    get url() {
      return current().url
    },
    get ownerUrl() {
      return current().ownerUrl
    },
    get database() {
      return current().database
    },
    get primary() {
      return current().primary
    },
    get replica() {
      return current().replica
    },
    settings: (more = {}) => ({
      ...more,
      get DATABASE_REPLICA_URL() {
        return current().replica.url
      },
    }),
    failoverSettings: (more = {}) => ({
      ...more,
      get DATABASE_URL() {
        return either(current().primary.url, current().replica.url)
      },
      get DATABASE_OWNER_URL() {
        return either(current().primary.ownerUrl, current().replica.ownerUrl)
      },
    }),
    restart: (which) => current().restart(which),
    caughtUp: () => current().caughtUp(),
  }
}

/** One URL of both servers. */
function either(one: string, other: string): string {
  const [, host = ''] = /[?&]host=([^&]*)/.exec(other) ?? []
  return one.replace(/([?&]host=[^&]*)/, `$1,${host}`).replace(/([?&]port=)(\d+)/, '$1$2,$2')
}

const startMilliseconds = 60_000

type Started = Omit<Replicated, 'settings' | 'failoverSettings'> & { stop(): Promise<void> }

async function startReplicated(options: ReplicationOptions): Promise<Started> {
  const { isSynchronous = false } = options
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-replicated-'))
  const folders = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
  await mkdir(folders.primary)
  await mkdir(folders.replica)
  const ofPrimary = {
    ...settings,
    ...(isSynchronous && { synchronous_commit: 'remote_apply', synchronous_standby_names: '*' }),
  }
  // A cluster that is stopped may be copied as it is.
  const first = await start(folders.primary, settings)
  await first.stop()
  await copyCluster(folders.primary, folders.replica)
  const running = { primary: await start(folders.primary, settings), replica: first }
  await allowReplication(folders.primary, running.primary)
  const replicaSettings = {
    ...settings,
    primary_conninfo: conninfoOf(superuserUrlOf(running.primary)),
    wal_retrieve_retry_interval: '100ms',
  }
  running.replica = await start(folders.replica, replicaSettings)
  await migrate(running.primary.ownerUrl, migrationsFolder, { appRole: 'guildhall_app' })
  await applySettings(running.primary, ofPrimary)
  const database = await openDatabase({ url: running.primary.appUrl }, pino({ level: 'silent' }))
  const serverOf = (which: 'primary' | 'replica'): ReplicatedServer => ({
    url: running[which].appUrl,
    ownerUrl: running[which].ownerUrl,
    superuserUrl: superuserUrlOf(running[which]),
    kill: async () => {
      process.kill(running[which].pid, 'SIGQUIT')
      await running[which].ended
      await running[which].stop()
    },
  })
  return {
    url: running.primary.appUrl,
    ownerUrl: running.primary.ownerUrl,
    database,
    primary: serverOf('primary'),
    replica: serverOf('replica'),
    restart: async (which: 'primary' | 'replica') => {
      running[which] = await start(folders[which], which === 'primary' ? settings : replicaSettings)
    },
    caughtUp: () => caughtUp(running),
    stop: async () => {
      await closing(database)
      await closePools(
        ...[running.primary, running.replica].flatMap(({ appUrl, ownerUrl }) => [appUrl, ownerUrl]),
      )
      await running.replica.stop()
      await running.primary.stop()
      await rm(folder, { recursive: true, maxRetries: 3 })
    },
  }
}

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

const start = (dataFolder: string, given: Readonly<Record<string, string>>) =>
  startPostgres({ dataFolder, settings: { ...given, fsync: 'off' } })

async function copyCluster(from: string, to: string): Promise<void> {
  const cluster = join(to, 'postgres')
  await cp(join(from, 'postgres'), cluster, { recursive: true, preserveTimestamps: true })
  await writeFile(join(cluster, 'standby.signal'), '')
}

/** The launcher writes the file at each start, without a line for replication. */
async function allowReplication(folder: string, primary: EmbeddedPostgres): Promise<void> {
  const line = 'local replication all peer map=guildhall\n'
  await appendFile(join(folder, 'postgres/pg_hba.conf'), line)
  await onConnection(superuserUrlOf(primary), (client) => client.query('select pg_reload_conf()'))
}

const superuserUrlOf = ({ ownerUrl }: EmbeddedPostgres): string =>
  ownerUrl.replace('guildhall_owner@', 'postgres@')

function conninfoOf(url: string): string {
  const { host } = new pg.Client(url)
  return `user=postgres host=${host} port=5432 sslmode=disable application_name=replica`
}

async function applySettings(
  server: EmbeddedPostgres,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await onConnection(superuserUrlOf(server), async (client) => {
    for (const [name, value] of Object.entries(values)) {
      if (name in settings) continue
      await client.query(`alter system set ${name} = '${value}'`)
    }
    await client.query('select pg_reload_conf()')
  })
}

async function caughtUp(running: Record<'primary' | 'replica', EmbeddedPostgres>): Promise<void> {
  const [at] = await onConnection(superuserUrlOf(running.primary), (client) =>
    client.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at'),
  ).then(({ rows }) => rows)
  assert(at !== undefined, 'the primary has a position')
  await onConnection(superuserUrlOf(running.replica), async (client) => {
    const reached = `select pg_last_wal_replay_lsn() >= '${at.at}' as "isReached"`
    for (;;) {
      const { rows } = await client.query<{ isReached: boolean }>(reached)
      if (rows[0]?.isReached === true) return
      await client.query('select pg_sleep(0.02)')
    }
  })
}

/** A server that was killed leaves connections that can’t be closed in order. */
const closing = (database: Database) => database.close().catch(() => undefined)
