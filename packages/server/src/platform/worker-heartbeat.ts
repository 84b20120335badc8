import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { deadMilliseconds } from './claims.ts'
import type { Database } from './database/database.ts'
import { holdLifeLock, isDead, type LifeLock } from './life-lock.ts'
import { repeat } from './repeat.ts'

export interface QueueLife {
  /** For the runner, which emits the name under which it locks jobs. */
  readonly events: WorkerEvents
  /** Resolves when the runner takes no more jobs. */
  readonly ending: Promise<void>
  close(): Promise<void>
}

const lookMillisecondsDefault = 500
const youngest = '5 seconds'

/**
 * A process that dies leaves its jobs locked, and the queue alone would wait four hours. So another
 * process frees the jobs of runners whose life lock is free.
 */
export function openQueueLife(
  database: Database,
  log: Logger,
  pollForStuckMilliseconds = lookMillisecondsDefault,
): QueueLife {
  const events: WorkerEvents = new EventEmitter()
  let life: LifeLock | null = null
  const look = () =>
    freeJobsOfDeadProcesses(database.directPool).catch((error: unknown) =>
      log.warn({ err: error }, 'jobs of dead processes could not be freed'),
    )
  events.on('pool:create', ({ workerPool }) => {
    life = holdLifeLock(database, log, `queue.${workerPool.id}`)
  })
  const ending = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => resolve())
  })
  const looks = repeat(look, pollForStuckMilliseconds)
  return {
    events,
    ending,
    close: async () => {
      await looks.stop()
      await life?.close()
    },
  }
}

// A runner may lock its first jobs shortly before it holds its session lock, so it counts as dead
// at once only if the lock was seen to end.
async function freeJobsOfDeadProcesses(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with locked as (
      select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
       where locked_by is not null
    ), dead as (
      select locked_by from locked
       group by locked_by
      having (max(locked_at) < now() - interval '${youngest}'
              or exists (select from life
                          where name = 'queue.' || locked_by
                            and ended_at < now() - interval '${deadMilliseconds} milliseconds'))
         and ${isDead("'queue.' || locked_by")}
    )
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead`)
}
