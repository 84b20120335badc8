import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import { openStandingConnection } from './database/standing-connection.ts'

export interface QueueLife {
  /** For the runner, which tells here under which name it locks jobs. */
  readonly events: WorkerEvents
  close(): Promise<void>
}

const lookMillisecondsDefault = 10_000
const youngest = '5 seconds'

/**
 * A process that dies leaves its jobs locked, and the queue by itself would wait four hours for
 * it. So each runner holds a session lock under its name: when the process ends, however it ends,
 * so does the lock, and another process frees the jobs. Behind a mere pooler sessions are
 * shared, so there it's left to the queue's own patience.
 */
export function openQueueLife(
  database: Database,
  log: Logger,
  lookMilliseconds = lookMillisecondsDefault,
): QueueLife {
  const events: WorkerEvents = new EventEmitter()
  if (database.listening === null) return { events, close: async () => undefined }
  let name: string | null = null
  let session: pg.Client | null = null
  let looking: Promise<void> = Promise.resolve()

  const showLife = async (): Promise<void> => {
    if (session === null || name === null) return
    await session.query(`select pg_advisory_lock_shared(${lockOf('$1')})`, [name])
  }
  const look = (): void => {
    looking = freeJobsOfTheDead(database.directPool).catch((error: unknown) =>
      log.warn({ err: error }, 'jobs of ended processes could not be freed'),
    )
  }
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id
    showLife().catch((error: unknown) => log.warn({ err: error }, 'the queue lost its session'))
  })
  const connection = openStandingConnection(database.listening, log, async (client) => {
    session = client
    await showLife()
  })
  const timer = setInterval(look, lookMilliseconds)
  look()
  return {
    events,
    close: async () => {
      clearInterval(timer)
      await looking
      await connection.close()
    },
  }
}

const lockOf = (name: string): string => `hashtextextended('guildhall.queue.' || ${name}, 0)`

// A runner may lock its first jobs a moment before its session lock is there.
async function freeJobsOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with locked as (
      select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
       where locked_by is not null
    ), dead as (
      select locked_by from locked
       group by locked_by
      having max(locked_at) < now() - interval '${youngest}'
         and pg_try_advisory_xact_lock(${lockOf('locked_by')})
    )
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead`)
}
