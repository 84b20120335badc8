import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import { openPersistentConnection } from './database/persistent-connection.ts'

/**
 * Shows other processes that this one lives, by a session lock: it ends with the process, however
 * that ends. A stopped or slow process keeps it.
 */
export interface LifeLock {
  /** Resolves when it is held for the first time, or could not be taken. */
  readonly opened: Promise<void>
  /** Another value each time the lock is taken; null while it isn't held. */
  readonly current: () => pg.Client | null
  readonly close: () => Promise<void>
}

export function holdLifeLock(
  { listening }: Pick<Database, 'listening'>,
  log: Pick<Logger, 'warn'>,
  name: string,
): LifeLock {
  let current: pg.Client | null = null
  const connection = openPersistentConnection(listening, log, async (client) => {
    client.on('end', () => {
      if (current === client) current = null
    })
    await client.query(`select pg_advisory_lock_shared(${lockOf('$1')})`, [name])
    // Only now: of a name that is listed, a free lock means that its process has died.
    await client.query(
      'insert into life (name) values ($1) on conflict (name) do update set ended_at = null',
      [name],
    )
    current = client
  })
  return { opened: connection.opened, current: () => current, close: () => connection.close() }
}

/** A condition of a statement, which holds the lock until its transaction ends. */
export const isDead = (name: string): string => `pg_try_advisory_xact_lock(${lockOf(name)})`

const lockOf = (name: string): string => `hashtextextended('guildhall.' || ${name}, 0)`
