import { instantText } from '@guildhall/contract/instant-text'
import { columnOf } from './casing.ts'
import { type JsonText, type JsonValue, jsonText } from './json.ts'

/** A column value; objects are stored in JSON columns. */
type RowValue = JsonValue | Date

/**
 * Many rows as one parameter, keyed by column name: a statement reads them with
 * `jsonb_populate_recordset(null::…, …)`, so its text doesn't depend on how many there are.
 */
export const jsonRows = (rows: readonly Readonly<Record<string, RowValue>>[]): JsonText =>
  jsonText(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [columnOf(name), jsonValueOf(value)]),
      ),
    ),
  )

const jsonValueOf = (value: RowValue): JsonValue =>
  value instanceof Date ? instantText(value) : value
