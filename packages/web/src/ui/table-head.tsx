import type { RowData } from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { cellClasses, type TableOf } from './table-features.ts'

interface TableHeadProps<T extends RowData> {
  table: TableOf<T>
  selectable: boolean
}

export function TableHead<T extends RowData>({ table, selectable }: TableHeadProps<T>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selectable && (
            <th scope="col" className={`${headClasses} w-10 pr-0`}>
              <Checkbox
                label="Select all on this page"
                hideLabel
                checked={table.getIsAllPageRowsSelected()}
                indeterminate={table.getIsSomePageRowsSelected()}
                onChange={table.getToggleAllPageRowsSelectedHandler()}
              />
            </th>
          )}
          {group.headers.map((header) => {
            const { column } = header
            const content = header.isPlaceholder ? null : <table.FlexRender header={header} />
            const meta = column.columnDef.meta
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={ariaSort(column.getIsSorted())}
                className={classNames(headClasses, cellClasses(meta))}
              >
                {column.getCanSort() ? (
                  <SortButton
                    sorted={column.getIsSorted()}
                    isEnd={meta?.align === 'end'}
                    onClick={() => column.toggleSorting(nextIsDescending(column.getIsSorted()))}
                  >
                    {content}
                  </SortButton>
                ) : (
                  content
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

const headClasses =
  'sticky top-(--sticky-top,0px) z-10 border-b bg-sunken px-3 py-1 text-xs ' +
  'font-medium whitespace-nowrap text-ink-3 md:px-4'

type Sorted = false | 'asc' | 'desc'

interface SortButtonProps {
  sorted: Sorted
  isEnd: boolean
  onClick: () => void
  children: ReactNode
}

function SortButton({ sorted, isEnd, onClick, children }: SortButtonProps) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-xs px-1.5 hover:text-ink',
        sorted && 'text-ink',
        isEnd && 'flex-row-reverse',
      )}
    >
      {children}
      <Icon
        aria-hidden="true"
        className={classNames('size-3', !sorted && 'opacity-0 group-hover:opacity-100')}
      />
    </button>
  )
}

/** Ascending, then descending, then ascending again. */
function nextIsDescending(sorted: Sorted): boolean {
  return sorted === 'asc'
}

function ariaSort(sorted: Sorted) {
  if (sorted === false) return undefined
  return sorted === 'asc' ? 'ascending' : 'descending'
}
