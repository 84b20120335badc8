import { functionalUpdate, type RowData, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Pagination } from './pagination.tsx'
import { useRowEntrance } from './row-keys.ts'
import { features, type TableColumns, type TableOf } from './table-features.ts'
import { TableHead } from './table-head.tsx'
import { TableRows, TableSkeleton } from './table-rows.tsx'

/** The state of the list; it belongs in the URL. */
export interface TableView {
  sort?: { id: string; desc: boolean }
  /** Counted from 1. */
  page: number
  search: string
}

export interface DataTableProps<T extends RowData> {
  /** The name of the list: "Orders". */
  label: string
  columns: TableColumns<T>
  /** Undefined while loading. */
  rows: readonly T[] | undefined
  rowId: (row: T) => string
  view: TableView
  onViewChange: (view: TableView) => void
  limit?: number
  /** The total count, for lists that the server pages, sorts and searches. */
  total?: number
  /** The link of a row; without it rows only call `onOpen`. */
  rowHref?: (row: T) => string
  onOpen?: (row: T) => void
  selected?: readonly string[]
  onSelectedChange?: (ids: string[]) => void
  /** Says which row a checkbox selects. */
  rowName?: (row: T) => string
  /** Above the table: search, filters, actions on selected rows. */
  toolbar?: ReactNode
  empty: ReactNode
  /** The page’s main list: J and K move to it from anywhere. */
  main?: boolean
}

/**
 * A list of objects that can be sorted, searched, paged and used by keyboard; rows open their
 * object.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, rows, toolbar, empty, view, onViewChange, limit = defaultLimit } = props
  const table = useDataTable(props)
  const entrance = useRowEntrance(props.main ?? false)
  const total = props.total ?? table.getFilteredRowModel().rows.length
  const isEmpty = rows !== undefined && total === 0
  return (
    <div>
      {toolbar && (
        <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2.5">{toolbar}</div>
      )}
      {isEmpty ? (
        empty
      ) : (
        // On phones wide tables scroll sideways; on wider screens the header is sticky.
        <div className="max-md:overflow-x-auto">
          <table
            ref={entrance}
            aria-label={label}
            aria-busy={rows === undefined}
            className="w-full border-separate border-spacing-0 text-s"
          >
            <TableHead table={table} selectable={props.onSelectedChange !== undefined} />
            {rows === undefined ? (
              <TableSkeleton table={table} selectable={props.onSelectedChange !== undefined} />
            ) : (
              <TableRows {...props} table={table} />
            )}
          </table>
        </div>
      )}
      {total > limit && (
        <div className="border-t px-3 py-2">
          <Pagination
            page={view.page}
            limit={limit}
            total={total}
            onChange={(page) => onViewChange({ ...view, page })}
          />
        </div>
      )}
    </div>
  )
}

const defaultLimit = 25

function useDataTable<T extends RowData>(props: DataTableProps<T>): TableOf<T> {
  const { columns, rows, rowId, view, onViewChange, limit = defaultLimit, total } = props
  const { selected, onSelectedChange } = props
  const none = useMemo<T[]>(() => [], [])
  const { sort, page, search } = view
  const state = useMemo(
    () => ({
      sorting: sort ? [sort] : [],
      globalFilter: search,
      pagination: { pageIndex: page - 1, pageSize: limit },
      rowSelection: Object.fromEntries((selected ?? []).map((id) => [id, true as const])),
    }),
    [sort, search, page, limit, selected],
  )
  const isPaged = total !== undefined
  return useTable<typeof features, T>({
    features,
    columns,
    data: rows ?? none,
    getRowId: rowId,
    state,
    manualSorting: isPaged,
    manualFiltering: isPaged,
    manualPagination: isPaged,
    ...(isPaged && { rowCount: total }),
    autoResetPageIndex: false,
    globalFilterFn: 'includesString',
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, state.sorting)
      const { sort: _, ...rest } = view
      onViewChange({ ...rest, page: 1, ...(next && { sort: next }) })
    },
    onRowSelectionChange: (updater) => {
      const next = functionalUpdate(updater, state.rowSelection)
      onSelectedChange?.(Object.keys(next).filter((id) => next[id]))
    },
  })
}
