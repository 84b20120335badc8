import { functionalUpdate, type RowData, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Pagination } from './pagination.tsx'
import { useRowEntrance } from './row-keys.ts'
import { features, type TableColumns, type TableOf } from './table-features.ts'
import { TableHead } from './table-head.tsx'
import { TableRows, TableSkeleton } from './table-rows.tsx'

/** What a list shows; it belongs in the URL. */
export interface TableView {
  sort?: { id: string; desc: boolean }
  /** From 1. */
  page: number
  search: string
}

export interface DataTableProps<T extends RowData> {
  /** What is listed: "Orders". */
  label: string
  columns: TableColumns<T>
  /** Undefined while they are on their way. */
  rows: readonly T[] | undefined
  rowId: (row: T) => string
  view: TableView
  onViewChange: (view: TableView) => void
  limit?: number
  /** Of a list that comes by pages: the server sorts and searches, and there are this many. */
  total?: number
  /** Where a row leads; without it the row opens by `onOpen` alone. */
  rowHref?: (row: T) => string
  onOpen?: (row: T) => void
  selected?: readonly string[]
  onSelectedChange?: (ids: string[]) => void
  /** Above the table: search, filters; what to do with the selected ones. */
  toolbar?: ReactNode
  empty: ReactNode
  /** The page's main list: J and K enter it from anywhere. */
  main?: boolean
}

/** A list of objects: sorted, searched, paged, walked by keyboard; a row opens its object. */
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
        // Wide tables scroll sideways on phones; elsewhere the head sticks to the window.
        <div className="max-md:overflow-x-auto">
          <table
            ref={entrance}
            aria-label={label}
            aria-busy={rows === undefined}
            className="w-full border-separate border-spacing-0 text-s"
          >
            <TableHead table={table} selectable={props.onSelectedChange !== undefined} />
            {rows === undefined ? (
              <TableSkeleton table={table} />
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
