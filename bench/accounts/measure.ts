import { runOn } from '../../packages/server/test/sql.ts'
import type { Demand } from '../load/order.ts'
import {
  type Candidate,
  type Contestant,
  type Extent,
  type Figures,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { type Copying, copiesOfOurs, copiesOfPeer } from './copies.ts'
import { type People, settle } from './people.ts'

export interface Measured {
  readonly sessions: Pair
  readonly signIns: Pair
  /** Sessions read while others sign in. */
  readonly besides: Pair
  /** Signing in to ours, with a hashing that returns at once. */
  readonly unhashed: Figures
}

export interface Pair {
  readonly ours: Figures
  readonly peer: Figures
}

/** A turn with hashes in it has few requests a second, so it lasts longer. */
const hashingTimes = 2

export async function measure(urls: Urls, extent: Extent): Promise<Measured> {
  for (const name of ['peer', 'unhashed']) await runOn(urls.ownerUrl, `create database ${name}`)
  const longer = { ...extent, seconds: extent.seconds * hashingTimes }
  const pairs = await withSettled([ours(urls), peer(urls)], async (settled) => ({
    sessions: pair(await runRounds(settled.map(readsSessions), extent)),
    signIns: pair(await runRounds(settled.map(signsIn), longer)),
    besides: pair(await runRounds(settled.map(readsSessionsBesides), longer)),
  }))
  const [unhashed] = await withSettled([oursUnhashed(urls)], (settled) =>
    runRounds(settled.map(signsIn), extent),
  )
  if (unhashed === undefined) throw new Error('one server has one row of figures')
  return { ...pairs, unhashed }
}

function pair([first, second]: readonly Figures[]): Pair {
  if (first === undefined || second === undefined) throw new Error('two servers have two figures')
  return { ours: first, peer: second }
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

interface Urls {
  readonly ownerUrl: string
  readonly appUrl: string
}

interface Settler extends Candidate {
  readonly copying: Copying
}

interface Settled {
  readonly server: Server
  readonly people: People
}

const ours = ({ appUrl, ownerUrl }: Urls): Settler => ({
  name: 'guildhall',
  script: './accounts/ours.ts',
  args: [appUrl, ownerUrl, new URL('../../packages/server/', import.meta.url).href],
  copying: copiesOfOurs(ownerUrl),
})

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

function database(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

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
