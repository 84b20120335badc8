import { setTimeout as sleep } from 'node:timers/promises'
import { onConnection, runOn } from '../../packages/server/test/sql.ts'
import { type Child, startChild } from '../child.ts'
import { percentile } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { Arrivals } from './arrivals.ts'
import { type Listening, leaveWaiting, logOrders, newListeners, orderJson, paid } from './rows.ts'

export interface Scale {
  /** How many deliveries the rate is of. */
  readonly deliveries: number
  /** How many wait for an endpoint that takes nothing. */
  readonly waiting: number
}

/** From the commit to the first byte. */
export interface Delay {
  readonly count: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** What the worker's process used for each. */
  readonly cpuMicroseconds: number
}

export interface Measured {
  readonly delivered: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly amongFifty: Delay
  /** Of eighty endpoints, while twenty more hang. */
  readonly besideHanging: Delay
  readonly alone: Delay
  readonly besideWaiting: Delay
}

const sellersCount = 10
const endpointsOfSeller = 5
const patienceSeconds = 600

export async function measure(urls: Urls, { deliveries, waiting }: Scale): Promise<Measured> {
  const { ownerUrl, appUrl } = urls
  // It makes the schema, and is gone before anything is told.
  const server = await startServer(ourServer(urls, { GUILDHALL_ROLES: 'web' }))
  await server.child.stop()
  const sink = await startChild('./webhooks/sink.ts', [])
  const { child } = await startChild('./webhooks/deliverer.ts', [appUrl])
  const at = `http://127.0.0.1:${Number(sink.ready)}`
  const listeners = (sellers: number, endpoints: number, path?: string) =>
    newListeners(ownerUrl, { sellers, endpoints, urlOf: (id) => `${at}/${path ?? id}` })
  const parts = { ownerUrl, sink: sink.child, worker: child }
  try {
    const fifty = await listeners(sellersCount, endpointsOfSeller)
    const [only] = await listeners(1, 1)
    const [hanging] = await listeners(1, 1, 'hangs')
    if (only === undefined || hanging === undefined) throw new Error('one was asked for')
    await deliver(parts, fifty, sellersCount * endpointsOfSeller * 20)
    const whole = await deliver(parts, fifty, deliveries)
    const amongFifty = await pay(parts, fifty, { count: 800, perSecond: 40 })
    let made = 0
    const hundred = await newListeners(ownerUrl, {
      sellers: 20,
      endpoints: endpointsOfSeller,
      urlOf: (id) => `${at}/${made++ % endpointsOfSeller === 0 ? 'hangs' : id}`,
    })
    const besideHanging = await pay(parts, hundred, {
      count: 800,
      perSecond: 40,
      hanging: 1,
    })
    await pay(parts, [only], { count: 50, perSecond: 20 })
    const alone = await pay(parts, [only], { count: 400, perSecond: 20 })
    await leaveWaiting(ownerUrl, hanging, waiting)
    await runOn(ownerUrl, 'vacuum analyze')
    await runOn(ownerUrl, 'checkpoint').catch(() => undefined)
    const besideWaiting = await pay(parts, [only], { count: 400, perSecond: 20 })
    return { ...whole, amongFifty, besideHanging, alone, besideWaiting }
  } finally {
    await child.stop()
    await sink.child.stop()
  }
}

interface Parts {
  readonly ownerUrl: string
  readonly sink: Child
  readonly worker: Child
}

/** Sends so much to all of them: what isn’t noted as delivered, or was never heard, doesn’t count. */
async function deliver({ ownerUrl, sink, worker }: Parts, to: readonly Listening[], count: number) {
  const before = await deliveredSoFar(ownerUrl)
  const cpuBefore = Number(await worker.ask('cpu'))
  const each = Math.ceil(count / sellersCount / endpointsOfSeller)
  const expected = each * sellersCount * endpointsOfSeller
  const heard = sink.ask({ arrivals: expected, seconds: patienceSeconds })
  const startedAt = performance.now()
  await logOrders(ownerUrl, to, each)
  const arrivals = Arrivals.parse(await heard)
  while ((await deliveredSoFar(ownerUrl)) < before + arrivals.length) await sleep(50)
  const seconds = (performance.now() - startedAt) / 1000
  if (arrivals.length !== expected) {
    throw new Error(`of ${expected} deliveries ${arrivals.length} were heard of`)
  }
  const cpuSeconds = (Number(await worker.ask('cpu')) - cpuBefore) / 1e6
  return { delivered: expected, seconds, cpuSeconds }
}

async function deliveredSoFar(ownerUrl: string): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from webhook_delivery where state = 'delivered'`,
  )
  return row?.count ?? 0
}

interface Pace {
  readonly count: number
  readonly perSecond: number
  /** So many endpoints of each seller take nothing. */
  readonly hanging?: number
}

/** Orders are paid one after another at a steady pace, and every endpoint hears of each. */
async function pay(
  { ownerUrl, sink, worker }: Parts,
  to: readonly Listening[],
  { count, perSecond, hanging = 0 }: Pace,
): Promise<Delay> {
  const cpuBefore = Number(await worker.ask('cpu'))
  const hearers = (to[0]?.endpointIds.length ?? 0) - hanging
  const heard = sink.ask({ arrivals: count * hearers, seconds: patienceSeconds })
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
  const delays = Arrivals.parse(await heard).map(
    ([, version, at]) => at - (committed.get(version) ?? Number.NaN),
  )
  if (delays.length !== count * hearers) throw new Error(`only ${delays.length} were heard of`)
  return {
    count: delays.length,
    p50Milliseconds: percentile(delays, 0.5),
    p99Milliseconds: percentile(delays, 0.99),
    cpuMicroseconds: (Number(await worker.ask('cpu')) - cpuBefore) / delays.length,
  }
}
