import { assert } from '../../kernel/assert.ts'
import { sharedQuestion } from '../shared-question.ts'
import { type DatabaseLog, openPool } from './database.ts'
import { type Position, readPosition } from './position.ts'
import { type DatabaseSettings, directConnection, pooledConnection } from './settings.ts'

/** Where the primary’s write-ahead log ends. */
interface PrimaryPosition {
  /** After everything that was committed before the question, also where commits don’t wait for the disk. */
  readonly inserted: Position
  /** What a replica can have by now. */
  readonly written: Position
}

export interface PrimaryPositions {
  readonly read: () => Promise<PrimaryPosition>
  readonly close: () => Promise<void>
}

const answerMillisecondsMax = 2_000

/** On a connection of its own, so that no write waits for another’s long statement. */
export function openPrimaryPositions(
  { url, role, pooled = false }: DatabaseSettings,
  log: DatabaseLog,
): PrimaryPositions {
  const pool = openPool(
    {
      ...(pooled ? pooledConnection(url) : directConnection(url, role)),
      max: 1,
      connectionTimeoutMillis: answerMillisecondsMax,
      query_timeout: answerMillisecondsMax,
    },
    log,
  )
  const read = sharedQuestion(async () => {
    const { rows } = await pool.query<{ inserted: string; written: string }>(
      `select pg_current_wal_insert_lsn()::text as inserted, pg_current_wal_lsn()::text as written`,
    )
    return { inserted: positionOf(rows[0]?.inserted), written: positionOf(rows[0]?.written) }
  })
  return { read, close: () => pool.end() }
}

function positionOf(text = ''): Position {
  const position = readPosition(text)
  assert(position !== null, `PostgreSQL has no position ${text}`)
  return position
}
