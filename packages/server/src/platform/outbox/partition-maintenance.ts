import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

interface MaintenanceDeps {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

export interface PartitionMaintenance {
  /** Runs maintenance when due; a failure is retried soon and delays nothing else. */
  readonly runIfDue: () => Promise<void>
  /** Makes it due immediately. */
  readonly makeDue: () => void
}

const apartMilliseconds = 3_600_000
const retryMilliseconds = 10_000

/** Creates the partitions of the log ahead of time, and drops expired ones. */
export function createPartitionMaintenance({
  database,
  clock,
  log,
}: MaintenanceDeps): PartitionMaintenance {
  let dueAt = clock.monotonicMilliseconds()

  async function runIfDue(): Promise<void> {
    const now = clock.monotonicMilliseconds()
    if (now < dueAt) return
    dueAt = now + retryMilliseconds
    try {
      if (await maintainPartitions(database)) dueAt = now + apartMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'partitions could not be maintained; trying again')
    }
  }

  return {
    runIfDue,
    makeDue: () => {
      dueAt = clock.monotonicMilliseconds()
    },
  }
}

/** False when an expired partition is still in use. */
async function maintainPartitions({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  await sql`select guildhall_prepare_partitions()`.execute(kysely)
  const { rows } = await sql<{ done: boolean }>`
    select guildhall_drop_expired_partitions() as done`.execute(kysely)
  return rows[0]?.done === true
}
