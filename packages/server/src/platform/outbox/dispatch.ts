import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { inOrder } from '../database/in-order.ts'
import { jsonList, jsonText } from '../database/json.ts'
import { addJobs } from './add-jobs.ts'
import type { finishedEvents } from './finished-commits.ts'
import { type EventRow, toEvent } from './logged-events.ts'
import type { Job, LoggedEvent } from './reactions.ts'
import type { Summarize, SummaryEvent } from './summarize.ts'
import type { WaitingEvent } from './summary.ts'

export const eventsPerBatchMax = 500
/** How far a batch looks ahead, to see which of its transactions continue. */
const eventsAheadMax = 500
const dispatcherLock = 'guildhall.dispatcher'

export interface DispatchDeps extends Pick<Database, 'transact'> {
  /** Which events may be dispatched; by default all. */
  readonly finished?: typeof finishedEvents
  /** Summarizes a batch; by default nothing. */
  readonly summarize?: Summarize
  /** The names of events that trigger anything; null for all. */
  readonly triggeringNames?: readonly string[] | null
  /**
   * The names of all events of this version; null for any. Events of a later version wait for one of
   * its processes, since only that knows what follows from them.
   */
  readonly knownNames?: readonly string[] | null
}

/**
 * Moves the oldest events from the outbox to the log, with their summaries, and adds the jobs they
 * trigger, all in one transaction: after a crash the batch is dispatched again. Returns how many
 * events were moved, or null when another process holds the lock and this one does not wait.
 */
export async function dispatchBatch(
  deps: DispatchDeps,
  jobsOf: (event: LoggedEvent) => readonly Job[],
  turn: 'wait' | 'skip',
): Promise<number | null> {
  const { transact, finished, summarize = summarizeNothing, triggeringNames = null } = deps
  return transact(async (tx) => {
    const [isTurn, found] = await inOrder(tx, [
      () => takeTurn(tx, turn),
      () => findWaiting(tx, deps),
    ])
    const waiting = finished === undefined ? found : await finished(tx, found)
    const batch = waiting.slice(0, eventsPerBatchMax)
    if (batch.length === 0) return isTurn ? 0 : null
    const next = waiting.slice(eventsPerBatchMax)
    const { summaries, jobs } = await summarize(tx, batch, next)
    const events = await moveEvents(tx, { batch, summaries, triggeringNames })
    await addJobs(tx, [...events.flatMap(jobsOf), ...jobs])
    return batch.length
  })
}

const summarizeNothing: Summarize = async () => ({ summaries: [], jobs: [] })

const lockKey = sql`hashtextextended(${dispatcherLock}, 0)`

async function takeTurn(tx: Transaction<Tables>, turn: 'wait' | 'skip'): Promise<boolean> {
  const { rows } = await (turn === 'skip'
    ? sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as taken`
    : sql<{ taken: boolean }>`select pg_advisory_xact_lock(${lockKey}) is not null as taken`
  ).execute(tx)
  return rows[0]?.taken === true
}

// Finds nothing without the lock: requesting a lock again that this session holds is granted.
async function findWaiting(
  tx: Transaction<Tables>,
  { knownNames = null }: DispatchDeps,
): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, organization_id, customer_id, name, transaction_id::text as transaction
      from outbox
     where (select pg_try_advisory_xact_lock(${lockKey}))
       and (${knownNames}::text[] is null or name = any (${knownNames}::text[]))
     order by id limit ${eventsPerBatchMax + eventsAheadMax}`.execute(tx)
  return rows
}

interface Moving {
  readonly batch: readonly WaitingEvent[]
  readonly summaries: readonly SummaryEvent[]
  readonly triggeringNames: readonly string[] | null
}

// Rows become visible when their transaction commits, so a batch takes the visible ones in order of
// id. Events of one object keep their order, because a unit of work writes them while it holds the
// object's lock. A summary is placed right behind the event it follows, with that event's times;
// the summaries of one customer are ordered by their sequence. Payloads are large, so they are
// returned only for events that trigger anything.
async function moveEvents(
  tx: Transaction<Tables>,
  { batch, summaries, triggeringNames }: Moving,
): Promise<LoggedEvent[]> {
  const ids = batch.map(({ id }) => id)
  const summed = jsonText(summaries.map(({ row }) => row))
  const payloads = jsonList(summaries.map(({ payload }) => payload))
  const { rows } = await sql<EventRow>`
    with moved as (
      delete from outbox where id = any (${ids}::bigint[])
      returning *, coalesce(organization_id, '00000000-0000-0000-0000-000000000000') as line
    ), summed as (
      select *
        from rows from (jsonb_to_recordset(${summed}::jsonb)
               as (after bigint, name text, object_type text, customer_id uuid),
               jsonb_array_elements(${payloads}::jsonb)) with ordinality
             as s (after, name, object_type, customer_id, payload, rank)
    ), placed as (
      select id, id as after, 0 as rank, organization_id, line, customer_id, name, object_type,
             object_id, object_version, payload, recorded_at, organization_time, actor_type, actor_id
        from moved
       union all
      select guildhall_event_id(), s.*
        from (select after, rank, m.organization_id, m.line, s.customer_id, s.name, s.object_type,
                     s.customer_id::text, null::bigint, s.payload, m.recorded_at,
                     m.organization_time, null, null::uuid
                from summed s join moved m on m.id = s.after
               order by after, rank) s
    ), numbered as (
      select *, row_number() over (partition by line order by after, rank) as place from placed
    ), advanced as (
      insert into event_line as stand (line, sequence)
      select line, count(*) from placed group by line order by line
      on conflict (line) do update set sequence = stand.sequence + excluded.sequence
      returning line, sequence
    ), sequenced as (
      select n.*, sequence - (max(place) over (partition by line)) + place as sequence
        from numbered n join advanced using (line)
    ), logged as (
      insert into event_log (id, organization_id, sequence, customer_id, name, object_type,
                             object_id, object_version, payload, recorded_at, organization_time,
                             actor_type, actor_id)
      select id, organization_id, sequence, customer_id, name, object_type, object_id,
             coalesce(object_version, sequence), payload, recorded_at, organization_time,
             actor_type, actor_id
        from sequenced
      returning *
    )
    select id, organization_id, sequence, customer_id, name, object_type, object_id,
           object_version, payload, recorded_at, organization_time
      from logged
     where ${triggeringNames}::text[] is null or name = any (${triggeringNames}::text[])
     order by id`.execute(tx)
  return rows.map(toEvent)
}
