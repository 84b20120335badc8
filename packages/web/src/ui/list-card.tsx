import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { type ListView, listPerPage } from '#/lib/list-view.ts'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from './card.tsx'
import { DataTable, type DataTableProps, type TableView } from './data-table.tsx'
import { filterClasses, firstFilterClasses, summaryClasses } from './list-classes.ts'
import { SearchInput } from './search-input.tsx'
import { type Selection, useSelection } from './selection-bar.tsx'

type TableProps<T extends RowData> = Pick<
  DataTableProps<T>,
  'label' | 'columns' | 'rows' | 'rowId' | 'rowHref' | 'onOpen'
>

export interface ListCardProps<T extends object> extends TableProps<T> {
  /** The total count; undefined while loading. */
  total: number | undefined
  /** The list's part of the URL; filters belong to the page. */
  view: ListView
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: ListView, how: { replace: boolean }) => void
  /** The default sorting in the API’s syntax: `-created_at`. */
  sortedBy: string
  /** The label of the search, "Search customers"; without it there is none. */
  search?: string
  /** Filter chips next to the search. */
  filters?: ReactNode
  /** Above the search: the saved views of the list. */
  views?: ReactNode
  /** At the end of the search and filters. */
  tools?: ReactNode
  /** Below the filters: what the matching rows come to. */
  summary?: ReactNode
  /** Makes rows selectable. */
  selection?: Selection<T> | undefined
  /** For a list among other sections of a page. */
  title?: string
  /** Right of the title. */
  actions?: ReactNode
  /** Replaces the rows of an empty list. */
  empty: ReactNode
}

/** A page’s main list: searched, sorted and paged by the server, with its state in the URL. */
export function ListCard<T extends object>(props: ListCardProps<T>) {
  const { total, view, onViewChange, sortedBy, search, filters, empty, selection, ...rest } = props
  const { views, tools, summary, title, actions, ...table } = rest
  const { q = '', page = 1, sort = sortedBy } = view
  const { bar, dialog, table: selecting } = useSelection(selection, table.rows, table.rowId)
  useExistingPage({ page, limit: listPerPage, total }, (last) =>
    onViewChange(compact({ ...view, page: last }), { replace: true }),
  )
  const choose = (next: TableView) => {
    const chosen = next.sort && `${next.sort.desc ? '-' : ''}${next.sort.id}`
    const isDefault = chosen === sortedBy
    onViewChange(compact({ ...view, sort: isDefault ? undefined : chosen, page: next.page }), {
      replace: false,
    })
  }
  const narrow = (text: string) =>
    onViewChange(compact({ ...view, q: text, page: 1 }), { replace: true })
  return (
    <Card flush title={title} actions={actions}>
      {views}
      <DataTable
        {...table}
        {...selecting}
        main
        total={total ?? 0}
        limit={listPerPage}
        view={{ search: q, page, sort: { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') } }}
        onViewChange={choose}
        toolbar={
          bar ||
          ((search !== undefined || filters || tools) && (
            <>
              {search !== undefined && <Search label={search} text={q} onChange={narrow} />}
              {filters && (
                <div className={search === undefined ? firstFilterClasses : filterClasses}>
                  {filters}
                </div>
              )}
              {tools && <div className={toolClasses}>{tools}</div>}
              {summary && <div className={summaryClasses}>{summary}</div>}
            </>
          ))
        }
        empty={empty}
      />
      {dialog}
    </Card>
  )
}

/** On phones next to the search, above the filters. */
const toolClasses = 'ml-auto flex gap-2'

interface SearchProps {
  label: string
  text: string
  onChange: (text: string) => void
}

function Search({ label, text, onChange }: SearchProps) {
  const [typed, setTyped] = useSettledText(text, onChange)
  return (
    <SearchInput
      label={label}
      value={typed}
      onChange={setTyped}
      className="min-w-0 flex-1 basis-44 sm:max-w-72"
    />
  )
}

type LooseView = { [K in keyof ListView]: ListView[K] | undefined }

function compact({ q, sort, page, view }: LooseView): ListView {
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(page && page > 1 && { page }),
    ...(view && { view }),
  }
}
