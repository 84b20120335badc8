import { id } from '@guildhall/contract/primitives'
import { rollUpAll } from '../../packages/server/src/domains/metrics/actions/roll-up.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { newHistory } from '../../packages/server/test/metrics-history.ts'
import { testPaymentDeps } from '../../packages/server/test/payments.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest } from '../catalog/requests.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { informational, type Result } from '../results.ts'
import { type Figures, type RunOptions, runRounds, type Server, startServer } from '../rounds.ts'

interface Measured {
  readonly orders: number
  readonly rollUpSeconds: number
  readonly small: Readings
  readonly large: Readings
}

interface Readings {
  readonly months: Figures
  readonly days: Figures
}

const connections = 2
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
  const rollUpSeconds = await rollUp(urls.appUrl)
  await runOn(urls.ownerUrl, 'vacuum analyze')
  const [counted] = await runOn<{ orders: number }>(
    urls.ownerUrl,
    'select count(*)::int as orders from orders where organization_id = $1',
    [large.id],
  )
  const turn = async (seller: Seller, from: string, interval: string): Promise<Figures> => {
    const path = `/metrics/?start_date=${from}&end_date=${daysAgo(0)}&interval=${interval}`
    const workload = { expects: '"periods"', connections, requests: [getRequest(seller, path)] }
    const [figures] = await runRounds([{ server, workload }], options)
    if (figures === undefined) throw new Error('expected the figures of one server')
    return figures
  }
  const read = async (seller: Seller): Promise<Readings> => ({
    months: await turn(seller, daysAgo(1_400), 'month'),
    days: await turn(seller, daysAgo(360), 'day'),
  })
  return {
    orders: counted?.orders ?? 0,
    rollUpSeconds,
    small: await read(small),
    large: await read(large),
  }
}

const addHistory = (ownerUrl: string, seller: Seller, subscriptions: number) =>
  newHistory({
    ownerUrl,
    organizationId: id('organization').parse(seller.id),
    subscriptions,
    from: daysAgo(years * 365),
    until: daysAgo(0),
  })

async function rollUp(url: string): Promise<number> {
  const database = await openDatabase({ url }, { warn: () => undefined })
  const startedAt = systemClock.monotonicMilliseconds()
  await rollUpAll(testPaymentDeps(database, { clock: systemClock }))
  await database.close()
  return (systemClock.monotonicMilliseconds() - startedAt) / 1000
}

const p99Max = 100
const growthMax = 1.5

export function evaluate({ orders, rollUpSeconds, small, large }: Measured): Result[] {
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
    figure('47 months by month', ({ months }) => months),
    figure('a year by day', ({ days }) => days),
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
