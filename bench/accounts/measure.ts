import { runOn } from '../../packages/server/test/sql.ts'
import type { Demand } from '../load/order.ts'
import { database, ourServer, type Urls } from '../our-server.ts'
import {
  type Candidate,
  type Contestant,
  type Extent,
  type Figures,
  type Pair,
  pair,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { type Copying, copiesOfOurs, copiesOfPeer } from './copies.ts'
import { requestsOfManySessions } from './many-sessions.ts'
import { type People, settle } from './people.ts'

export interface Measured {
  readonly sessions: Pair
  /** Sessions of ours with rate limits, beside ours without. */
  readonly limits: Limits
  readonly signIns: Pair
  /** Sessions read while others sign in. */
  readonly besides: Pair
  /** Signing in to ours, with a hashing that returns at once. */
  readonly unhashed: Figures
}

export interface Limits {
  readonly counted: Figures
  readonly free: Figures
}

/** A turn with hashes in it has few requests a second, so it lasts longer. */
const hashingTimes = 2

export async function measure(urls: Urls, extent: Extent): Promise<Measured> {
  for (const name of ['peer', 'unhashed']) await runOn(urls.ownerUrl, `create database ${name}`)
  const longer = { ...extent, seconds: extent.seconds * hashingTimes }
  const pairs = await withSettled([ours(urls), peer(urls)], async (settled) => ({
    sessions: pair(await runRounds(settled.map(readsSessions), extent)),
    limits: await measureLimits(urls, settled, extent),
    signIns: pair(await runRounds(settled.map(signsIn), longer)),
    besides: pair(await runRounds(settled.map(readsSessionsBesides), longer)),
  }))
  const [unhashed] = await withSettled([oursUnhashed(urls)], (settled) =>
    runRounds(settled.map(signsIn), extent),
  )
  if (unhashed === undefined) throw new Error('one server has one row of figures')
  return { ...pairs, unhashed }
}

async function measureLimits(
  urls: Urls,
  [free]: readonly Settled[],
  extent: Extent,
): Promise<Limits> {
  if (free === undefined) throw new Error('ours without limits has settled')
  const counted = await startServer(oursLimited(urls))
  try {
    const requests = await requestsOfManySessions(urls.ownerUrl)
    const demand = { requests, expects: '"expiresAt"', connections: 32 }
    const contestants = [counted, free.server].map((server) => ({ server, demand }))
    const { ours: first, peer: second } = pair(await runRounds(contestants, extent))
    return { counted: first, free: second }
  } finally {
    await counted.child.stop()
  }
}

const readsSessions = ({ server, people }: Settled): Contestant => ({
  server,
  demand: { ...sessionDemand(people), connections: 32 },
})

const signsIn = ({ server, people }: Settled): Contestant => ({
  server,
  demand: signInDemand(people, 16),
})

/** 200 requests a second, so that it's the sign-ins that make them wait and not each other. */
const readsSessionsBesides = ({ server, people }: Settled): Contestant => ({
  server,
  demand: { ...sessionDemand(people), connections: 10, everyMilliseconds: 50 },
  meanwhile: signInDemand(people, 50),
})

const sessionDemand = ({ getSessions }: People): Omit<Demand, 'connections'> => ({
  requests: getSessions,
  expects: '"expiresAt"',
})

const signInDemand = ({ signIns }: People, connections: number): Demand => ({
  requests: signIns,
  expects: '"token"',
  connections,
})

interface Settler extends Candidate {
  readonly copying: Copying
}

interface Settled {
  readonly server: Server
  readonly people: People
}

const ours = (urls: Urls): Settler => ({
  ...ourServer(urls),
  copying: copiesOfOurs(urls.ownerUrl),
})

/** On the same database. */
const oursLimited = (urls: Urls): Candidate => ourServer(urls, { GUILDHALL_RATE_LIMIT: 'on' })

const oursUnhashed = ({ appUrl, ownerUrl }: Urls): Settler => ({
  ...ours({ appUrl: database(appUrl, 'unhashed'), ownerUrl: database(ownerUrl, 'unhashed') }),
  instead: { '/hashing-threads.ts': './accounts/no-hash.ts' },
})

const peer = ({ ownerUrl }: Urls): Settler => ({
  name: 'better-auth',
  script: './accounts/peer.ts',
  args: [database(ownerUrl, 'peer')],
  copying: copiesOfPeer(database(ownerUrl, 'peer')),
})

async function withSettled<T>(
  settlers: readonly Settler[],
  task: (settled: readonly Settled[]) => Promise<T>,
): Promise<T> {
  const servers: Server[] = []
  try {
    const settled: Settled[] = []
    for (const settler of settlers) {
      const server = await startServer(settler)
      servers.push(server)
      settled.push({ server, people: await settle(server, settler.copying) })
    }
    return await task(settled)
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()))
  }
}
