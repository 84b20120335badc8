import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { rollUpIn } from '../../packages/server/src/domains/metrics/actions/roll-up.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { newHistory } from '../../packages/server/test/metrics-history.ts'
import { testPaymentDeps } from '../../packages/server/test/payments.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest } from '../catalog/requests.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import { startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { addOffers } from '../purchases/offers.ts'
import { PurchaseReport } from '../purchases/purchase-job.ts'
import { informational, type Result } from '../results.ts'
import {
  type Figures,
  type RunOptions,
  runRounds,
  type Server,
  startServer,
  warmUpSeconds,
} from '../rounds.ts'

interface Measured {
  readonly orders: number
  readonly rollUpSeconds: number
  readonly small: Readings
  readonly large: Readings
  readonly busy: Busy
}

/** The same page of the large seller by day, while it sells. */
interface Busy {
  readonly days: Figures
  readonly purchasesPerSecond: number
}

interface Readings {
  readonly months: Figures
  readonly days: Figures
  /** By day too, all figures that there are. */
  readonly all: Figures
}

/** What the page Revenue of Analytics asks for. */
const asked = [
  'revenue',
  'orders',
  'average_order_value',
  'cumulative_revenue',
  'renewed_subscriptions_revenue',
  'new_subscriptions_revenue',
  'one_time_products_revenue',
  'net_revenue',
  'usage_revenue',
  'refunded_amount',
  'refund_rate',
  'disputes',
  'dispute_rate',
  'failed_payments_amount',
  'recovered_payments_amount',
]

const connections = 2
const buyers = 8
const pacedPerSecond = 20
const years = 5
const smallCount = 1_000
const dayMilliseconds = 86_400_000

const daysAgo = (days: number): string =>
  new Date(systemClock.now().getTime() - days * dayMilliseconds).toISOString().slice(0, 10)

export async function measure(
  urls: Urls,
  options: RunOptions,
  subscriptions: number,
): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  try {
    return await measureOn(server, { urls, options, subscriptions })
  } finally {
    await server.child.stop()
  }
}

interface Range {
  readonly interval: string
  readonly from: string
  /** By default all. */
  readonly names: readonly string[]
}

interface Bench {
  readonly urls: Urls
  readonly options: RunOptions
  readonly subscriptions: number
}

async function measureOn(
  server: Server,
  { urls, options, subscriptions }: Bench,
): Promise<Measured> {
  const [small, large] = await newSellers(urls.ownerUrl, 2)
  if (small === undefined || large === undefined) throw new Error('there are no sellers')
  await addHistory(urls.ownerUrl, small, smallCount)
  await addHistory(urls.ownerUrl, large, subscriptions)
  await runOn(urls.ownerUrl, 'vacuum analyze')
  const rollUpSeconds = await rollUp(urls.appUrl, [small, large])
  await runOn(urls.ownerUrl, 'vacuum analyze')
  const [counted] = await runOn<{ orders: number }>(
    urls.ownerUrl,
    'select count(*)::int as orders from orders where organization_id = $1',
    [large.id],
  )
  const turn = async (seller: Seller, { interval, from, names }: Range): Promise<Figures> => {
    const days = { interval, start_date: from, end_date: daysAgo(0) }
    const metrics = names.map((name) => ['metrics', name])
    const search = new URLSearchParams([...Object.entries(days), ...metrics])
    const path = `/metrics/?${search.toString()}`
    const workload = { expects: '"periods"', connections, requests: [getRequest(seller, path)] }
    const [figures] = await runRounds([{ server, workload }], options)
    if (figures === undefined) throw new Error('expected the figures of one server')
    return figures
  }
  const read = async (seller: Seller): Promise<Readings> => ({
    months: await turn(seller, { interval: 'month', from: daysAgo(1_400), names: asked }),
    days: await turn(seller, { interval: 'day', from: daysAgo(360), names: asked }),
    all: await turn(seller, { interval: 'day', from: daysAgo(360), names: [] }),
  })
  return {
    orders: counted?.orders ?? 0,
    rollUpSeconds,
    small: await read(small),
    large: await read(large),
    busy: await whileSelling({ urls, server, options, seller: large }, () =>
      turn(large, { interval: 'day', from: daysAgo(360), names: asked }),
    ),
  }
}

interface Selling {
  readonly urls: Urls
  readonly server: Server
  readonly options: RunOptions
  readonly seller: Seller
}

async function whileSelling(
  { urls, server, options, seller }: Selling,
  read: () => Promise<Figures>,
): Promise<Busy> {
  const { child: load } = await startChild('./purchases/load.ts', [])
  try {
    const offers = await addOffers(urls.ownerUrl, [seller], 1)
    const seconds = options.rounds * options.seconds + warmUpSeconds
    const everyMilliseconds = (1000 * buyers) / pacedPerSecond
    const sold = load.request({ port: server.port, seconds, buyers, offers, everyMilliseconds })
    const days = await read()
    const { confirmed } = z.parse(PurchaseReport, await sold)
    return { days, purchasesPerSecond: confirmed / seconds }
  } finally {
    await load.stop()
  }
}

const organizationId = id('organization')

const addHistory = (ownerUrl: string, seller: Seller, subscriptions: number) =>
  newHistory({
    ownerUrl,
    organizationId: organizationId.parse(seller.id),
    subscriptions,
    from: daysAgo(years * 365),
    until: daysAgo(0),
  })

async function rollUp(url: string, sellers: readonly Seller[]): Promise<number> {
  const database = await openDatabase({ url }, { warn: () => undefined })
  const startedAt = systemClock.monotonicMilliseconds()
  const ids = sellers.map((seller) => organizationId.parse(seller.id))
  await rollUpIn(testPaymentDeps(database, { clock: systemClock }), ids)
  await database.close()
  return (systemClock.monotonicMilliseconds() - startedAt) / 1000
}

const p99Max = 100
const growthMax = 1.5

export function evaluate({ orders, rollUpSeconds, small, large, busy }: Measured): Result[] {
  const textOf = ({ p50Milliseconds, p99Milliseconds }: Figures) =>
    `${p50Milliseconds.toFixed(1)} (${p99Milliseconds.toFixed(1)})`
  const figure = (name: string, of: (readings: Readings) => Figures): Result => ({
    figure: `${name}, p50 (p99) ms`,
    ours: textOf(of(large)),
    peer: textOf(of(small)),
    ratio: (of(large).p50Milliseconds / of(small).p50Milliseconds).toFixed(2),
    goal: `p99 ≤ ${p99Max} ms, ≤ ${growthMax} × of ${smallCount} subscriptions`,
    isMet:
      of(large).p99Milliseconds <= p99Max &&
      of(large).p50Milliseconds <= growthMax * of(small).p50Milliseconds,
  })
  return [
    figure('a page, 47 months by month', ({ months }) => months),
    figure('a page, a year by day', ({ days }) => days),
    { ...figure('a year by day, all figures', ({ all }) => all), goal: informational, isMet: true },
    {
      figure: `a page, a year by day, with ${busy.purchasesPerSecond.toFixed(1)} purchases/s, p50 (p99) ms`,
      ours: textOf(busy.days),
      peer: '',
      ratio: '',
      goal: `p99 ≤ ${p99Max} ms`,
      isMet: busy.days.p99Milliseconds <= p99Max,
    },
    {
      figure: `seconds to roll up ${years} years with ${orders} orders`,
      ours: rollUpSeconds.toFixed(1),
      peer: '',
      ratio: '',
      goal: informational,
      isMet: true,
    },
  ]
}
