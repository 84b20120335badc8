import { runOn } from '../../packages/server/test/sql.ts'
import { startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type RunOptions, startServer } from '../rounds.ts'
import { runTurn, type Setup, type Turn } from './measure.ts'
import type { Offer, PurchaseJob } from './purchase-job.ts'

/** A server on a database of its own, with buyers. */
export interface Shop {
  readonly name: string
  readonly setup: Setup
  readonly job: Omit<PurchaseJob, 'seconds'>
  readonly turns: Turn[]
}

interface NewShop {
  readonly name: string
  readonly urls: Urls
  readonly settings?: Readonly<Record<string, string>>
  readonly newOffers: () => Promise<readonly Offer[]>
  readonly nodes?: readonly string[]
}

const buyers = 16
const warmUpSeconds = 3

export async function openShop({
  name,
  urls,
  settings,
  newOffers,
  nodes = [],
}: NewShop): Promise<Shop> {
  const server = await startServer(ourServer(urls, settings))
  const { child: load } = await startChild('./purchases/load.ts', [])
  const offers = await newOffers()
  const job = { port: server.port, buyers, offers }
  return { name, setup: { server: server.child, load, urls, nodes }, job, turns: [] }
}

export const closeShop = async ({ setup }: Shop): Promise<void> => {
  await Promise.all([setup.server.stop(), setup.load.stop()])
}

/** Other load on the machine affects all of them equally. */
export async function buyByTurns(
  shops: readonly Shop[],
  { rounds, seconds }: RunOptions,
): Promise<void> {
  for (const { setup, job } of shops) await runTurn({ ...job, seconds: warmUpSeconds }, setup)
  for (const { setup } of shops) await runOn(setup.urls.ownerUrl, 'analyze')
  for (let round = 0; round < rounds; round++) {
    for (const { setup, job, turns } of shops) {
      turns.push(await runTurn({ ...job, seconds }, setup))
    }
  }
}
