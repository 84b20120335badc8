import * as z from 'zod/mini'
import { countStatements } from '../../packages/server/test/statement-counter.ts'
import { startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { type Offer, PurchaseReport } from './order.ts'
import { allPaid, countPaid } from './paid.ts'
import { newOffers } from './shops.ts'

/** Statements of a purchase where one product is offered, and where many are. */
export interface Statements {
  readonly one: number
  readonly many: number
}

const many = 20
/** A connection may be opened meanwhile: the fewest count. */
const tries = 7

export async function statementsOf(urls: Urls): Promise<Statements> {
  const counter = await countStatements(urls.appUrl)
  // Without a worker, whose own statements would come in between.
  const ours = ourServer({ ...urls, appUrl: counter.url }, { GUILDHALL_ROLES: 'web' })
  const server = await startServer(ours)
  const { child: load } = await startChild('./purchases/load.ts', [])
  async function ofOne(offers: readonly Offer[]): Promise<number> {
    const paidBefore = await countPaid(urls.ownerUrl)
    const before = counter.count()
    const order = { port: server.port, seconds: 0, buyers: 1, offers }
    const { confirmed } = z.parse(PurchaseReport, await load.ask(order))
    await allPaid(urls.ownerUrl, paidBefore + confirmed)
    return (counter.count() - before) / confirmed
  }
  async function fewest(productsEach: number): Promise<number> {
    const offers = await newOffers(urls.ownerUrl, 1, productsEach)
    const counts: number[] = []
    for (let count = 0; count < tries; count++) counts.push(await ofOne(offers))
    return Math.min(...counts)
  }
  try {
    return { one: await fewest(1), many: await fewest(many) }
  } finally {
    await Promise.all([load.stop(), server.child.stop()])
    await counter.stop()
  }
}
