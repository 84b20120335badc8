import * as z from 'zod/mini'
import { runOn } from '../../packages/server/test/sql.ts'
import { type Child, startChild } from '../child.ts'
import { median } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { cpuOfPostgres } from '../postgres-cpu.ts'
import { type RunOptions, startServer } from '../rounds.ts'
import { newOffers } from './offers.ts'
import { countPaid, waitForPaidOrders } from './paid-orders.ts'
import { type PurchaseJob, PurchaseReport } from './purchase-job.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  /** From the first checkout to the last paid order. */
  readonly purchasesPerSecond: number
  readonly cpuMicroseconds: number
  /** Of the buyer's update of a checkout, at a fixed rate and at the full rate. */
  readonly pacedUpdateP99: number
  readonly unpacedUpdateP99: number
  readonly statements: Statements
}

const sellersCount = 100
const buyers = 16
const pacedPerSecond = 20
// In its first seconds a server spends a fifth of its time on compiling itself.
const warmUpSeconds = 20

export async function measure(urls: Urls, { rounds, seconds }: RunOptions): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  const { child: load } = await startChild('./purchases/load.ts', [])
  try {
    const offers = await newOffers(urls.ownerUrl, sellersCount, 1)
    const job = { port: server.port, seconds, buyers, offers }
    const paced = { ...job, everyMilliseconds: (1000 * buyers) / pacedPerSecond }
    const turn = (job: PurchaseJob) => runTurn(job, { server: server.child, load, urls })
    await turn({ ...job, seconds: warmUpSeconds })
    // Autovacuum would analyze the tables within the first minute.
    await runOn(urls.ownerUrl, 'analyze')
    const unpacedTurns: Turn[] = []
    const pacedTurns: Turn[] = []
    for (let round = 0; round < rounds; round++) {
      unpacedTurns.push(await turn(job))
      pacedTurns.push(await turn(paced))
    }
    return {
      purchasesPerSecond: median(unpacedTurns.map(({ perSecond }) => perSecond)),
      cpuMicroseconds: median(unpacedTurns.map(({ cpuMicroseconds }) => cpuMicroseconds)),
      pacedUpdateP99: median(pacedTurns.map(({ updateP99Milliseconds }) => updateP99Milliseconds)),
      unpacedUpdateP99: median(
        unpacedTurns.map(({ updateP99Milliseconds }) => updateP99Milliseconds),
      ),
      statements: await statementsOf(urls),
    }
  } finally {
    await Promise.all([load.stop(), server.child.stop()])
  }
}

export interface Turn extends PurchaseReport {
  readonly perSecond: number
  readonly cpuMicroseconds: number
  /** What a purchase costs each database server that was asked about. */
  readonly nodeMicroseconds: readonly number[]
}

export interface Setup {
  readonly server: Child
  readonly load: Child
  readonly urls: Urls
  /** Database servers whose processor time is measured. */
  readonly nodes?: readonly string[]
}

export async function runTurn(
  job: PurchaseJob,
  { server, load, urls, nodes = [] }: Setup,
): Promise<Turn> {
  const nodesBefore = await Promise.all(nodes.map(cpuOfPostgres))
  const paidBefore = await countPaid(urls.ownerUrl)
  const cpuBefore = Number(await server.request('cpu'))
  const startedAt = performance.now()
  const report = z.parse(PurchaseReport, await load.request(job))
  await waitForPaidOrders(urls.ownerUrl, paidBefore + report.confirmed)
  const seconds = (performance.now() - startedAt) / 1000
  const used = Number(await server.request('cpu')) - cpuBefore
  const nodesAfter = await Promise.all(nodes.map(cpuOfPostgres))
  return {
    ...report,
    perSecond: report.confirmed / seconds,
    cpuMicroseconds: used / report.confirmed,
    nodeMicroseconds: nodesAfter.map(
      (after, at) => (after - (nodesBefore[at] ?? after)) / report.confirmed,
    ),
  }
}
