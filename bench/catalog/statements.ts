import { countStatements } from '../../packages/server/test/statement-counter.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { addProducts, newSellers, type Seller } from './sellers.ts'

/** The number of statements for a list of few products, and of many. */
export interface Statements {
  readonly few: number
  readonly many: number
}

const few = 10
const many = 100
/** Other statements may run in between, so the lowest count is used. */
const tries = 5

/** Counts statements between a separate server without background work and its database. */
export async function statementsOf(urls: Urls): Promise<Statements> {
  const counter = await countStatements(urls.appUrl)
  const settings = { GUILDHALL_ROLES: 'web' }
  const server = await startServer(ourServer({ ...urls, appUrl: counter.url }, settings))
  try {
    const [small, large] = await newSellers(urls.ownerUrl, 2)
    if (small === undefined || large === undefined) throw new Error('two sellers were created')
    await addProducts(urls.ownerUrl, [small], few)
    await addProducts(urls.ownerUrl, [large], many)
    const fewest = async (seller: Seller) => {
      const counts: number[] = []
      for (let count = 0; count < tries; count++) {
        const before = counter.count()
        await list(server.port, seller)
        counts.push(counter.count() - before)
      }
      return Math.min(...counts)
    }
    return { few: await fewest(small), many: await fewest(large) }
  } finally {
    await server.child.stop()
    await counter.stop()
  }
}

async function list(port: number, { token }: Seller): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`http://127.0.0.1:${port}/v1/products/?limit=100`, { headers })
  if (response.status !== 200) throw new Error(`the list returned ${response.status}`)
  await response.arrayBuffer()
}
