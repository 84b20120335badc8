import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import { jsonText } from '../database/json.ts'
import { asLast } from '../database/naming-driver.ts'
import type { Job } from './reactions.ts'

/**
 * Adds jobs to the queue in one statement, the last of its transaction. Only for the dispatcher:
 * the queue's NOTIFY serializes commits, so a unit of work records an event instead.
 */
export async function addJobs(tx: Transaction<Tables>, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = onePerKey(jobs).map((job) => ({
    identifier: job.task,
    payload: job.payload,
    run_at: job.runAt?.toISOString() ?? null,
    max_attempts: job.attemptsMax ?? null,
    job_key: job.key ?? null,
  }))
  const addition = sql`
    select from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${jsonText(specs)}::json)
    ))`
  await tx.executeQuery(asLast(addition.compile(tx)))
}

// The statement can't replace a job that it has just added itself.
function onePerKey(jobs: readonly Job[]): Job[] {
  const latest = new Map(jobs.map((job) => [job.key, job]))
  return jobs.filter((job) => job.key === undefined || latest.get(job.key) === job)
}
