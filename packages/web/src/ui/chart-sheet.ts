/** The values of a chart as a table. */
export interface Sheet {
  /** The heading of the first column. */
  readonly by: string
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

interface SheetRow {
  /** Unique, and exact enough for a file: "2026-01-14". */
  readonly key: string
  /** As on the axis: "14 Jan". */
  readonly label: string
  /** One for each column; null where there is none. */
  readonly cells: readonly (number | null)[]
}

type Format = (value: number) => string

/** A text alternative of values over time: the ends and the extremes of the first column. */
export function summaryOf({ columns, rows }: Sheet, format: Format): string {
  const points = rows.flatMap(({ label, cells: [value = null] }) =>
    value === null ? [] : [{ label, value }],
  )
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return 'No values.'
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best))
  const lowest = points.reduce((best, point) => (point.value < best.value ? point : best))
  const said = ({ label, value }: typeof first) => `${format(value)} on ${label}`
  const others = columns.slice(1).map((name, at) => {
    const end = rows.findLast(({ cells }) => (cells[at + 1] ?? null) !== null)?.cells[at + 1]
    return end === undefined || end === null ? '' : ` ${name} ended at ${format(end)}.`
  })
  return (
    `From ${said(first)} to ${said(last)}. ` +
    `Highest ${said(highest)}, lowest ${said(lowest)}.${others.join('')}`
  )
}

interface CsvForm {
  /** The heading of a column with its unit. */
  readonly heading: (column: string) => string
  /** A number without symbols. */
  readonly plain: Format
}

/** The same as a file. */
export function csvOf({ by, columns, rows }: Sheet, { heading, plain }: CsvForm): string {
  return csvText([
    [by, ...columns.map(heading)],
    ...rows.map(({ key, cells }) => [key, ...cells.map((one) => (one === null ? '' : plain(one)))]),
  ])
}

export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  // The apostrophe keeps spreadsheets from evaluating a name as a formula; numbers stay numbers.
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
