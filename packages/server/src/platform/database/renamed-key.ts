import { type RawBuilder, sql } from 'kysely'

interface Renaming {
  readonly from: string
  readonly to: string
}

/** A JSON object with its value under another key, in place of what was there. */
export const withRenamedKey = (column: RawBuilder<unknown>, { from, to }: Renaming) =>
  sql`jsonb_set(${column} - ${from}::text, array[${to}::text], ${column} -> ${from}::text)`
