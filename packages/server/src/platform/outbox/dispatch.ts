import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { jsonText } from '../database/json.ts'
import { addJobs } from './add-jobs.ts'
import { type EventRow, toEvent } from './logged-events.ts'
import type { Job, LoggedEvent } from './reactions.ts'
import type { Summarize, ToldSummary } from './summarize.ts'
import type { WaitingEvent } from './summary.ts'

export const eventsPerBatchMax = 500
/** How far a batch looks ahead, to see which of its transactions go on. */
const eventsAheadMax = 500
const dispatcherLock = 'guildhall.dispatcher'

export interface DispatchParts extends Pick<Database, 'transact'> {
  /** What a batch is summed up in; nothing where nobody says. */
  readonly summarize?: Summarize
  /** The names of the events that lead to anything; all where nobody says. */
  readonly heard?: readonly string[] | null
}

/**
 * Moves the oldest events from the outbox to the log, with what sums them up, and adds the jobs
 * they lead to, all in one transaction: a crash leaves the batch undone, and whoever comes next
 * does it. Answers how many were moved, or null where another process has the turn and this one
 * does not wait.
 */
export async function dispatchBatch(
  { transact, summarize = sumUpNothing, heard = null }: DispatchParts,
  jobsOf: (event: LoggedEvent) => readonly Job[],
  turn: 'wait' | 'skip',
): Promise<number | null> {
  return transact(async (tx) => {
    const [isTurn, waiting] = await Promise.all([takeTurn(tx, turn), findWaiting(tx)])
    const batch = waiting.slice(0, eventsPerBatchMax)
    if (batch.length === 0) return isTurn ? 0 : null
    const next = waiting.slice(eventsPerBatchMax)
    const { told, jobs } = await summarize(tx, batch, next)
    const events = await moveEvents(tx, { batch, told, heard })
    await addJobs(tx, [...events.flatMap(jobsOf), ...jobs])
    return batch.length
  })
}

const sumUpNothing: Summarize = async () => ({ told: [], jobs: [] })

const lockKey = sql`hashtextextended(${dispatcherLock}, 0)`

async function takeTurn(tx: Transaction<Tables>, turn: 'wait' | 'skip'): Promise<boolean> {
  const { rows } = await (turn === 'skip'
    ? sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as taken`
    : sql<{ taken: boolean }>`select pg_advisory_xact_lock(${lockKey}) is not null as taken`
  ).execute(tx)
  return rows[0]?.taken === true
}

// Without the turn nothing is found: asking again for a lock that is held here is granted.
async function findWaiting(tx: Transaction<Tables>): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, organization_id, customer_id, name, transaction_id::text as transaction
      from outbox
     where (select pg_try_advisory_xact_lock(${lockKey}))
     order by id limit ${eventsPerBatchMax + eventsAheadMax}`.execute(tx)
  return rows
}

interface Moving {
  readonly batch: readonly WaitingEvent[]
  readonly told: readonly ToldSummary[]
  readonly heard: readonly string[] | null
}

// Rows become visible when their transaction commits, so a batch takes what is there, in order of
// ids. Events of one object keep their order, because a unit of work writes them while it holds
// the object's lock. A summary stands right behind the event that it comes after, and has that
// event's times; what orders the summaries of one customer is their place in the line.
//
// Payloads are large, so only of events that lead to anything they come back.
async function moveEvents(
  tx: Transaction<Tables>,
  { batch, told, heard }: Moving,
): Promise<LoggedEvent[]> {
  const ids = batch.map(({ id }) => id)
  const { rows } = await sql<EventRow>`
    with moved as (
      delete from outbox where id = any (${ids}::bigint[])
      returning *, coalesce(organization_id, '00000000-0000-0000-0000-000000000000') as line
    ), summed as (
      select *
        from rows from (jsonb_to_recordset(${jsonText([...told])}::jsonb)
               as (after bigint, name text, object_type text, customer_id uuid, payload jsonb))
             with ordinality as s (after, name, object_type, customer_id, payload, rank)
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
     where ${heard}::text[] is null or name = any (${heard}::text[])
     order by id`.execute(tx)
  return rows.map(toEvent)
}
