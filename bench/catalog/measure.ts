import { runOn } from '../../packages/server/test/sql.ts'
import type { Workload } from '../load/workload.ts'
import { ourServer, type Urls } from '../our-server.ts'
import {
  type Figures,
  type MeasuredServer,
  type Pair,
  pair,
  type RunOptions,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { getRequest, postRequest } from './requests.ts'
import {
  addProducts,
  newSellers,
  productsOfLargeSeller,
  productsPerSeller,
  type Seller,
  sellersCount,
} from './sellers.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  /** Lists at a fixed rate. */
  readonly paced: Pair
  /** Lists without a pause between requests. */
  readonly lists: Pair
  readonly creates: Pair
  /** Lists of the seller with many products. */
  readonly large: readonly (readonly [ProductQuery, Figures])[]
  readonly statements: Statements
}

/** Each request replaces it with a new UUID. */
const unique = '00000000-0000-0000-0000-000000000000'

const pacedConnections = 8
const pacedPerSecond = 20

/** A query of the large seller's products; a search reads all of them. */
interface ProductQuery {
  readonly name: string
  readonly query: string
  readonly isSearched: boolean
}

const sorted = (name: string, query: string): ProductQuery => ({ name, query, isSearched: false })
const searched = (name: string, query: string): ProductQuery => ({ name, query, isSearched: true })

const largeSellerQueries: readonly ProductQuery[] = [
  sorted('newest first', ''),
  sorted('by name', '&sorting=name'),
  sorted('highest price first', '&sorting=-price_amount'),
  sorted('by price type', '&sorting=price_amount_type'),
  searched('name contains', '&query=uct%20999'),
  searched('recurring, not archived', '&is_recurring=true&is_archived=false'),
  searched('by metadata', '&metadata[number]=77'),
]

export async function measure(urls: Urls, options: RunOptions): Promise<Measured> {
  const ours = await startServer(ourServer(urls))
  const baseline = await startServer({
    name: 'node:http + pg',
    script: './catalog/baseline.ts',
    args: [urls.ownerUrl],
  })
  try {
    const sellers = await newSellers(urls.ownerUrl, sellersCount)
    await addProducts(urls.ownerUrl, sellers, productsPerSeller)
    await runOn(urls.ownerUrl, 'vacuum analyze')
    const both = async (workload: Workload) =>
      pair(await runRounds(measuredServers([ours, baseline], workload), options))
    const paced = await both(atFixedRate(lists(sellers)))
    const unpaced = await both({ ...lists(sellers), connections: pacedConnections })
    const creates = await both(newCustomers(sellers))
    return {
      paced,
      lists: unpaced,
      creates,
      large: await measureLarge(ours, urls, options),
      statements: await statementsOf(urls),
    }
  } finally {
    await Promise.all([ours, baseline].map(({ child }) => child.stop()))
  }
}

async function measureLarge(
  server: Server,
  { ownerUrl }: Urls,
  options: RunOptions,
): Promise<Measured['large']> {
  const sellers = await newSellers(ownerUrl, 1)
  await addProducts(ownerUrl, sellers, productsOfLargeSeller)
  await runOn(ownerUrl, 'vacuum analyze')
  const large: [ProductQuery, Figures][] = []
  for (const productQuery of largeSellerQueries) {
    const path = `/products/?limit=100${productQuery.query}`
    const requests = sellers.map((seller) => getRequest(seller, path))
    const workload = { requests, expects: '"items":[', connections: 1 }
    const [figures] = await runRounds([{ server, workload }], options)
    if (figures !== undefined) large.push([productQuery, figures])
  }
  return large
}

const measuredServers = (servers: readonly Server[], workload: Workload): MeasuredServer[] =>
  servers.map((server) => ({ server, workload }))

const lists = (sellers: readonly Seller[]) => ({
  requests: sellers.map((seller) => getRequest(seller, '/products/?limit=100')),
  expects: '"metered_unit"',
})

const atFixedRate = (workload: Pick<Workload, 'requests' | 'expects'>): Workload => ({
  ...workload,
  connections: pacedConnections,
  everyMilliseconds: (1000 * pacedConnections) / pacedPerSecond,
})

const newCustomers = (sellers: readonly Seller[]): Workload => ({
  requests: sellers.map((seller) =>
    postRequest(seller, '/customers/', { email: `${unique}@example.com`, name: 'Ann Example' }),
  ),
  unique,
  expects: '"email"',
  connections: 16,
})
