import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Undo2 from 'lucide-react/icons/undo-2'
import { CustomerFilter } from '#/entities/customer/customer-filter.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { Card } from '#/ui/card.tsx'
import { CurrencyChip } from '#/ui/currency-chip.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { filterClasses, summaryClasses } from '#/ui/list-classes.ts'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { correctionColumns } from './correction-columns.tsx'
import { type Correction, correctionsQuery } from './correction-queries.ts'
import { CorrectionTotals } from './correction-totals.tsx'
import { type CorrectionsView, countedAs, readCorrectionsView } from './corrections-view.ts'

interface CorrectionsListProps {
  view: CorrectionsView
  onViewChange: (view: CorrectionsView) => void
}

/** What refunds and disputes took back of orders, newest first. */
export function CorrectionsList({ view, onViewChange }: CorrectionsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...correctionsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const linkTo = ({ orderId }: Correction) =>
    ({ to: '/dashboard/$slug/orders/$orderId', params: { slug, orderId } }) as const
  const isNarrowed = Object.values(view).some((one) => one !== undefined)
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2.5">
        <div className={filterClasses}>
          <CorrectionFilterBar
            view={view}
            onChange={(changed) => onViewChange(readCorrectionsView({ ...view, ...changed }))}
          />
        </div>
        {view.from !== undefined && (
          <div className={summaryClasses}>
            <CorrectionTotals view={view} />
          </div>
        )}
      </div>
      <DataTable
        main
        label="Refunds and disputes"
        columns={correctionColumns}
        rows={rows}
        rowId={(correction) => correction.id}
        rowHref={(correction) => router.buildLocation(linkTo(correction)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(correction) => void navigate(linkTo(correction))}
        view={wholeList}
        onViewChange={nothing}
        total={rows?.length ?? 0}
        limit={rows?.length ?? 1}
        empty={
          isNarrowed ? (
            <NoMatch noun="refunds or disputes" onClear={() => onViewChange({})}>
              Try fewer filters, or another period.
            </NoMatch>
          ) : (
            <NoCorrections />
          )
        }
      />
      {list.hasNextPage && (
        <ShowOlder isFetching={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </Card>
  )
}

interface CorrectionFilterBarProps {
  view: CorrectionsView
  /** Undefined clears a filter. */
  onChange: (changed: SearchParameters) => void
}

function CorrectionFilterBar({ view, onChange }: CorrectionFilterBarProps) {
  const { kind, product, customer, currency, from, to } = view
  return (
    <>
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from, to: days?.to })}
      />
      <FilterChip
        name="Kind"
        value={kind?.replace('_', ' ') ?? null}
        onClear={() => onChange({ kind: undefined })}
      >
        {countedAs.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ kind: one })}>
            {one.replace('_', ' ')}
          </MenuItem>
        ))}
      </FilterChip>
      <CurrencyChip value={currency} onClear={() => onChange({ currency: undefined })} />
      <CustomerFilter
        value={customer}
        onChange={(chosen) => onChange({ customer: chosen ?? undefined })}
      />
      <ProductFilter value={product} onChange={(chosen) => onChange({ product: chosen })} />
    </>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

function NoCorrections() {
  return (
    <EmptyState icon={<Undo2 />} title="No refunds or disputes yet">
      Refunds that succeeded, and disputes that took money back, appear here on their day.
    </EmptyState>
  )
}
