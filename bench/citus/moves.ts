import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'
import { printTable } from '../figures.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { newOffers } from '../purchases/offers.ts'
import { waitForPaidOrders } from '../purchases/paid-orders.ts'
import type { Offer } from '../purchases/purchase-job.ts'
import { type Server, startServer } from '../rounds.ts'
import { callsTo } from '../torture/call.ts'
import { buy } from '../torture/purchases.ts'
import { counted } from '../upgrade/counted-call.ts'
import { openSpread, type Placed } from './databases.ts'

const sellersCount = 20
const perSecond = 20
const calmSeconds = 5
const returnedShards = 4

interface Step {
  readonly what: string
  readonly run: () => Promise<unknown>
}

interface Measured {
  readonly what: string
  readonly seconds: number
  readonly acknowledged: readonly string[]
  readonly failed: readonly string[]
  readonly slowestMilliseconds: number
}

/** Moves organizations between workers while they sell. Returns whether every purchase is there once. */
export async function measureMoves(clusterUrl: string): Promise<boolean> {
  const placed = await openSpread(clusterUrl, 'moves', (ownerUrl) =>
    newOffers(ownerUrl, sellersCount, 1),
  )
  await unbalance(placed.urls)
  const server = await startServer(ourServer(placed.urls))
  const measured: Measured[] = []
  try {
    for (const step of stepsOf(placed)) measured.push(await sellDuring(step, server, placed.filled))
    print(measured)
    return await isKept(
      placed,
      measured.flatMap(({ acknowledged }) => acknowledged),
    )
  } finally {
    await server.child.stop()
  }
}

const transfer = `shard_transfer_mode => 'block_writes'`

/** A worker gets some shards of the other one, which a rebalance returns. */
async function unbalance({ ownerUrl }: Urls): Promise<void> {
  const shards = await runOn(
    ownerUrl,
    `select s.shardid, s.nodename as sourcename, s.nodeport as sourceport,
            n.nodename as targetname, n.nodeport as targetport
       from citus_shards s
       join pg_dist_node n on n.groupid <> 0 and n.nodeport > s.nodeport
      where s.table_name = 'customer'::regclass order by s.shardid limit ${returnedShards}`,
  )
  await moveShards(ownerUrl, shards)
}

/**
 * What a move leaves has to be removed before the next one: Citus would do so while it keeps writes
 * waiting, and each removal would wait for these.
 */
async function moveShards(
  ownerUrl: string,
  shards: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const { shardid, sourcename, sourceport, targetname, targetport } of shards) {
    await runOn(ownerUrl, `select citus_move_shard_placement($1, $2, $3, $4, $5, ${transfer})`, [
      shardid,
      sourcename,
      sourceport,
      targetname,
      targetport,
    ])
    await runOn(ownerUrl, cleanup)
  }
}

const cleanup = 'call citus_cleanup_orphaned_resources()'

/** A shard of one table moves with those of all others. */
const plan = `select * from get_rebalance_table_shards_plan('customer')
               where table_name = 'customer'::regclass`

/** As the runbook says, as the owner of the tables. */
function stepsOf({ urls: { ownerUrl }, filled: [offer] }: Placed<readonly Offer[]>): Step[] {
  const productId = offer?.productIds[0]
  const ask = (text: string, values: readonly unknown[] = []) => runOn(ownerUrl, text, [...values])
  const organizationOf = async () => {
    const [row] = await ask('select organization_id from product where id = $1', [productId])
    return row?.['organization_id']
  }
  return [
    { what: 'nothing', run: () => sleep(calmSeconds * 1000) },
    {
      what: 'isolate one organization',
      run: async () => {
        const isolation = `select isolate_tenant_to_new_shard('customer', $1::text, 'CASCADE', ${transfer})`
        await ask(isolation, [await organizationOf()])
        await ask(cleanup)
      },
    },
    {
      what: 'move it to the other worker',
      run: async () => {
        const place = `select s.shardid, s.nodename as sourcename, s.nodeport as sourceport,
                              n.nodename as targetname, n.nodeport as targetport
                         from citus_shards s
                         join pg_dist_node n on n.groupid <> 0 and n.nodeport <> s.nodeport
                        where s.shardid = get_shard_id_for_distribution_column('customer', $1::text)`
        await moveShards(ownerUrl, await ask(place, [await organizationOf()]))
      },
    },
    {
      what: 'rebalance',
      run: async () => {
        await moveShards(ownerUrl, await ask(plan))
      },
    },
    { what: 'nothing again', run: () => sleep(calmSeconds * 1000) },
  ]
}

async function sellDuring(
  { what, run }: Step,
  { port }: Server,
  offers: readonly Offer[],
): Promise<Measured> {
  const { call, failed } = counted(callsTo([port]))
  const waiting: Promise<void>[] = []
  const acknowledged: string[] = []
  let slowestMilliseconds = 0
  const purchase = async (offer: Offer) => {
    const startedAt = performance.now()
    acknowledged.push(await buy(call, offer))
    slowestMilliseconds = Math.max(slowestMilliseconds, performance.now() - startedAt)
  }
  const startedAt = performance.now()
  let isOver = false
  const over = run().finally(() => {
    isOver = true
  })
  for (let count = 0; !isOver; count++) {
    const offer = offers[count % offers.length]
    if (offer !== undefined) waiting.push(purchase(offer))
    await sleep(1000 / perSecond)
  }
  await over
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(waiting)
  return { what, seconds, acknowledged, failed, slowestMilliseconds }
}

function print(measured: readonly Measured[]): void {
  printTable([
    [
      `while ${perSecond} purchases/s arrive`,
      'seconds',
      'purchases',
      'sent again',
      'slowest purchase, s',
    ],
    ...measured.map(({ what, seconds, acknowledged, failed, slowestMilliseconds }) => [
      what,
      seconds.toFixed(1),
      String(acknowledged.length),
      String(failed.length),
      (slowestMilliseconds / 1000).toFixed(1),
    ]),
  ])
  for (const { failed } of measured) {
    for (const answer of new Set(failed.map((one) => one.replace(/\/client\/\S+/, '/client/…')))) {
      console.log(answer)
    }
  }
}

/** Waits until what was acknowledged is paid; more would mean that something was bought twice. */
async function isKept(
  { urls: { ownerUrl } }: Pick<Placed<unknown>, 'urls'>,
  acknowledged: readonly string[],
): Promise<boolean> {
  await waitForPaidOrders(ownerUrl, acknowledged.length)
  const paid = await runOn<{ checkout_id: string }>(
    ownerUrl,
    `select checkout_id from orders where status = 'paid' and checkout_id = any($1::uuid[])`,
    [acknowledged],
  )
  const bought = new Set(paid.map(({ checkout_id }) => checkout_id)).size
  console.log(`${bought} of ${acknowledged.length} purchases are there, each once.`)
  return bought === acknowledged.length
}
