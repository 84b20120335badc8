import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_datetime,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'

interface ColumnMeta {
  /** Numbers are right-aligned. */
  align?: 'start' | 'end'
  /** Hidden on phones. */
  onlyWide?: boolean
  /** Shown on phones alone: on wider screens somebody has hidden it. */
  onlyPhone?: boolean
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
}

export const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: {
    alphanumeric: sortFn_alphanumeric,
    basic: sortFn_basic,
    datetime: sortFn_datetime,
  },
  filterFns: { includesString: filterFn_includesString },
  columnMeta: metaHelper<ColumnMeta>(),
})

type Features = typeof features

export type TableOf<T extends RowData> = ReactTable<Features, T>

export type TableColumns<T extends RowData> = TableOptions<Features, T>['columns']

/** Creates the columns of a table of `T`. The first column names the row and opens it. */
export function tableColumns<T extends RowData>() {
  return createColumnHelper<Features, T>()
}

/** The classes of a cell, as its column defines. */
export function cellClasses(meta: ColumnMeta | undefined): string {
  const align = meta?.align === 'end' ? 'text-right figures' : 'text-left'
  if (meta?.onlyWide) return `${align} max-md:hidden`
  return meta?.onlyPhone ? `${align} md:hidden` : align
}
