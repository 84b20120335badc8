import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../packages/server/src/platform/free-port.ts'
import {
  type EmbeddedPostgres,
  startPostgres,
} from '../../packages/server/src/platform/postgres/start-postgres.ts'
import {
  hasPgBouncer,
  type PgBouncer,
  sessionSettings,
  startPgBouncer,
} from '../../packages/server/test/pgbouncer.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type Server, startServer } from '../rounds.ts'

export type PartName = 'PostgreSQL' | 'PgBouncer' | 'first web' | 'second web' | 'worker'

/** What is killed and started again. */
export interface Part {
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

export interface Parts {
  readonly urls: Urls
  /** Of the processes that take requests. */
  readonly ports: readonly number[]
  /** The settings of all processes. */
  readonly settings: Readonly<Record<string, string>>
  /** In the order in which they need each other. */
  readonly byName: ReadonlyMap<PartName, Part>
  readonly stop: () => Promise<void>
}

/** The whole installation, with a pooler where one is installed. */
export async function startParts(): Promise<Parts> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-torture-'))
  let postgres = await startPostgres({ dataFolder })
  const { ownerUrl, appUrl } = postgres
  const urls = { ownerUrl, appUrl }
  const pooler = hasPgBouncer
    ? await startPgBouncer([appUrl], { connect_query: sessionSettings })
    : null
  const settings = pooler === null ? {} : pooledSettings(pooler, appUrl)
  const ports = [await freePort(), await freePort()]
  const servers = [
    ...ports.map((port) =>
      serverPart(urls, { ...settings, GUILDHALL_ROLES: 'web', PORT: String(port) }),
    ),
    serverPart(urls, { ...settings, GUILDHALL_ROLES: 'worker' }),
  ]
  const [first, second, worker] = servers
  if (first === undefined || second === undefined || worker === undefined) throw new Error('three')
  for (const server of servers) await server.start()
  const postgresPart: Part = {
    kill: () => killPostgres(postgres),
    start: async () => {
      postgres = await startPostgres({ dataFolder })
    },
  }
  return {
    urls,
    ports,
    settings,
    byName: new Map<PartName, Part>([
      ['PostgreSQL', postgresPart],
      ...(pooler === null ? [] : [['PgBouncer', { ...pooler, start: pooler.restart }] as const]),
      ['first web', first],
      ['second web', second],
      ['worker', worker],
    ]),
    stop: async () => {
      for (const server of servers) await server.stop()
      await pooler?.stop()
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const pooledSettings = (pooler: PgBouncer, appUrl: string) => ({
  DATABASE_URL: pooler.through(appUrl),
  DATABASE_POOLED: 'on',
  DATABASE_DIRECT_URL: appUrl,
})

function serverPart(
  urls: Urls,
  settings: Readonly<Record<string, string>>,
): Part & { readonly stop: () => Promise<void> } {
  let running: Server | null = null
  return {
    kill: async () => running?.child.kill(),
    start: async () => {
      running = await startServer(ourServer(urls, settings))
    },
    stop: async () => running?.child.stop(),
  }
}

/** Half of the times only the postmaster, of which its processes hear later; else all at once. */
async function killPostgres(postgres: EmbeddedPostgres): Promise<void> {
  process.kill(postgres.pid, Math.random() < 0.5 ? 'SIGKILL' : 'SIGQUIT')
  await postgres.ended
  await postgres.stop()
}
