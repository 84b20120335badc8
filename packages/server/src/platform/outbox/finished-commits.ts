import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import { distinct } from '../../kernel/indexing.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { isDatabaseAway } from '../database/failures.ts'
import type { WaitingEvent } from './summary.ts'

// On a cluster, a commit is seen on the coordinator a moment before it is seen on a worker, or long
// before if one of them ends in between. What follows from an event reads what it is about, so
// events wait until the worker of their organization has committed their transaction too.

interface Worker {
  readonly group: number
  readonly organizationIds: readonly Id<'organization'>[]
}

/**
 * Those of the events, in their order, that may be dispatched now. The questions are asked in the
 * transaction of the batch, which may have the only connection.
 */
export async function finishedEvents(
  tx: Transaction<Tables>,
  events: readonly WaitingEvent[],
): Promise<readonly WaitingEvent[]> {
  const ids = distinct(events.flatMap(({ organizationId }) => organizationId ?? []))
  const waiting = new Set<Id<'organization'>>()
  const unfinished = new Set<string>()
  for (const worker of await workersOf(tx, ids)) {
    const found = await unlessAway(tx, () => unfinishedOn(tx, worker))
    if (found === null) for (const id of worker.organizationIds) waiting.add(id)
    else for (const transaction of found) unfinished.add(transaction)
  }
  return events.filter(({ organizationId, transaction }) => {
    if (organizationId === null) return true
    // Later events of its organization wait too, which keeps their order.
    if (unfinished.has(withoutEpoch(transaction))) waiting.add(organizationId)
    return !waiting.has(organizationId)
  })
}

const savepoint = sql.id('worker')

async function unlessAway<T>(tx: Transaction<Tables>, ask: () => Promise<T>): Promise<T | null> {
  await sql`savepoint ${savepoint}`.execute(tx)
  try {
    return await ask()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    await sql`rollback to savepoint ${savepoint}`.execute(tx)
    return null
  }
}

const withoutEpoch = (transaction: string): string =>
  BigInt.asUintN(32, BigInt(transaction)).toString()

async function workersOf(
  tx: Transaction<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<readonly Worker[]> {
  if (organizationIds.length === 0) return []
  const { rows } = await sql<Worker>`
    select p.groupid as group, array_agg(o.id) as organization_ids
      from (select id, get_shard_id_for_distribution_column('customer', id) as shardid
              from unnest(${organizationIds}::uuid[]) given (id)
            offset 0) o
      join pg_dist_placement p using (shardid)
     group by p.groupid`.execute(tx)
  return rows
}

async function unfinishedOn(
  tx: Transaction<Tables>,
  { group, organizationIds: [organizationId] }: Worker,
): Promise<ReadonlySet<string>> {
  // Any of its organizations leads to the worker.
  const prepared = await sql<{ gids: string[] }>`
    select array(select gid from pg_prepared_xact() where gid like 'citus%') as gids, count(id)
      from customer where organization_id = ${organizationId} and id is null`.execute(tx)
  const gids = prepared.rows.flatMap((row) => row.gids)
  if (gids.length === 0) return new Set()
  // A transaction lists what it prepares, so it is the one that wrote the row.
  const { rows } = await sql<{ transaction: string }>`
    select xmin::text as transaction from pg_dist_transaction
     where groupid = ${group} and gid = any (${gids}::text[])`.execute(tx)
  return new Set(rows.map(({ transaction }) => transaction))
}
