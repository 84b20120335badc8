import { runOn } from '../../packages/server/test/sql.ts'
import type { Demand } from '../load/order.ts'
import { ourServer, type Urls } from '../our-server.ts'
import {
  type Contestant,
  type Extent,
  type Figures,
  type Pair,
  pair,
  runRounds,
  type Server,
  startServer,
} from '../rounds.ts'
import { getRequest, postRequest } from './requests.ts'
import {
  newShops,
  productsOfLargeShop,
  productsOfShop,
  type Shop,
  shopsCount,
  stock,
} from './shops.ts'
import { type Statements, statementsOf } from './statements.ts'

export interface Measured {
  /** At a steady pace, and as many as go. */
  readonly paced: Pair
  readonly lists: Pair
  readonly creates: Pair
  /** Of the large shop. */
  readonly large: readonly (readonly [Question, Figures])[]
  readonly statements: Statements
}

/** In whose place each new customer has a UUID of their own. */
const unique = '00000000-0000-0000-0000-000000000000'

const pacedConnections = 8
const pacedPerSecond = 20

/** What is asked of a shop with so many products; a search looks at all of them. */
interface Question {
  readonly name: string
  readonly query: string
  readonly isSearched: boolean
}

const sorted = (name: string, query: string): Question => ({ name, query, isSearched: false })
const searched = (name: string, query: string): Question => ({ name, query, isSearched: true })

const largeQuestions: readonly Question[] = [
  sorted('newest first', ''),
  sorted('by name', '&sorting=name'),
  sorted('dearest first', '&sorting=-price_amount'),
  sorted('by kind of price', '&sorting=price_amount_type'),
  searched('name contains', '&query=uct%20999'),
  searched('recurring, not archived', '&is_recurring=true&is_archived=false'),
  searched('by metadata', '&metadata[number]=77'),
]

export async function measure(urls: Urls, extent: Extent): Promise<Measured> {
  const ours = await startServer(ourServer(urls))
  const bare = await startServer({
    name: 'node:http + pg',
    script: './catalog/bare.ts',
    args: [urls.ownerUrl],
  })
  try {
    const shops = await newShops(urls.ownerUrl, shopsCount)
    await stock(urls.ownerUrl, shops, productsOfShop)
    await runOn(urls.ownerUrl, 'vacuum analyze')
    const both = async (demand: Demand) =>
      pair(await runRounds(contestants([ours, bare], demand), extent))
    const paced = await both(steadily(lists(shops)))
    const fast = await both({ ...lists(shops), connections: pacedConnections })
    const creates = await both(newCustomers(shops))
    return {
      paced,
      lists: fast,
      creates,
      large: await measureLarge(ours, urls, extent),
      statements: await statementsOf(urls),
    }
  } finally {
    await Promise.all([ours, bare].map(({ child }) => child.stop()))
  }
}

async function measureLarge(
  server: Server,
  { ownerUrl }: Urls,
  extent: Extent,
): Promise<Measured['large']> {
  const shops = await newShops(ownerUrl, 1)
  await stock(ownerUrl, shops, productsOfLargeShop)
  await runOn(ownerUrl, 'vacuum analyze')
  const large: [Question, Figures][] = []
  for (const question of largeQuestions) {
    const path = `/products/?limit=100${question.query}`
    const requests = shops.map((shop) => getRequest(shop, path))
    const demand = { requests, expects: '"items":[', connections: 1 }
    const [figures] = await runRounds([{ server, demand }], extent)
    if (figures !== undefined) large.push([question, figures])
  }
  return large
}

const contestants = (servers: readonly Server[], demand: Demand): Contestant[] =>
  servers.map((server) => ({ server, demand }))

const lists = (shops: readonly Shop[]) => ({
  requests: shops.map((shop) => getRequest(shop, '/products/?limit=100')),
  expects: '"metered_unit"',
})

const steadily = (demand: Pick<Demand, 'requests' | 'expects'>): Demand => ({
  ...demand,
  connections: pacedConnections,
  everyMilliseconds: (1000 * pacedConnections) / pacedPerSecond,
})

const newCustomers = (shops: readonly Shop[]): Demand => ({
  requests: shops.map((shop) =>
    postRequest(shop, '/customers/', { email: `${unique}@example.com`, name: 'Ann Example' }),
  ),
  unique,
  expects: '"email"',
  connections: 16,
})
