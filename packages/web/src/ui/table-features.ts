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
  /** Figures stand at the end. */
  align?: 'start' | 'end'
  /** Not on a phone. */
  onlyWide?: boolean
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

/** Makes the columns of a table of `T`. The first column names the row and opens it. */
export function tableColumns<T extends RowData>() {
  return createColumnHelper<Features, T>()
}

/** The classes of a cell that its column asks for. */
export function cellLook(meta: ColumnMeta | undefined): string {
  const align = meta?.align === 'end' ? 'text-right figures' : 'text-left'
  return meta?.onlyWide ? `${align} max-md:hidden` : align
}
