import { runOn } from '../../packages/server/test/sql.ts'
import type { Workload } from '../load/workload.ts'
import { database, ourServer, type Urls } from '../our-server.ts'
import {
  type Figures,
  type MeasuredServer,
  type Pair,
  pair,
  type RunOptions,
  runRounds,
  type Server,
  type ServerScript,
  startServer,
} from '../rounds.ts'
import { requestsOfManySessions } from './many-sessions.ts'
import { type CopyPlan, ourCopyPlan, peerCopyPlan } from './user-copies.ts'
import { createUsers, type UserRequests } from './users.ts'

export interface Measured {
  readonly sessions: Pair
  /** Session reads from our server with rate limits, and without. */
  readonly limits: Limits
  readonly signIns: Pair
  /** Session reads while other users sign in. */
  readonly whileSigningIn: Pair
  /** Sign-ins to our server with a hash function that returns immediately. */
  readonly unhashed: Figures
}

export interface Limits {
  readonly limited: Figures
  readonly unlimited: Figures
}

/** Turns with sign-ins are longer, because hashing allows only few requests per second. */
const hashingFactor = 2

export async function measure(urls: Urls, options: RunOptions): Promise<Measured> {
  for (const name of ['peer', 'unhashed']) await runOn(urls.ownerUrl, `create database ${name}`)
  const longer = { ...options, seconds: options.seconds * hashingFactor }
  const pairs = await withPreparedServers([ours(urls), peer(urls)], async (prepared) => ({
    sessions: pair(await runRounds(prepared.map(readsSessions), options)),
    limits: await measureLimits(urls, prepared, options),
    signIns: pair(await runRounds(prepared.map(signsIn), longer)),
    whileSigningIn: pair(await runRounds(prepared.map(readsSessionsWhileSigningIn), longer)),
  }))
  const [unhashed] = await withPreparedServers([oursUnhashed(urls)], (prepared) =>
    runRounds(prepared.map(signsIn), options),
  )
  if (unhashed === undefined) throw new Error('expected the figures of one server')
  return { ...pairs, unhashed }
}

async function measureLimits(
  urls: Urls,
  [unlimited]: readonly PreparedServer[],
  options: RunOptions,
): Promise<Limits> {
  if (unlimited === undefined) throw new Error('our server without limits is missing')
  const limited = await startServer(oursLimited(urls))
  try {
    const requests = await requestsOfManySessions(urls.ownerUrl)
    const workload = { requests, expects: '"expiresAt"', connections: 32 }
    const measuredServers = [limited, unlimited.server].map((server) => ({ server, workload }))
    const { ours: first, peer: second } = pair(await runRounds(measuredServers, options))
    return { limited: first, unlimited: second }
  } finally {
    await limited.child.stop()
  }
}

const readsSessions = ({ server, requests }: PreparedServer): MeasuredServer => ({
  server,
  workload: { ...sessionWorkload(requests), connections: 32 },
})

const signsIn = ({ server, requests }: PreparedServer): MeasuredServer => ({
  server,
  workload: signInWorkload(requests, 16),
})

/** 200 requests per second: few enough that only the sign-ins delay them. */
const readsSessionsWhileSigningIn = ({ server, requests }: PreparedServer): MeasuredServer => ({
  server,
  workload: { ...sessionWorkload(requests), connections: 10, everyMilliseconds: 50 },
  background: signInWorkload(requests, 50),
})

const sessionWorkload = ({ getSessions }: UserRequests): Omit<Workload, 'connections'> => ({
  requests: getSessions,
  expects: '"expiresAt"',
})

const signInWorkload = ({ signIns }: UserRequests, connections: number): Workload => ({
  requests: signIns,
  expects: '"token"',
  connections,
})

interface ServerSetup extends ServerScript {
  readonly copyPlan: CopyPlan
}

interface PreparedServer {
  readonly server: Server
  readonly requests: UserRequests
}

const ours = (urls: Urls): ServerSetup => ({
  ...ourServer(urls),
  copyPlan: ourCopyPlan(urls.ownerUrl),
})

/** With rate limits, on the same database. */
const oursLimited = (urls: Urls): ServerScript => ourServer(urls, { GUILDHALL_RATE_LIMIT: 'on' })

const oursUnhashed = ({ appUrl, ownerUrl }: Urls): ServerSetup => ({
  ...ours({ appUrl: database(appUrl, 'unhashed'), ownerUrl: database(ownerUrl, 'unhashed') }),
  replacements: { '/hashing-threads.ts': './accounts/no-hash.ts' },
})

const peer = ({ ownerUrl }: Urls): ServerSetup => ({
  name: 'better-auth',
  script: './accounts/peer.ts',
  args: [database(ownerUrl, 'peer')],
  copyPlan: peerCopyPlan(database(ownerUrl, 'peer')),
})

async function withPreparedServers<T>(
  setups: readonly ServerSetup[],
  task: (prepared: readonly PreparedServer[]) => Promise<T>,
): Promise<T> {
  const servers: Server[] = []
  try {
    const prepared: PreparedServer[] = []
    for (const setup of setups) {
      const server = await startServer(setup)
      servers.push(server)
      prepared.push({ server, requests: await createUsers(server, setup.copyPlan) })
    }
    return await task(prepared)
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()))
  }
}
