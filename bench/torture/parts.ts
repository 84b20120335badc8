import { setTimeout as sleep } from 'node:timers/promises'
import { applicationRole } from '../../packages/server/src/platform/database/settings.ts'
import { freePort } from '../../packages/server/src/platform/free-port.ts'
import {
  hasPgBouncer,
  type PgBouncer,
  sessionSettings,
  startPgBouncer,
} from '../../packages/server/test/pgbouncer.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type Server, type ServerScript, startServer } from '../rounds.ts'
import type { Filled } from './databases.ts'
import type { Part, PartName } from './part.ts'

type Database = Pick<Filled<unknown>, 'urls' | 'parts'>

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

/** The processes of an installation, with a pooler where one is installed. */
export async function startParts(database: Database): Promise<Parts> {
  const { urls } = database
  // Of a cluster, its owner logs in and takes the role of the application.
  const asApplication = `${sessionSettings};set role to ${applicationRole}`
  const pooler = hasPgBouncer
    ? await startPgBouncer([urls.appUrl], { connect_query: asApplication })
    : null
  const settings = pooler === null ? {} : pooledSettings(pooler, urls.appUrl)
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
  return {
    urls,
    ports: [firstPort, secondPort],
    settings,
    crashed,
    byName: new Map<PartName, Part>([
      ...database.parts,
      ...(pooler === null ? [] : [['PgBouncer', { ...pooler, start: pooler.restart }] as const]),
      ...names.map((name) => [name, supervised(servers[name])] as const),
    ]),
    stop: async () => {
      for (const each of Object.values(servers)) await each.stop()
      await pooler?.stop()
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
