import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest } from '../catalog/requests.ts'
import { startChild } from '../child.ts'
import { publicUrl } from '../constants.ts'
import { median } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { runTurn, type Setup } from '../purchases/measure.ts'
import { newOffers } from '../purchases/offers.ts'
import type { PurchaseJob } from '../purchases/purchase-job.ts'
import { type Figures, type RunOptions, runRounds, type Server, startServer } from '../rounds.ts'
import {
  addKeys,
  copyOrders,
  countGrants,
  giveBenefits,
  keyText,
  listOf,
  newNote,
  type SoldOffer,
} from './rows.ts'

export interface GrantOptions extends RunOptions {
  /** Of what is given to them after they bought. */
  readonly holders: number
  /** License keys of one seller. */
  readonly keys: number
}

export interface Measured {
  /** Seconds per purchase. */
  readonly purchases: { readonly withBenefits: number; readonly without: number }
  readonly validations: { readonly few: number; readonly many: number; readonly p99: number }
  /** CPU of a customer’s state, and of a page of orders. */
  readonly reads: { readonly state: Figures; readonly orders: Figures }
  readonly regrant: {
    readonly seconds: number
    readonly perSecond: number
    readonly p99Before: number
    readonly p99During: number
  }
}

const sellersCount = 100
const buyers = 16
const pacedPerSecond = 20
/** 400 purchases: of 100, the p99 would be the slowest one alone. */
const pacedSeconds = 20
const fewKeys = 1000
const connections = 64

export async function measure(urls: Urls, options: GrantOptions): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  const { child: load } = await startChild('./purchases/load.ts', [])
  const setup = { server: server.child, load, urls }
  try {
    const bare = await newOffers(urls.ownerUrl, sellersCount, 1)
    const giving = await newOffers(urls.ownerUrl, sellersCount, 1)
    await giveBenefits(urls.ownerUrl, giving)
    const [seller] = giving
    if (seller === undefined) throw new Error('there are no sellers')
    const job = { port: server.port, seconds: options.seconds, buyers }
    const purchases = await measurePurchases(setup, job, { bare, giving, ...options })
    // So that this seller has customers and orders, which are copied.
    await runTurn({ ...job, seconds: 0, offers: [seller] }, setup)
    const validations = await measureValidations(urls, server, seller, options)
    const reads = await measureReads(urls, server, seller, options)
    const regrant = await measureRegrant(setup, { ...job, offers: bare }, seller, options)
    return { purchases, validations, reads, regrant }
  } finally {
    await Promise.all([load.stop(), server.child.stop()])
  }
}

interface Offers extends RunOptions {
  readonly bare: readonly SoldOffer[]
  readonly giving: readonly SoldOffer[]
}

async function measurePurchases(
  setup: Setup,
  job: Omit<PurchaseJob, 'offers'>,
  { bare, giving, rounds }: Offers,
): Promise<Measured['purchases']> {
  const turn = async (offers: readonly SoldOffer[]) =>
    1 / (await runTurn({ ...job, offers }, setup)).perSecond
  for (const offers of [bare, giving]) await turn(offers)
  await runOn(setup.urls.ownerUrl, 'analyze')
  const seconds = { bare: new Array<number>(), giving: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    seconds.bare.push(await turn(bare))
    seconds.giving.push(await turn(giving))
  }
  return { withBenefits: median(seconds.giving), without: median(seconds.bare) }
}

async function measureValidations(
  { ownerUrl }: Urls,
  server: Server,
  seller: SoldOffer,
  options: GrantOptions,
): Promise<Measured['validations']> {
  const ofKeys = async (count: number): Promise<Figures> => {
    await runOn(ownerUrl, 'vacuum analyze')
    const requests = Array.from({ length: 10_000 }, () =>
      validation(seller, keyText(Math.floor(Math.random() * count))),
    )
    const workload = { requests, expects: '"status":"granted"', connections }
    const [figures] = await runRounds([{ server, workload }], options)
    if (figures === undefined) throw new Error('expected the figures of one server')
    return figures
  }
  await addKeys(ownerUrl, seller, { from: 0, to: fewKeys })
  const few = await ofKeys(fewKeys)
  await addKeys(ownerUrl, seller, { from: fewKeys, to: options.keys })
  const many = await ofKeys(options.keys)
  return {
    few: few.requestsPerSecond,
    many: many.requestsPerSecond,
    p99: few.p99Milliseconds,
  }
}

/** What applications ask on every request, compared with what a dashboard asks. */
async function measureReads(
  { ownerUrl }: Urls,
  server: Server,
  seller: SoldOffer,
  options: RunOptions,
): Promise<Measured['reads']> {
  const customers = await runOn<{ id: string }>(
    ownerUrl,
    `select id from customer c
      where organization_id = $1 and 3 = (
        select count(*) from benefit_grant g
         where g.organization_id = c.organization_id and g.customer_id = c.id)
      order by id limit 10`,
    [seller.id],
  )
  const states = customers.map(({ id }) => getRequest(seller, `/customers/${id}/state`))
  const [state, orders] = await runRounds(
    [
      { server, workload: { requests: states, expects: '"granted_benefits":[{', connections: 8 } },
      {
        server,
        workload: {
          requests: [getRequest(seller, '/orders/')],
          expects: '"items":[{',
          connections: 8,
        },
      },
    ],
    options,
  )
  if (state === undefined || orders === undefined) throw new Error('expected two figures')
  return { state, orders }
}

/** As an application calls, without a token. */
function validation({ id }: SoldOffer, key: string): string {
  const body = JSON.stringify({ organization_id: id, key })
  const lines = [
    `host: ${new URL(publicUrl).host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const line = 'POST /v1/customer-portal/license-keys/validate HTTP/1.1'
  return [line, ...lines, '', body].join('\r\n')
}

/** How long a changed list needs to reach its holders, while other sellers’ buyers pay. */
async function measureRegrant(
  setup: Setup,
  job: PurchaseJob,
  seller: SoldOffer,
  { holders }: GrantOptions,
): Promise<Measured['regrant']> {
  const { ownerUrl } = setup.urls
  await copyOrders(ownerUrl, seller, holders)
  await runOn(ownerUrl, 'vacuum analyze')
  const everyMilliseconds = (1000 * buyers) / pacedPerSecond
  const turn = async () =>
    (await runTurn({ ...job, seconds: pacedSeconds, everyMilliseconds }, setup))
      .updateP99Milliseconds
  const before = [await turn(), await turn(), await turn()]
  const further = await newNote(ownerUrl, seller)
  const benefits = [...(await listOf(ownerUrl, seller)), further]
  const wanted = await countOrders(ownerUrl, seller)
  const startedAt = performance.now()
  await setList(job.port, seller, benefits)
  let seconds = 0
  const reaching = reached(ownerUrl, seller, { benefit: further, holders: wanted }).then(() => {
    seconds = (performance.now() - startedAt) / 1000
  })
  const during: number[] = []
  while (seconds === 0) during.push(await turn())
  await reaching
  return {
    seconds,
    perSecond: wanted / seconds,
    p99Before: median(before),
    p99During: median(during),
  }
}

async function reached(
  ownerUrl: string,
  seller: SoldOffer,
  { benefit, holders }: { readonly benefit: string; readonly holders: number },
): Promise<void> {
  while ((await countGrants(ownerUrl, seller, benefit)) < holders) await sleep(1000)
}

async function countOrders(ownerUrl: string, { id }: SoldOffer): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from orders where organization_id = $1 and status = 'paid'`,
    [id],
  )
  return row?.count ?? 0
}

async function setList(port: number, seller: SoldOffer, benefits: readonly string[]) {
  const [productId] = seller.productIds
  const answer = await fetch(`http://127.0.0.1:${port}/v1/products/${productId}/benefits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ benefits }),
  })
  if (!answer.ok) throw new Error(`the list was refused: ${await answer.text()}`)
}
