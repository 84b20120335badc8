import { randomUUID } from 'node:crypto'
import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest, postRequest } from '../catalog/requests.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import { median } from '../figures.ts'
import type { Workload } from '../load/workload.ts'
import { type MemoryPeaks, watchMemory } from '../memory.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type Figures, type RunOptions, runRounds, type Server, startServer } from '../rounds.ts'
import { ingest } from './ingest.ts'
import {
  addCustomers,
  addMeter,
  copyRaw,
  countedExactly,
  customersCount,
  eventOf,
  fillEvents,
  type Size,
  sizeOf,
  summedProperty,
  unique,
} from './rows.ts'

export interface UsageOptions extends RunOptions {
  /** Among which the lists are read. */
  readonly events: number
}

export interface Measured {
  readonly batches: Figures
  /** Of the server, during these. */
  readonly memory: MemoryPeaks
  /** Rows per second of COPY. */
  readonly raw: number
  readonly repeated: Figures
  readonly singles: Figures
  readonly balances: Balances
  readonly size: Size
  readonly lists: readonly (readonly [title: string, figures: Figures])[]
}

/** Reads of balances among few events of the seller, and among all that were ingested. */
export interface Balances {
  readonly few: Figures
  readonly many: Figures
  readonly fewEvents: number
  readonly manyEvents: number
}

export const batchSize = 1000
const batchConnections = 4
const singleConnections = 64
const fewBatches = 10
const listConnections = 4
/** Turns longer than this are for ingestion only. */
const shortSecondsMax = 10
const listsPerSecond = 20

export async function measure(urls: Urls, options: UsageOptions): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  const short = shortened(options)
  try {
    const [seller, rawSeller] = await newSellers(urls.ownerUrl, 2)
    if (seller === undefined || rawSeller === undefined) throw new Error('there are two sellers')
    await addCustomers(urls.ownerUrl, seller)
    await addCustomers(urls.ownerUrl, rawSeller)
    await addMeter(urls.ownerUrl, seller, summedProperty)
    await runOn(urls.ownerUrl, 'vacuum analyze')
    const few = await measureFewBalances(urls, server, seller, short)
    const ingestion = await measureIngestion(urls, server, { seller, rawSeller }, options)
    const many = await measureBalances(server, seller, short)
    const manyEvents = await countedExactly(urls.ownerUrl, seller)
    const size = await sizeOf(urls.ownerUrl)
    await fillEvents(urls.ownerUrl, seller, options.events)
    return {
      ...ingestion,
      size,
      balances: { ...few, many, manyEvents },
      lists: await measureLists(urls, server, seller, short),
    }
  } finally {
    await server.child.stop()
  }
}

const shortened = <O extends RunOptions>(options: O): O => ({
  ...options,
  seconds: Math.min(options.seconds, shortSecondsMax),
})

async function measureIngestion(
  { ownerUrl }: Urls,
  server: Server,
  { seller, rawSeller }: { readonly seller: Seller; readonly rawSeller: Seller },
  options: RunOptions,
) {
  const events = Array.from({ length: batchSize }, (_, at) => eventOf(at))
  const whole = postRequest(seller, '/events/ingest', { events })
  const isNew = { expects: '"duplicates":0}', connections: batchConnections, unique }
  const turn = async (workload: Workload, { seconds } = shortened(options)): Promise<Figures> => {
    const [figures] = await runRounds([{ server, workload }], { seconds, rounds: 1 })
    if (figures === undefined) throw new Error('expected the figures of one server')
    return figures
  }
  const batches: Figures[] = []
  const raw: number[] = []
  const memoryPeaks = watchMemory(server.child.pid)
  for (let round = 0; round < options.rounds; round++) {
    raw.push(await copyRaw(ownerUrl, rawSeller, { batches: 20, batch: batchSize }))
    batches.push(await turn({ ...isNew, requests: [whole] }, options))
  }
  const memory = await memoryPeaks()
  const single = (at: number) => postRequest(seller, '/events/ingest', { events: [eventOf(at)] })
  return {
    batches: medianOf(batches),
    memory,
    raw: median(raw),
    // Its ids are no longer replaced, so after the warm-up they are known.
    repeated: await turn({
      requests: [whole],
      expects: '"duplicates":',
      connections: batchConnections,
    }),
    singles: await turn({
      ...isNew,
      requests: Array.from({ length: 1000 }, (_, at) => single(at)),
      connections: singleConnections,
    }),
  }
}

function medianOf(turns: readonly Figures[]): Figures {
  const [first] = turns
  if (first === undefined) throw new Error('there were no rounds')
  const of = (value: (figures: Figures) => number) => median(turns.map(value))
  return {
    ...first,
    requestsPerSecond: of((one) => one.requestsPerSecond),
    cpuMicroseconds: of((one) => one.cpuMicroseconds),
    p50Milliseconds: of((one) => one.p50Milliseconds),
    p99Milliseconds: of((one) => one.p99Milliseconds),
  }
}

async function measureFewBalances(
  { ownerUrl }: Urls,
  server: Server,
  seller: Seller,
  options: RunOptions,
) {
  for (let batch = 0; batch < fewBatches; batch++) {
    const events = Array.from({ length: batchSize }, (_, at) => eventOf(at))
    await ingest(
      server,
      seller,
      events.map((event) => ({ ...event, external_id: randomUUID() })),
    )
  }
  const fewEvents = await countedExactly(ownerUrl, seller)
  return { few: await measureBalances(server, seller, options), fewEvents }
}

/** Of the customers whose events are in each batch. */
const measureBalances = (server: Server, seller: Seller, options: RunOptions): Promise<Figures> =>
  paced(
    server,
    Array.from({ length: batchSize }, (_, at) =>
      getRequest(
        seller,
        `/customer-meters/?external_customer_id=${eventOf(at).external_customer_id}`,
      ),
    ),
    options,
  )

async function measureLists(
  { ownerUrl }: Urls,
  server: Server,
  seller: Seller,
  options: UsageOptions,
): Promise<Measured['lists']> {
  const sample = await runOn<{ id: string; customer: string }>(
    ownerUrl,
    `select id, customer_id as customer from usage_event tablesample system (0.1)
      where organization_id = $1 limit 500`,
    [seller.id],
  )
  const filter = JSON.stringify({
    conjunction: 'and',
    clauses: [
      { property: 'name', operator: 'eq', value: 'completion' },
      { property: 'input_tokens', operator: 'gt', value: 4000 },
    ],
  })
  const numbers = Array.from({ length: 500 }, () => Math.ceil(Math.random() * customersCount))
  const queries: Readonly<Record<string, readonly string[]>> = {
    'latest 100': [''],
    'of a name': ['name=completion', 'name=tool.call'],
    'of a customer': sample.map(({ customer }) => `customer_id=${customer}`),
    'of an external id': numbers.map((number) => `external_customer_id=user-${number}`),
    'behind any event': sample.map(({ id }) => `after=${id}`),
    'that a filter matches': [`filter=${encodeURIComponent(filter)}`],
    'by metadata': ['metadata[model]=vision', 'metadata[cached]=true'],
  }
  const lists: [string, Figures][] = []
  for (const [title, ofTitle] of Object.entries(queries)) {
    const requests = ofTitle.map((query) => getRequest(seller, `/events/?limit=100&${query}`))
    lists.push([title, await paced(server, requests, options)])
  }
  lists.push(['names', await paced(server, [getRequest(seller, '/events/names')], options)])
  return lists
}

async function paced(server: Server, requests: readonly string[], options: RunOptions) {
  const everyMilliseconds = (1000 * listConnections) / listsPerSecond
  const workload = {
    requests,
    expects: '"items":[{',
    connections: listConnections,
    everyMilliseconds,
  }
  const [figures] = await runRounds([{ server, workload }], options)
  if (figures === undefined) throw new Error('expected the figures of one server')
  return figures
}
