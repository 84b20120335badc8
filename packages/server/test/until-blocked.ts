import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../src/platform/database/database.ts'

const pollMilliseconds = 3
const pollsMax = 3_000

/** Resolves when a transaction waits for a lock, or when the one that might have waited is done. */
export async function untilBlocked(database: Database, other: Promise<unknown>): Promise<void> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  other.then(end, end)
  for (let poll = 1; poll <= pollsMax; poll += 1) {
    if (isDone || (await isAnyoneWaiting(database))) return
    await delay(pollMilliseconds)
  }
  throw new Error('no transaction waited for a lock')
}

async function isAnyoneWaiting({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`,
  )
  return (rowCount ?? 0) > 0
}
