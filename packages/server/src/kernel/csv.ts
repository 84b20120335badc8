type Cell = string | number | boolean | Date | null

export type CsvColumns<Row, Name extends string> = Readonly<Record<Name, (row: Row) => Cell>>

/** The lines of a table: of all columns, or of the chosen ones in their order, each once. */
export function csvTable<Row, Name extends string>(
  columns: CsvColumns<Row, Name>,
  chosen?: readonly Name[],
) {
  const entries = chosen?.length
    ? [...new Set(chosen)].map((name) => [name, columns[name]] as const)
    : Object.entries<(row: Row) => Cell>(columns)
  return {
    head: csvLine(entries.map(([name]) => name)),
    lineOf: (row: Row): string => csvLine(entries.map(([, cellOf]) => textOf(cellOf(row)))),
  }
}

function textOf(value: Cell): string {
  if (value === null) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}

/** As in RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** The leading apostrophe keeps spreadsheets from evaluating the cell as a formula. */
function cell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) && !isNegative.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** A number is no formula, and programs read it as one. */
const isNegative = /^-\d+(\.\d+)?$/
