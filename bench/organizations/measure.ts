import { runOn } from '../../packages/server/test/sql.ts'
import { ourSubject } from '../../packages/stories/src/races/ours.ts'
import { publicUrl, secret } from '../constants.ts'
import { database, ourServer, type Urls } from '../our-server.ts'
import { peerSubject } from '../races/peer-subject.ts'
import {
  type MeasuredServer,
  type Pair,
  pair,
  type RunOptions,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { insertOurs } from './our-rows.ts'
import { insertPeers } from './peer-rows.ts'
import { peerServer } from './peer-server.ts'
import { seed, type Workloads } from './seed.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  readonly creates: Pair
  readonly lists: Pair
  readonly reads: Pair
  readonly statements: { readonly ours: Statements[]; readonly peer: Statements[] }
}

export async function measure(urls: Urls, options: RunOptions): Promise<Measured> {
  await runOn(urls.ownerUrl, 'create database peer')
  const peerUrl = database(urls.ownerUrl, 'peer')
  const rates = await measureRates(urls, peerUrl, options)
  return { ...rates, statements: await countBoth(urls, peerUrl) }
}

async function measureRates(
  urls: Urls,
  peerUrl: string,
  options: RunOptions,
): Promise<Omit<Measured, 'statements'>> {
  const ours = await startServer(ourServer(urls))
  const peer = await startServer(peerServer(peerUrl, false))
  try {
    const seeded = [
      { server: ours, workloads: await seed(await ourSeed(ours, urls)) },
      { server: peer, workloads: await seed(await peerSeed(peer, peerUrl)) },
    ]
    const run = async (name: keyof Workloads) => {
      const measuredServers = seeded.map(
        ({ server, workloads }): MeasuredServer => ({ server, workload: workloads[name] }),
      )
      return pair(await runRounds(measuredServers, options))
    }
    // Creating runs last, because it makes the tables grow.
    return { lists: await run('lists'), reads: await run('reads'), creates: await run('creates') }
  } finally {
    await Promise.all([ours, peer].map(({ child }) => child.stop()))
  }
}

const ourSeed = async ({ port }: Server, { ownerUrl }: Urls) => ({
  subject: await ourSubject({ port, secret, ownerUrl, publicUrl }),
  databaseUrl: ownerUrl,
  insert: insertOurs(ownerUrl),
})

const peerSeed = async ({ port }: Server, databaseUrl: string) => ({
  subject: await peerSubject(port, databaseUrl),
  databaseUrl,
  insert: insertPeers(databaseUrl),
})

const countBoth = async (urls: Urls, peerUrl: string): Promise<Measured['statements']> => ({
  ours: await statementsOf({
    databaseUrl: urls.appUrl,
    serverScript: (appUrl) => ourServer({ ...urls, appUrl }, { GUILDHALL_ROLES: 'web' }),
    subject: async (server) => (await ourSeed(server, urls)).subject,
    insert: insertOurs(urls.ownerUrl),
  }),
  peer: await statementsOf({
    databaseUrl: peerUrl,
    serverScript: (url) => peerServer(url, false),
    subject: async (server) => (await peerSeed(server, peerUrl)).subject,
    insert: insertPeers(peerUrl),
  }),
})
