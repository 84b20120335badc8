import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type Server, type ServerScript, startServer } from '../rounds.ts'

export type PartName =
  | 'PostgreSQL'
  | 'PgBouncer'
  | 'first web'
  | 'second web'
  | 'first worker'
  | 'second worker'

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
  /** What ended without having been killed, and was started again. */
  readonly crashed: readonly PartName[]
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
  const crashed: PartName[] = []
  const server = (name: PartName, own: Readonly<Record<string, string>>) =>
    serverPart(ourServer(urls, { ...settings, ...own }), () => void crashed.push(name))
  const web = (name: PartName, port: number) =>
    server(name, { GUILDHALL_ROLES: 'web', PORT: String(port) })
  const worker = (name: PartName) => server(name, { GUILDHALL_ROLES: 'worker' })
  const [firstPort, secondPort] = [await freePort(), await freePort()]
  const servers = {
    'first web': web('first web', firstPort),
    'second web': web('second web', secondPort),
    'first worker': worker('first worker'),
    'second worker': worker('second worker'),
  }
  for (const each of Object.values(servers)) await each.start()
  const postgresPart: Part = {
    kill: () => killPostgres(postgres),
    start: async () => {
      postgres = await startPostgres({ dataFolder })
    },
  }
  return {
    urls,
    ports: [firstPort, secondPort],
    settings,
    crashed,
    byName: new Map<PartName, Part>([
      ['PostgreSQL', postgresPart],
      ...(pooler === null ? [] : [['PgBouncer', { ...pooler, start: pooler.restart }] as const]),
      ...names.map((name) => [name, supervised(servers[name])] as const),
    ]),
    stop: async () => {
      for (const each of Object.values(servers)) await each.stop()
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

const names = ['first web', 'second web', 'first worker', 'second worker'] as const
const supervised = ({ kill, restart }: ServerPart): Part => ({ kill, start: restart })

const restartMilliseconds = 500
const isDone = () => true
const isNotDone = () => false

interface ServerPart {
  /** Fails if it doesn’t start. */
  readonly start: () => Promise<void>
  /** Tries again, as a supervisor does, because what it needs may be away at the moment. */
  readonly restart: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A server that ends by itself is started again. */
function serverPart(script: ServerScript, onCrash: () => void): ServerPart {
  let running: Server | null = null
  const restart = async () => {
    while (!(await start().then(isDone, isNotDone))) await sleep(restartMilliseconds)
  }
  const start = async () => {
    const started = await startServer(script)
    running = started
    void started.child.ended.then(() => {
      if (running !== started) return undefined
      onCrash()
      return restart()
    })
  }
  const end = async (how: 'kill' | 'stop') => {
    const ending = running
    running = null
    await ending?.child[how]()
  }
  return { start, restart, kill: () => end('kill'), stop: () => end('stop') }
}

/** Half of the times only the postmaster, of which its processes hear later; else all at once. */
async function killPostgres(postgres: EmbeddedPostgres): Promise<void> {
  process.kill(postgres.pid, Math.random() < 0.5 ? 'SIGKILL' : 'SIGQUIT')
  await postgres.ended
  await postgres.stop()
}
