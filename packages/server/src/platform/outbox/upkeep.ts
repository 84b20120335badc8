import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

interface UpkeepParts {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

export interface Upkeep {
  /** Does what is due; a failure is tried again soon, and holds up nobody. */
  readonly doDue: () => Promise<void>
  /** Makes it due at once. */
  readonly hurry: () => void
}

const apartMilliseconds = 3_600_000
const retryMilliseconds = 10_000

/** Makes the partitions of the log ahead of their time, and drops them after it. */
export function createUpkeep({ database, clock, log }: UpkeepParts): Upkeep {
  let dueAt = clock.monotonicMilliseconds()

  async function doDue(): Promise<void> {
    const now = clock.monotonicMilliseconds()
    if (now < dueAt) return
    dueAt = now + retryMilliseconds
    try {
      if (await keepPartitions(database)) dueAt = now + apartMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'partitions could not be kept; trying again')
    }
  }

  return {
    doDue,
    hurry: () => {
      dueAt = clock.monotonicMilliseconds()
    },
  }
}

/** False where an expired partition is in use just now. */
async function keepPartitions({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  await sql`select guildhall_prepare_partitions()`.execute(kysely)
  const { rows } = await sql<{ done: boolean }>`
    select guildhall_drop_expired_partitions() as done`.execute(kysely)
  return rows[0]?.done === true
}
