import * as z from 'zod/mini'
import { countStatements } from '../../packages/server/test/statement-counter.ts'
import { startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { newOffers } from './offers.ts'
import { countPaid, waitForPaidOrders } from './paid-orders.ts'
import { type Offer, PurchaseReport } from './purchase-job.ts'

/** The number of statements of a purchase with one product offered, and with many. */
export interface Statements {
  readonly one: number
  readonly many: number
}

const many = 20
/** Opening a database connection adds statements, so the lowest count is used. */
const tries = 7

export async function statementsOf(urls: Urls): Promise<Statements> {
  const counter = await countStatements(urls.appUrl)
  // Without a worker, whose statements would be counted too.
  const ours = ourServer({ ...urls, appUrl: counter.url }, { GUILDHALL_ROLES: 'web' })
  const server = await startServer(ours)
  const { child: load } = await startChild('./purchases/load.ts', [])
  async function countPurchase(offers: readonly Offer[]): Promise<number> {
    const paidBefore = await countPaid(urls.ownerUrl)
    const before = counter.count()
    const job = { port: server.port, seconds: 0, buyers: 1, offers }
    const { confirmed } = z.parse(PurchaseReport, await load.request(job))
    await waitForPaidOrders(urls.ownerUrl, paidBefore + confirmed)
    return (counter.count() - before) / confirmed
  }
  async function fewest(productsEach: number): Promise<number> {
    const offers = await newOffers(urls.ownerUrl, 1, productsEach)
    const counts: number[] = []
    for (let count = 0; count < tries; count++) counts.push(await countPurchase(offers))
    return Math.min(...counts)
  }
  try {
    return { one: await fewest(1), many: await fewest(many) }
  } finally {
    await Promise.all([load.stop(), server.child.stop()])
    await counter.stop()
  }
}
