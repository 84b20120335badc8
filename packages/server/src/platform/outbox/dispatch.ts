import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { addJobs } from './add-jobs.ts'
import { type EventRow, toEvent } from './logged-events.ts'
import type { Job, LoggedEvent } from './reactions.ts'

export const eventsPerBatchMax = 500
const dispatcherLock = 'guildhall.dispatcher'

/**
 * Moves the oldest events from the outbox to the log and adds the jobs they lead to, all in one
 * transaction: a crash leaves the batch undone, and whoever comes next does it. Answers how many
 * were moved, or null where another process has the turn and this one does not wait.
 */
export async function dispatchBatch(
  { transact }: Pick<Database, 'transact'>,
  jobsOf: (event: LoggedEvent) => readonly Job[],
  turn: 'wait' | 'skip',
): Promise<number | null> {
  return transact(async (tx) => {
    const [isTurn, events] = await Promise.all([takeTurn(tx, turn), moveEvents(tx)])
    await addJobs(tx, events.flatMap(jobsOf))
    return isTurn || events.length > 0 ? events.length : null
  })
}

const lockKey = sql`hashtextextended(${dispatcherLock}, 0)`

async function takeTurn(tx: Transaction<Tables>, turn: 'wait' | 'skip'): Promise<boolean> {
  const { rows } = await (turn === 'skip'
    ? sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as taken`
    : sql<{ taken: boolean }>`select pg_advisory_xact_lock(${lockKey}) is not null as taken`
  ).execute(tx)
  return rows[0]?.taken === true
}

// Rows become visible when their transaction commits, so a batch takes what is there, in order of
// ids. Events of one object keep their order, because a unit of work writes them while it holds
// the object's lock. Without the turn nothing is moved: asking again for a lock that is held here
// is granted.
async function moveEvents(tx: Transaction<Tables>): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    with moved as (
      delete from outbox
       where (select pg_try_advisory_xact_lock(${lockKey}))
         and id = any (array(select id from outbox order by id limit ${eventsPerBatchMax}))
      returning *, coalesce(organization_id, '00000000-0000-0000-0000-000000000000') as line
    ), numbered as (
      select *, row_number() over (partition by line order by id) as place from moved
    ), advanced as (
      insert into event_line as stand (line, sequence)
      select line, count(*) from moved group by line order by line
      on conflict (line) do update set sequence = stand.sequence + excluded.sequence
      returning line, sequence
    ), logged as (
      insert into event_log (id, organization_id, sequence, customer_id, name, object_type,
                             object_id, object_version, payload, recorded_at, organization_time,
                             actor_type, actor_id)
      select id, organization_id,
             sequence - (max(place) over (partition by line)) + place,
             customer_id, name, object_type, object_id, object_version, payload, recorded_at,
             organization_time, actor_type, actor_id
        from numbered join advanced using (line)
      returning *
    )
    select id, organization_id, sequence, customer_id, name, object_type, object_id,
           object_version, payload, recorded_at, organization_time
      from logged order by id`.execute(tx)
  return rows.map(toEvent)
}
