import type { JobState } from '@guildhall/contract/maintenance/jobs'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './database/db-types.gen.ts'

/** A job of the queue. */
export interface QueuedJob {
  readonly id: string
  readonly task: string
  readonly state: JobState
  readonly attempts: number
  readonly attemptsMax: number
  readonly createdAt: Date
  readonly runAt: Date
  readonly lastError: string | null
  readonly payload: unknown
}

const state = sql`
  case when j.locked_at is not null then 'running'
       when j.attempts >= j.max_attempts then 'dead'
       when j.attempts > 0 then 'retrying'
       else 'waiting' end`

const isRetriable = sql`j.locked_at is null and j.attempts > 0`

interface JobListing {
  readonly state: JobState | undefined
  readonly task: string | undefined
  /** Only jobs before this one. */
  readonly before: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listQueuedJobs(
  db: Kysely<Tables>,
  { state: wanted, task, before, limit }: JobListing,
): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select j.id::text as id, t.identifier as task, ${state} as state, j.attempts,
           j.max_attempts as "attemptsMax", j.created_at as "createdAt", j.run_at as "runAt",
           j.last_error as "lastError", j.payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where (${wanted ?? null}::text is null or ${state} = ${wanted ?? null}::text)
       and (${task ?? null}::text is null or t.identifier = ${task ?? null}::text)
       and (${before ?? null}::bigint is null or j.id < ${before ?? null}::bigint)
     order by j.id desc
     limit ${limit}`.execute(db)
  return rows
}

export interface TaskCounts extends Readonly<Record<JobState, number>> {
  readonly task: string
}

/** Of the tasks that have jobs, those with most dead ones first. */
export async function countQueuedJobs(db: Kysely<Tables>): Promise<TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select t.identifier as task,
           count(*) filter (where ${state} = 'waiting')::int as waiting,
           count(*) filter (where ${state} = 'running')::int as running,
           count(*) filter (where ${state} = 'retrying')::int as retrying,
           count(*) filter (where ${state} = 'dead')::int as dead
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     group by t.identifier
     order by dead desc, retrying desc, t.identifier`.execute(db)
  return rows
}

interface SeenJob {
  readonly id: string
  /** How often it had been tried when somebody decided to retry it. */
  readonly attempts: number
}

/** The task of the job, whose next attempt is now; null if it isn’t in the state that was seen. */
export async function retryQueuedJob(
  tx: Transaction<Tables>,
  { id, attempts }: SeenJob,
): Promise<string | null> {
  const { rows } = await sql<{ task: string }>`
    update graphile_worker._private_jobs j
       set ${nextAttemptNow}
      from graphile_worker._private_tasks t
     where t.id = j.task_id and j.id = ${id}::bigint and j.attempts = ${attempts}
       and ${isRetriable} and (j.attempts >= j.max_attempts or j.run_at > now())
    returning t.identifier as task`.execute(tx)
  return rows[0]?.task ?? null
}

/** A dead job gets all its attempts again. */
const nextAttemptNow = sql`
  run_at = now(), updated_at = now(),
  attempts = case when j.attempts >= j.max_attempts then 0 else j.attempts end`

export async function isQueued(tx: Transaction<Tables>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where id = ${id}::bigint`.execute(tx)
  return rows.length > 0
}

const isDead = sql`j.locked_at is null and j.attempts >= j.max_attempts`

/** Retries dead jobs, the oldest first; the answer says how many, and how many are left. */
export async function retryDeadQueuedJobs(
  tx: Transaction<Tables>,
  { task, limit }: { readonly task: string; readonly limit: number },
): Promise<{ readonly retriedCount: number; readonly deadCount: number }> {
  const { rows } = await sql<{ id: string }>`
    with chosen as materialized (
      select j.id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = ${task} and ${isDead}
       order by j.id limit ${limit} for update of j skip locked
    )
    update graphile_worker._private_jobs j
       set ${nextAttemptNow}
      from chosen
     where j.id = chosen.id
    returning j.id`.execute(tx)
  const { rows: left } = await sql<{ count: number }>`
    select count(*)::int as count
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = ${task} and ${isDead}`.execute(tx)
  return { retriedCount: rows.length, deadCount: left[0]?.count ?? 0 }
}
