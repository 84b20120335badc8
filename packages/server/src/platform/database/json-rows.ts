import { instantText } from '@guildhall/contract/instant-text'
import { type RawBuilder, sql } from 'kysely'
import { columnOf } from './casing.ts'
import type { Tables } from './db-types.gen.ts'
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

/**
 * The columns and rows of an insertion. A single row is given by its values: a cluster sends them to
 * the node of its organization, whereas it plans rows that are selected for each of its shards.
 */
export function insertedRows<T extends keyof Tables, C extends keyof Tables[T] & string>(
  table: T,
  columns: readonly C[],
  rows: readonly { readonly [K in C]: RowValue }[],
): RawBuilder<unknown> {
  const names = sql.raw(columns.map(columnOf).join(', '))
  const [only, ...others] = rows
  if (only !== undefined && others.length === 0) {
    return sql`(${names}) values (${sql.join(columns.map((column) => parameterOf(only[column])))})`
  }
  const input = jsonRows(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
  )
  return sql`(${names}) select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${input}::jsonb)`
}

const parameterOf = (value: RowValue): JsonValue => {
  const json = jsonValueOf(value)
  return typeof json === 'object' && json !== null ? jsonText(json) : json
}

const jsonValueOf = (value: RowValue): JsonValue =>
  value instanceof Date ? instantText(value) : value
