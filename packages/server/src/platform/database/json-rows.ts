import { type JsonText, type JsonValue, jsonText } from './json.ts'

/** What a row can hold here; an object is the value of a JSON column. */
type RowValue = JsonValue | Date

/**
 * Many rows as one parameter, with the names that their columns have: a statement reads them by
 * `jsonb_populate_recordset(null::…, …)`, and is the same however many they are.
 */
export const jsonRows = (rows: readonly Readonly<Record<string, RowValue>>[]): JsonText =>
  jsonText(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [columnOf(name), jsonValueOf(value)]),
      ),
    ),
  )

const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const jsonValueOf = (value: RowValue): JsonValue =>
  value instanceof Date ? value.toISOString() : value
