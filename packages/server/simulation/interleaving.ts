import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../src/platform/database/database.ts'

// Real transactions in a schedule that the seed decides and not the machine.

const lookAgainMilliseconds = 3
const looksMax = 3_000

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 1; look <= looksMax; look += 1) {
    if (await isSo()) return
    await delay(lookAgainMilliseconds)
  }
  throw new Error(`waited in vain until ${what}`)
}

// Resolves when somebody waits for a lock, or when what might have waited is done.
export async function untilBlocked(database: Database, other: Promise<unknown>): Promise<void> {
  let isDone = false
  const noteEnd = (): void => {
    isDone = true
  }
  other.then(noteEnd, noteEnd)
  await until('somebody waits for a lock', async () => isDone || isAnyoneWaiting(database))
}

async function isAnyoneWaiting({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`,
  )
  return (rowCount ?? 0) > 0
}
