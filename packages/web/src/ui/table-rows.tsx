import type { RowData } from '@tanstack/react-table'
import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { pressInRow } from './row-keys.ts'
import { Skeleton } from './skeleton.tsx'
import { cellClasses, type TableOf } from './table-features.ts'

interface TableRowsProps<T extends RowData> {
  table: TableOf<T>
  rowHref?: (row: T) => string
  onOpen?: (row: T) => void
  /** NowContext if rows are selectable. */
  onSelectedChange?: (ids: string[]) => void
  rowName?: (row: T) => string
}

export function TableRows<T extends RowData>(props: TableRowsProps<T>) {
  const { table, rowHref, onOpen, onSelectedChange, rowName } = props
  return (
    <tbody>
      {table.getRowModel().rows.map((row) => {
        const href = rowHref?.(row.original)
        const open = onOpen && (() => onOpen(row.original))
        return (
          <tr
            key={row.id}
            aria-selected={onSelectedChange ? row.getIsSelected() : undefined}
            className={classNames(
              rowClasses,
              open && 'cursor-pointer',
              row.getIsSelected() && 'bg-accent-soft',
            )}
            onClick={(event) => clickRow(event, href, open)}
          >
            {onSelectedChange && (
              <td className={`${bodyClasses} w-10 pr-0`}>
                <Checkbox
                  label={rowName ? `Select ${rowName(row.original)}` : 'Select'}
                  hideLabel
                  data-row-tick=""
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {row.getAllCells().map((cell, index) => {
              const content = <table.FlexRender cell={cell} />
              return (
                <td
                  key={cell.id}
                  className={classNames(bodyClasses, cellClasses(cell.column.columnDef.meta))}
                >
                  {index === 0 && open ? (
                    <RowLink href={href} open={open}>
                      {content}
                    </RowLink>
                  ) : (
                    content
                  )}
                </td>
              )
            })}
          </tr>
        )
      })}
    </tbody>
  )
}

const skeletonRows = 6

interface TableSkeletonProps<T extends RowData> {
  table: TableOf<T>
  selectable: boolean
}

/** Placeholder rows with the table’s layout. */
export function TableSkeleton<T extends RowData>({ table, selectable }: TableSkeletonProps<T>) {
  return (
    <tbody>
      {Array.from({ length: skeletonRows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={row}>
          {selectable && (
            <td className={`${bodyClasses} w-10 pr-0`}>
              <Skeleton className="inline-block size-4" />
            </td>
          )}
          {table.getAllLeafColumns().map((column) => (
            <td
              key={column.id}
              className={classNames(bodyClasses, cellClasses(column.columnDef.meta))}
            >
              <Skeleton className={`inline-block h-3.5 ${row % 2 === 0 ? 'w-24' : 'w-18'}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const bodyClasses = 'h-11 border-b px-3 py-2 md:px-4'

/** The whole row is highlighted when its link has the focus. */
const rowClasses =
  'hover:bg-hover [&:last-child>td]:border-b-0 ' +
  'has-[[data-row-link]:focus-visible]:bg-accent-soft ' +
  'has-[[data-row-link]:focus-visible]:outline-2 ' +
  'has-[[data-row-link]:focus-visible]:-outline-offset-2 ' +
  'has-[[data-row-link]:focus-visible]:outline-accent'

interface RowLinkProps {
  href: string | undefined
  open: () => void
  children: ReactNode
}

function RowLink({ href, open, children }: RowLinkProps) {
  const look = 'block text-left outline-none'
  if (href === undefined) {
    return (
      <button type="button" data-row-link="" className={look} onClick={open} onKeyDown={pressInRow}>
        {children}
      </button>
    )
  }
  const follow = (event: MouseEvent) => {
    if (wantsNewTab(event)) return
    event.preventDefault()
    open()
  }
  return (
    <a href={href} data-row-link="" className={look} onClick={follow} onKeyDown={pressInRow}>
      {children}
    </a>
  )
}

/**
 * A click on the rest of the row opens it too, unless it ends a text selection or comes from a menu
 * of the row, which is rendered outside of it.
 */
function clickRow(event: MouseEvent, href: string | undefined, open: (() => void) | undefined) {
  const { target, currentTarget } = event
  if (!open || !(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('a, button, input, label')) return
  if (getSelection()?.isCollapsed === false) return
  if (href !== undefined && wantsNewTab(event)) window.open(href, '_blank', 'noopener')
  else open()
}

function wantsNewTab(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.button === 1
}
