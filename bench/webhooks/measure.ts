import { setTimeout as sleep } from 'node:timers/promises'
import { onConnection, runOn } from '../../packages/server/test/sql.ts'
import { type Child, startChild } from '../child.ts'
import { percentile } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { Arrivals } from './arrivals.ts'
import {
  addBacklog,
  type ListeningSeller,
  logOrders,
  newListeners,
  orderJson,
  paid,
} from './rows.ts'

export interface Scale {
  /** The number of deliveries that are timed. */
  readonly deliveries: number
  /** The number of deliveries that wait for a failing endpoint. */
  readonly waiting: number
}

/** From the commit to the first byte of the request. */
export interface Delay {
  readonly count: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** CPU time of the worker for each delivery. */
  readonly cpuMicroseconds: number
}

export interface Measured {
  readonly delivered: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly toFifty: Delay
  /** To eighty endpoints, while twenty more hang. */
  readonly withHanging: Delay
  readonly withoutBacklog: Delay
  readonly withBacklog: Delay
}

const sellersCount = 10
const endpointsOfSeller = 5
const timeoutSeconds = 600

export async function measure(urls: Urls, { deliveries, waiting }: Scale): Promise<Measured> {
  const { ownerUrl, appUrl } = urls
  // Creates the schema, and is stopped before anything is sent.
  const server = await startServer(ourServer(urls, { GUILDHALL_ROLES: 'web' }))
  await server.child.stop()
  const sink = await startChild('./webhooks/sink.ts', [])
  const { child } = await startChild('./webhooks/deliverer.ts', [appUrl])
  const at = `http://127.0.0.1:${Number(sink.ready)}`
  const listeners = (sellers: number, endpoints: number, path?: string) =>
    newListeners(ownerUrl, { sellers, endpoints, urlOf: (id) => `${at}/${path ?? id}` })
  const deps = { ownerUrl, sink: sink.child, worker: child }
  try {
    const fifty = await listeners(sellersCount, endpointsOfSeller)
    const [only] = await listeners(1, 1)
    const [hanging] = await listeners(1, 1, 'hangs')
    if (only === undefined || hanging === undefined) throw new Error('two sellers were created')
    await deliver(deps, fifty, sellersCount * endpointsOfSeller * 20)
    const throughput = await deliver(deps, fifty, deliveries)
    await cleanUp(ownerUrl)
    const toFifty = await pay(deps, fifty, { count: 800, perSecond: 40 })
    let created = 0
    const hundred = await newListeners(ownerUrl, {
      sellers: 20,
      endpoints: endpointsOfSeller,
      urlOf: (id) => `${at}/${created++ % endpointsOfSeller === 0 ? 'hangs' : id}`,
    })
    const withHanging = await pay(deps, hundred, {
      count: 800,
      perSecond: 40,
      hanging: 1,
    })
    await pay(deps, [only], { count: 50, perSecond: 20 })
    const withoutBacklog = await pay(deps, [only], { count: 400, perSecond: 20 })
    await addBacklog(ownerUrl, hanging, waiting)
    await cleanUp(ownerUrl)
    const withBacklog = await pay(deps, [only], { count: 400, perSecond: 20 })
    return { ...throughput, toFifty, withHanging, withoutBacklog, withBacklog }
  } finally {
    await child.stop()
    await sink.child.stop()
  }
}

/** What was written before isn't part of what is measured. */
async function cleanUp(ownerUrl: string): Promise<void> {
  await runOn(ownerUrl, 'vacuum analyze')
  await runOn(ownerUrl, 'checkpoint').catch(() => undefined)
}

interface Deps {
  readonly ownerUrl: string
  readonly sink: Child
  readonly worker: Child
}

/** Sends events to all endpoints, and counts only those that were delivered and arrived. */
async function deliver(
  { ownerUrl, sink, worker }: Deps,
  to: readonly ListeningSeller[],
  count: number,
) {
  const before = await deliveredSoFar(ownerUrl)
  const cpuBefore = Number(await worker.request('cpu'))
  const each = Math.ceil(count / sellersCount / endpointsOfSeller)
  const expected = each * sellersCount * endpointsOfSeller
  const received = sink.request({ arrivals: expected, seconds: timeoutSeconds })
  const startedAt = performance.now()
  await logOrders(ownerUrl, to, each)
  const arrivals = Arrivals.parse(await received)
  while ((await deliveredSoFar(ownerUrl)) < before + arrivals.length) await sleep(50)
  const seconds = (performance.now() - startedAt) / 1000
  if (arrivals.length !== expected) {
    throw new Error(`of ${expected} deliveries ${arrivals.length} arrived`)
  }
  const cpuSeconds = (Number(await worker.request('cpu')) - cpuBefore) / 1e6
  return { delivered: expected, seconds, cpuSeconds }
}

async function deliveredSoFar(ownerUrl: string): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from webhook_delivery where state = 'delivered'`,
  )
  return row?.count ?? 0
}

interface OrderRate {
  readonly count: number
  readonly perSecond: number
  /** The number of endpoints of each seller that hang. */
  readonly hanging?: number
}

/** Orders are paid at a steady rate, and every endpoint gets each of them. */
async function pay(
  { ownerUrl, sink, worker }: Deps,
  to: readonly ListeningSeller[],
  { count, perSecond, hanging = 0 }: OrderRate,
): Promise<Delay> {
  const cpuBefore = Number(await worker.request('cpu'))
  const receivers = (to[0]?.endpointIds.length ?? 0) - hanging
  const received = sink.request({ arrivals: count * receivers, seconds: timeoutSeconds })
  const committed = new Map<number, number>()
  await onConnection(ownerUrl, async (client) => {
    const startedAt = performance.now()
    for (let version = 1; version <= count; version++) {
      const seller = to[version % to.length]
      await client.query(paid[0], [seller?.organizationId, version, orderJson])
      committed.set(version, performance.timeOrigin + performance.now())
      await client.query(paid[1])
      await sleep(Math.max(0, startedAt + (version * 1000) / perSecond - performance.now()))
    }
  })
  const delays = Arrivals.parse(await received).map(
    ([, version, at]) => at - (committed.get(version) ?? Number.NaN),
  )
  if (delays.length !== count * receivers) throw new Error(`only ${delays.length} arrived`)
  return {
    count: delays.length,
    p50Milliseconds: percentile(delays, 0.5),
    p99Milliseconds: percentile(delays, 0.99),
    cpuMicroseconds: (Number(await worker.request('cpu')) - cpuBefore) / delays.length,
  }
}
