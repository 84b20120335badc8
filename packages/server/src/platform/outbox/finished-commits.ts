import { setTimeout as delay } from 'node:timers/promises'
import type { Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { distinct } from '../../kernel/indexing.ts'
import type { Database } from '../database/database.ts'
import type { WaitingEvent } from './summary.ts'

// On a cluster, a commit is seen on the coordinator a moment before it is seen on a worker, or long
// before if one of them ends in between. What follows from an event reads what it is about, so
// events wait until the worker of their organization has committed their transaction too.

/** Those of the events, in their order, that may be dispatched now. */
export type Finished = (events: readonly WaitingEvent[]) => Promise<readonly WaitingEvent[]>

interface Worker {
  readonly group: number
  readonly organizationIds: readonly Id<'organization'>[]
}

/** The transactions that a worker has prepared but not committed; null if it doesn’t answer. */
type Unfinished = ReadonlySet<string> | null

const answerMillisecondsMax = 1_000

export function openFinished({ kysely }: Pick<Database, 'kysely'>): Finished {
  // A worker that doesn't answer is asked again only when that question has failed.
  const asked = new Map<number, Promise<Unfinished>>()

  function ask(worker: Worker): Promise<Unfinished> {
    if (asked.has(worker.group)) return Promise.resolve(null)
    const answer = unfinishedOn(kysely, worker)
      .catch(() => null)
      .finally(() => asked.delete(worker.group))
    asked.set(worker.group, answer)
    return unlessLate(answer)
  }

  return async (events) => {
    const workers = await workersOf(
      kysely,
      distinct(events.flatMap(({ organizationId }) => organizationId ?? [])),
    )
    const waiting = new Set<Id<'organization'>>()
    const unfinished = new Set<string>()
    for (const { organizationIds, found } of await Promise.all(
      workers.map(async (worker) => ({ ...worker, found: await ask(worker) })),
    )) {
      if (found === null) for (const id of organizationIds) waiting.add(id)
      else for (const transaction of found) unfinished.add(transaction)
    }
    return events.filter(({ organizationId, transaction }) => {
      if (organizationId === null) return true
      // Later events of its organization wait too, which keeps their order.
      if (unfinished.has(withoutEpoch(transaction))) waiting.add(organizationId)
      return !waiting.has(organizationId)
    })
  }
}

async function unlessLate(answer: Promise<Unfinished>): Promise<Unfinished> {
  const answered = new AbortController()
  const late = delay(answerMillisecondsMax, null, { signal: answered.signal })
  try {
    return await Promise.race([answer, late])
  } finally {
    answered.abort()
  }
}

const withoutEpoch = (transaction: string): string =>
  BigInt.asUintN(32, BigInt(transaction)).toString()

type Kysely = Database['kysely']

async function workersOf(
  kysely: Kysely,
  organizationIds: readonly Id<'organization'>[],
): Promise<readonly Worker[]> {
  if (organizationIds.length === 0) return []
  const { rows } = await sql<Worker>`
    select p.groupid as group, array_agg(o.id) as organization_ids
      from unnest(${organizationIds}::uuid[]) o (id)
      join pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column('customer', o.id)
     group by p.groupid`.execute(kysely)
  return rows
}

async function unfinishedOn(
  kysely: Kysely,
  { group, organizationIds: [organizationId] }: Worker,
): Promise<ReadonlySet<string>> {
  // Any of its organizations leads to the worker.
  const prepared = await sql<{ gids: string[] }>`
    select array(select gid from pg_prepared_xact() where gid like 'citus%') as gids, count(id)
      from customer where organization_id = ${organizationId} and id is null`.execute(kysely)
  const gids = prepared.rows.flatMap((row) => row.gids)
  if (gids.length === 0) return new Set()
  // A transaction lists what it prepares, so it is the one that wrote the row.
  const { rows } = await sql<{ transaction: string }>`
    select xmin::text as transaction from pg_dist_transaction
     where groupid = ${group} and gid = any (${gids}::text[])`.execute(kysely)
  return new Set(rows.map(({ transaction }) => transaction))
}
