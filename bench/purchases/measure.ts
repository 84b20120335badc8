import * as z from 'zod/mini'
import { runOn } from '../../packages/server/test/sql.ts'
import { type Child, startChild } from '../child.ts'
import { median } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type Extent, startServer } from '../rounds.ts'
import { type PurchaseOrder, PurchaseReport } from './order.ts'
import { allPaid, countPaid } from './paid.ts'
import { newOffers } from './shops.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  /** From the first checkout to the last paid order. */
  readonly purchasesPerSecond: number
  readonly cpuMicroseconds: number
  /** Of the buyer's change of a checkout, at a steady pace and among as many as go. */
  readonly pacedUpdateP99: number
  readonly crowdedUpdateP99: number
  readonly statements: Statements
}

const shopsCount = 100
const buyers = 16
const pacedPerSecond = 20
const warmUpSeconds = 5

export async function measure(urls: Urls, { rounds, seconds }: Extent): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  const { child: load } = await startChild('./purchases/load.ts', [])
  try {
    const offers = await newOffers(urls.ownerUrl, shopsCount, 1)
    const order = { port: server.port, seconds, buyers, offers }
    const paced = { ...order, everyMilliseconds: (1000 * buyers) / pacedPerSecond }
    const turn = (wanted: PurchaseOrder) => take(wanted, { server: server.child, load, urls })
    await turn({ ...order, seconds: warmUpSeconds })
    // From then on as in a database from which somebody has sold for longer than a minute.
    await runOn(urls.ownerUrl, 'analyze')
    const fast: Turn[] = []
    const steady: Turn[] = []
    for (let round = 0; round < rounds; round++) {
      fast.push(await turn(order))
      steady.push(await turn(paced))
    }
    return {
      purchasesPerSecond: median(fast.map(({ perSecond }) => perSecond)),
      cpuMicroseconds: median(fast.map(({ cpuMicroseconds }) => cpuMicroseconds)),
      pacedUpdateP99: median(steady.map(({ updateP99Milliseconds }) => updateP99Milliseconds)),
      crowdedUpdateP99: median(fast.map(({ updateP99Milliseconds }) => updateP99Milliseconds)),
      statements: await statementsOf(urls),
    }
  } finally {
    await Promise.all([load.stop(), server.child.stop()])
  }
}

interface Turn extends PurchaseReport {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

interface Stand {
  readonly server: Child
  readonly load: Child
  readonly urls: Urls
}

async function take(order: PurchaseOrder, { server, load, urls }: Stand): Promise<Turn> {
  const paidBefore = await countPaid(urls.ownerUrl)
  const cpuBefore = Number(await server.ask('cpu'))
  const startedAt = performance.now()
  const report = z.parse(PurchaseReport, await load.ask(order))
  await allPaid(urls.ownerUrl, paidBefore + report.confirmed)
  const seconds = (performance.now() - startedAt) / 1000
  const used = Number(await server.ask('cpu')) - cpuBefore
  return {
    ...report,
    perSecond: report.confirmed / seconds,
    cpuMicroseconds: used / report.confirmed,
  }
}
