import type { RowData } from '@tanstack/react-table'
import type { TableColumns } from './table-features.ts'

/** A column that can be shown or hidden; the first one, which names the row, can’t. */
export interface ColumnChoice {
  readonly id: string
  readonly label: string
  readonly isShown: boolean
}

type Column<T extends RowData> = TableColumns<T>[number]

/** The columns of a list and whether each is shown: those given, or else those it has by default. */
export const columnChoices = <T extends RowData>(
  columns: TableColumns<T>,
  shown: readonly string[] | null,
): ColumnChoice[] =>
  columns.slice(1).flatMap((column) => {
    const { header } = column
    const id = columnId(column)
    if (typeof header !== 'string') return []
    return [{ id, label: header, isShown: isShown(column, shown) }]
  })

/** The ids of the columns that a wide screen shows, without those that only have buttons. */
const shownColumnIds = <T extends RowData>(
  columns: TableColumns<T>,
  shown: readonly string[] | null,
): string[] => [
  ...columns.slice(0, 1).map((first) => columnId(first)),
  ...columnChoices(columns, shown).flatMap(({ id, ...choice }) => (choice.isShown ? [id] : [])),
]

/**
 * The columns of an exported file: the id of each row, and for every column that is shown those that
 * have the same in the file.
 */
export const fileColumns = <T extends RowData, C extends string>(
  columns: TableColumns<T>,
  shown: readonly string[] | null,
  inFile: Readonly<Record<string, readonly C[]>>,
): ('id' | C)[] => [
  ...new Set(['id' as const, ...shownColumnIds(columns, shown).flatMap((id) => inFile[id] ?? [])]),
]

/** On phones every list keeps the columns that fit there. */
export const columnsToShow = <T extends RowData>(
  columns: TableColumns<T>,
  shown: readonly string[] | null,
): TableColumns<T> =>
  columns.flatMap((column, at) => {
    const { header, meta } = column
    if (at === 0 || typeof header !== 'string' || isShown(column, shown)) return [column]
    if (meta?.onlyWide) return []
    return [{ ...column, meta: { ...meta, onlyPhone: true } }]
  })

const isShown = <T extends RowData>(column: Column<T>, shown: readonly string[] | null): boolean =>
  shown === null ? column.meta?.isExtra !== true : shown.includes(columnId(column))

/** Columns of a field are named after it, if they have no name of their own. */
function columnId<T extends RowData>(column: Column<T>): string {
  if (column.id !== undefined) return column.id
  return 'accessorKey' in column ? String(column.accessorKey) : ''
}
