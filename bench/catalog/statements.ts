import { countStatements } from '../../packages/server/test/statement-counter.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { startServer } from '../rounds.ts'
import { newShops, type Shop, stock } from './shops.ts'

/** Statements of a list of few products and of one of many. */
export interface Statements {
  readonly few: number
  readonly many: number
}

const few = 10
const many = 100
/** Other statements may come in between: the fewest count. */
const tries = 5

/** A server of its own without background work, whose database is behind a counter. */
export async function statementsOf(urls: Urls): Promise<Statements> {
  const counter = await countStatements(urls.appUrl)
  const settings = { GUILDHALL_ROLES: 'web' }
  const server = await startServer(ourServer({ ...urls, appUrl: counter.url }, settings))
  try {
    const [small, large] = await newShops(urls.ownerUrl, 2)
    if (small === undefined || large === undefined) throw new Error('two shops were made')
    await stock(urls.ownerUrl, [small], few)
    await stock(urls.ownerUrl, [large], many)
    const fewest = async (shop: Shop) => {
      const counts: number[] = []
      for (let count = 0; count < tries; count++) {
        const before = counter.count()
        await list(server.port, shop)
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

async function list(port: number, { token }: Shop): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/products/?limit=100`, { headers })
  if (answer.status !== 200) throw new Error(`the list was answered ${answer.status}`)
  await answer.arrayBuffer()
}
