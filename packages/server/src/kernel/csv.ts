type Cell = string | number | boolean | Date | null

/** The lines of a table, whose columns are named and ordered as given. */
export function csvTable<Row>(columns: Readonly<Record<string, (row: Row) => Cell>>) {
  const cells = Object.values(columns)
  return {
    head: csvLine(Object.keys(columns)),
    lineOf: (row: Row): string => csvLine(cells.map((cellOf) => textOf(cellOf(row)))),
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
