import { withServer } from '../../packages/server/test/distributed.ts'
import { onConnection, runOn } from '../../packages/server/test/sql.ts'
import type { Seller } from '../catalog/sellers.ts'
import { printTable } from '../figures.ts'
import { cpuOfPostgres } from '../postgres-cpu.ts'
import type { Offer } from '../purchases/purchase-job.ts'
import type { Pair, Placed } from './databases.ts'

/** A server that statements are sent to, and all that may work for them. */
interface Path {
  readonly name: string
  readonly url: string
  readonly nodes: readonly string[]
  readonly product: readonly [organizationId: string, id: string]
}

type Offers = readonly (Offer & Seller)[]

const isProduct = 'p.organization_id = $1 and p.id = $2'
const statements = [
  ['read a row by its key', `select p.* from product p where ${isProduct}`],
  [
    'read a row and rows of two other tables',
    `select p.*,
            array(select benefit_id from product_benefit b
                   where b.organization_id = $1 and b.product_id = p.id order by position),
            array(select file_id from product_media m
                   where m.organization_id = $1 and m.product_id = p.id order by position)
       from product p where ${isProduct}`,
  ],
  ['change a row and commit', `update product p set name = name where ${isProduct}`],
] as const

const warmUps = 200
const calls = 3000

/**
 * Prints the processor time of prepared statements on one server, through the coordinator, and sent
 * to the worker that has the rows.
 */
export async function printStatements({ alone, spread }: Pair<Offers>): Promise<void> {
  const paths = [
    pathTo('one server', alone),
    pathTo('through the coordinator', spread),
    await onWorker(pathTo('to the worker', spread)),
  ]
  const rows: string[][] = []
  for (const [what, text] of statements) {
    const row: string[] = [what]
    for (const path of paths) row.push((await costOf(path, text)).toFixed(2))
    rows.push(row)
  }
  printTable([['CPU ms of a statement', ...paths.map(({ name }) => name)], ...rows])
}

function pathTo(name: string, { nodes, filled: [offer], urls }: Placed<Offers>): Path {
  const [productId] = offer?.productIds ?? []
  if (offer === undefined || productId === undefined) throw new Error('there are no offers')
  return { name, url: urls.ownerUrl, nodes, product: [offer.id, productId] }
}

async function onWorker(path: Path): Promise<Path> {
  const [organizationId] = path.product
  const [place] = await runOn<{ host: string; port: number }>(
    path.url,
    `select nodename as host, nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('product', $1::text)`,
    [organizationId],
  )
  if (place === undefined) throw new Error('every organization has a worker')
  return { ...path, url: withServer(path.url, place) }
}

const costOf = ({ url, nodes, product }: Path, text: string): Promise<number> =>
  onConnection(url, async (client) => {
    const statement = { name: 'measured', text, values: [...product] }
    const run = async (count: number) => {
      for (let call = 0; call < count; call++) await client.query(statement)
    }
    await run(warmUps)
    const before = await usedBy(nodes)
    await run(calls)
    return ((await usedBy(nodes)) - before) / 1000 / calls
  })

const usedBy = async (nodes: readonly string[]): Promise<number> =>
  (await Promise.all(nodes.map(cpuOfPostgres))).reduce((all, one) => all + one, 0)
