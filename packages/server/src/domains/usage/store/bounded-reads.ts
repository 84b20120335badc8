import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { Problem } from '../../../kernel/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { limiter } from '../../../platform/limiter.ts'

export interface Bounds {
  /** How long a statement may take. */
  readonly seconds: number
  /** The part of a request that asks for too much. */
  readonly loc: readonly string[]
}

export type BoundedRead = <T>(
  bounds: Bounds,
  read: (tx: Transaction<Tables>) => Promise<T>,
) => Promise<T>

/** So that other requests keep connections. */
const runningMax = 3
const waitingMax = 32

/** Runs statements that read many events: few at a time, and none for long. */
export function openBoundedReads({ transact }: Pick<Database, 'transact'>): BoundedRead {
  const limited = limiter(runningMax, waitingMax)
  return async ({ seconds, loc }, read) => {
    try {
      return await limited(() =>
        transact(async (tx) => {
          await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
          return read(tx)
        }),
      )
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === canceled) {
        throw new Problem('usage_read_too_slow', { loc, seconds })
      }
      throw error
    }
  }
}

const canceled = '57014'
