import { runOn } from '../../packages/server/test/sql.ts'
import { ourSubject } from '../../packages/stories/src/races/ours.ts'
import { database, ourServer, type Urls } from '../our-server.ts'
import { peerSubject } from '../races/peer-subject.ts'
import {
  type Contestant,
  type Extent,
  type Pair,
  pair,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { publicUrl, secret } from '../setting.ts'
import { insertOurs } from './our-rows.ts'
import { insertPeers } from './peer-rows.ts'
import { peerServer } from './peer-server.ts'
import { type Demands, settle } from './settle.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  readonly creates: Pair
  readonly lists: Pair
  readonly reads: Pair
  readonly statements: { readonly ours: Statements[]; readonly peer: Statements[] }
}

export async function measure(urls: Urls, extent: Extent): Promise<Measured> {
  await runOn(urls.ownerUrl, 'create database peer')
  const peerUrl = database(urls.ownerUrl, 'peer')
  const rates = await measureRates(urls, peerUrl, extent)
  return { ...rates, statements: await countBoth(urls, peerUrl) }
}

async function measureRates(
  urls: Urls,
  peerUrl: string,
  extent: Extent,
): Promise<Omit<Measured, 'statements'>> {
  const ours = await startServer(ourServer(urls))
  const peer = await startServer(peerServer(peerUrl, false))
  try {
    const settled = [
      { server: ours, demands: await settle(await ourSettler(ours, urls)) },
      { server: peer, demands: await settle(await peerSettler(peer, peerUrl)) },
    ]
    const run = async (name: keyof Demands) => {
      const contestants = settled.map(
        ({ server, demands }): Contestant => ({ server, demand: demands[name] }),
      )
      return pair(await runRounds(contestants, extent))
    }
    // Creating comes last, because it makes the tables grow.
    return { lists: await run('lists'), reads: await run('reads'), creates: await run('creates') }
  } finally {
    await Promise.all([ours, peer].map(({ child }) => child.stop()))
  }
}

const ourSettler = async ({ port }: Server, { ownerUrl }: Urls) => ({
  subject: await ourSubject({ port, secret, ownerUrl, publicUrl }),
  databaseUrl: ownerUrl,
  insert: insertOurs(ownerUrl),
})

const peerSettler = async ({ port }: Server, databaseUrl: string) => ({
  subject: await peerSubject(port, databaseUrl),
  databaseUrl,
  insert: insertPeers(databaseUrl),
})

const countBoth = async (urls: Urls, peerUrl: string): Promise<Measured['statements']> => ({
  ours: await statementsOf({
    databaseUrl: urls.appUrl,
    candidate: (appUrl) => ourServer({ ...urls, appUrl }, { GUILDHALL_ROLES: 'web' }),
    subject: async (server) => (await ourSettler(server, urls)).subject,
    insert: insertOurs(urls.ownerUrl),
  }),
  peer: await statementsOf({
    databaseUrl: peerUrl,
    candidate: (url) => peerServer(url, false),
    subject: async (server) => (await peerSettler(server, peerUrl)).subject,
    insert: insertPeers(peerUrl),
  }),
})
