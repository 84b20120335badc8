import { type RawBuilder, sql } from 'kysely'

/** Rows in the order of an instant and then of their id, newest first. */
interface Aged {
  readonly at: RawBuilder<Date>
  readonly id: RawBuilder<string>
}

/** The cursor of a row. Our instants have milliseconds, the database's have microseconds. */
export const instantCursorOf = ({ at, id }: Aged): RawBuilder<string> =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || ${id}`

export function isOlderThan({ at, id }: Aged, cursor: string): RawBuilder<boolean> {
  const [instant = '', row = ''] = cursor.split('_')
  return sql<boolean>`(${at}, ${id}) < (${instant}::timestamptz, ${row}::uuid)`
}

interface CursorPage<Row> {
  readonly rows: readonly Row[]
  /** Where the next page starts; null on the last page. */
  readonly nextCursor: string | null
}

/** A page of at most so many rows, from one more that was read. */
export function cursorPage<Row extends { readonly cursor: string }>(
  found: readonly Row[],
  limit: number,
): CursorPage<Row> {
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.cursor ?? null) : null }
}
