import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../src/platform/database/database.ts'
import { isOnCluster } from './shards.ts'

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
    if (isDone || (await countWaiting(database)) > 0) return
    await delay(pollMilliseconds)
  }
  throw new Error('no transaction waited for a lock')
}

/** How many transactions wait for a lock, on any node. */
export async function countWaiting({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const here = `
    select pid from pg_locks join pg_stat_activity using (pid)
     where datname = current_database() and not granted`
  const onWorkers = `
    select pid from citus_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and is_worker_query`
  const { rowCount } = await pool.query(isOnCluster() ? `${here} union all ${onWorkers}` : here)
  return rowCount ?? 0
}
