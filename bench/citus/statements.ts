import { onConnection, runOn } from '../../packages/server/test/sql.ts'
import { printTable } from '../figures.ts'
import { cpuOfPostgres } from '../postgres-cpu.ts'
import type { Offer } from '../purchases/purchase-job.ts'
import type { Pair, Placed } from './databases.ts'

/** A server that statements are sent to, and all that may work for them. */
interface Path {
  readonly name: string
  readonly url: string
  readonly nodes: readonly string[]
  readonly product: Readonly<Record<string, unknown>>
}

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
export async function printStatements({ alone, spread }: Pair<readonly Offer[]>): Promise<void> {
  const paths = [
    await pathTo('one server', alone),
    await pathTo('through the coordinator', spread),
    await onWorker(await pathTo('to the worker', spread)),
  ]
  const rows: string[][] = []
  for (const [what, text] of statements) {
    const row: string[] = [what]
    for (const path of paths) row.push((await costOf(path, text)).toFixed(2))
    rows.push(row)
  }
  printTable([['CPU ms of a statement', ...paths.map(({ name }) => name)], ...rows])
}

async function pathTo(name: string, placed: Placed<readonly Offer[]>): Promise<Path> {
  const { nodes, filled, urls } = placed
  const [product = {}] = await runOn(
    urls.ownerUrl,
    'select organization_id, id from product where id = $1',
    [filled[0]?.productIds[0]],
  )
  return { name, url: urls.ownerUrl, nodes, product }
}

async function onWorker(path: Path): Promise<Path> {
  const [place] = await runOn(
    path.url,
    `select nodename as host, nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('product', $1::text)`,
    [path.product['organization_id']],
  )
  const url = new URL(path.url)
  url.hostname = String(place?.['host'])
  url.port = String(place?.['port'])
  return { ...path, url: url.href }
}

const costOf = ({ url, nodes, product }: Path, text: string): Promise<number> =>
  onConnection(url, async (client) => {
    const values = [product['organization_id'], product['id']]
    const run = async (count: number) => {
      for (let call = 0; call < count; call++)
        await client.query({ name: 'measured', text, values })
    }
    await run(warmUps)
    const before = await usedBy(nodes)
    await run(calls)
    return ((await usedBy(nodes)) - before) / 1000 / calls
  })

const usedBy = async (nodes: readonly string[]): Promise<number> =>
  (await Promise.all(nodes.map(cpuOfPostgres))).reduce((all, one) => all + one, 0)
