import type pg from 'pg'

/**
 * Flushes everything queued in the current tick in one write: a system call and a wake-up of
 * PostgreSQL cost more than a short statement.
 */
export function inOneWrite({ connection: { stream } }: Pick<pg.PoolClient, 'connection'>): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}
