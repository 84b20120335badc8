import { runOn } from '../packages/server/test/sql.ts'
import { startCluster } from '../tools/citus-cluster.mjs'
import { openPair } from './citus/databases.ts'
import { measureMoves } from './citus/moves.ts'
import { printPlan } from './citus/plan.ts'
import { measureRenewals } from './citus/renewals.ts'
import { printStatements } from './citus/statements.ts'
import { median, printTable } from './figures.ts'
import { buyByTurns, closeShop, openShop, type Shop } from './purchases/by-turns.ts'
import { newOffers } from './purchases/offers.ts'
import { missingRequirement } from './requirements.ts'
import { printResults, type Result } from './results.ts'
import { type RunOptions, runOptions } from './rounds.ts'

const overheadMax = 1.6
const sellersCount = 20

/**
 * Purchases and renewals on one server, and on a coordinator with two workers, by turns; then
 * purchases while organizations move between workers.
 */
export async function citus(args: readonly string[]): Promise<boolean> {
  const program = process.env['CITUS_CLUSTER']
  const missing =
    program === undefined
      ? 'Set CITUS_CLUSTER to a program that starts a cluster'
      : missingRequirement()
  if (program === undefined || missing !== null) {
    console.error(missing)
    return false
  }
  const cluster = await startCluster(program)
  if (cluster === null) return false
  try {
    await likeOneServer(cluster.url)
    const options = runOptions(args)
    const isMet = await printResults(options, () => measure(cluster.url, options), 'one server')
    return (await measureMoves(cluster.url)) && isMet
  } finally {
    cluster.stop()
  }
}

/** Citus encrypts between nodes, which costs each of them. Our server's connections aren't encrypted. */
async function likeOneServer(clusterUrl: string): Promise<void> {
  await runOn(clusterUrl, `alter system set citus.node_conninfo = 'sslmode=disable'`)
  await runOn(clusterUrl, 'select pg_reload_conf()')
}

async function measure(clusterUrl: string, options: RunOptions): Promise<Result[]> {
  const renewals = await measureRenewals(clusterUrl)
  const { alone, spread } = await openPair(clusterUrl, 'purchases', (ownerUrl) =>
    newOffers(ownerUrl, sellersCount, 1),
  )
  await printStatements({ alone, spread })
  const shops: Shop[] = []
  try {
    for (const { filled, ...placed } of [alone, spread]) {
      shops.push(await openShop({ ...placed, newOffers: async () => filled }))
    }
    await buyByTurns(shops, options)
    const [few, many] = shops
    if (few === undefined || many === undefined) throw new Error('there are two shops')
    printCosts(shops)
    printPlan(many.turns)
    return [
      slowdown('a purchase', secondsEach(many.turns), secondsEach(few.turns)),
      slowdown('a renewal', [renewals.spread], [renewals.alone]),
    ]
  } finally {
    for (const shop of shops) await closeShop(shop)
  }
}

const secondsEach = (turns: Shop['turns']): readonly number[] =>
  turns.map(({ perSecond }) => 1 / perSecond)

/** The median of the ratios per round. */
function slowdown(what: string, spread: readonly number[], alone: readonly number[]): Result {
  const ratio = median(spread.map((seconds, round) => seconds / (alone[round] ?? Number.NaN)))
  return {
    figure: `${what}, ms of the machine`,
    ours: (1000 * median(spread)).toFixed(1),
    peer: (1000 * median(alone)).toFixed(1),
    ratio: ratio.toFixed(2),
    goal: `≤ ${overheadMax} ×`,
    isMet: ratio <= overheadMax,
  }
}

const milliseconds = (microseconds: readonly number[]): string =>
  (median(microseconds) / 1000).toFixed(1)

function printCosts(shops: readonly Shop[]): void {
  printTable([
    ['CPU ms of a purchase', 'purchases/s', 'server', 'coordinator', 'workers', 'update p99 ms'],
    ...shops.map(({ name, turns }) => [
      name,
      median(turns.map(({ perSecond }) => perSecond)).toFixed(0),
      milliseconds(turns.map(({ cpuMicroseconds }) => cpuMicroseconds)),
      milliseconds(turns.map(({ nodeMicroseconds: [coordinator = 0] }) => coordinator)),
      milliseconds(turns.map(({ nodeMicroseconds }) => sum(nodeMicroseconds.slice(1)))),
      median(turns.map((turn) => turn.updateP99Milliseconds)).toFixed(1),
    ]),
  ])
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
