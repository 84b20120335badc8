import { type RawBuilder, sql } from 'kysely'

interface Renaming {
  readonly from: string
  readonly to: string
}

/** A JSON object with its value under another key, in place of what was there. */
export const withRenamedKey = (column: RawBuilder<unknown>, { from, to }: Renaming) =>
  sql`${column} - ${from}::text || jsonb_build_object(${to}::text, ${column} -> ${from}::text)`
