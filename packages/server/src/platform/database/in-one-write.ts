import type pg from 'pg'

/**
 * What is asked before the event loop goes on leaves in one write: a statement costs less than
 * waking PostgreSQL for it.
 */
export function inOneWrite({ connection: { stream } }: Pick<pg.PoolClient, 'connection'>): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}
