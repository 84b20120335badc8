import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-statuses'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { callCode } from '#/lib/call-code.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { CurrencyChip } from '#/ui/currency-chip.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { Status } from '#/ui/status.tsx'
import { checkoutColumns } from './checkout-columns.tsx'
import { type Checkout, checkoutsQuery } from './checkout-queries.ts'
import { type CheckoutsView, newestFirst, readCheckoutsView } from './checkouts-view.ts'

interface CheckoutsListProps {
  view: CheckoutsView
  onViewChange: (view: CheckoutsView, how: { replace: boolean }) => void
}

/** The checkouts of an organization, with their progress. */
export function CheckoutsList({ view, onViewChange }: CheckoutsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...checkoutsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: checkoutId }: Checkout) =>
    ({ to: '/dashboard/$slug/checkouts/$checkoutId', params: { slug, checkoutId } }) as const
  const { status, product, currency, from, to, ...list } = view
  const filters = { status, product, currency, from, to }
  const isNarrowed = view.q !== undefined || Object.values(filters).some((one) => one !== undefined)
  const filter = (chosen: Filters) => {
    const { page: _, ...kept } = list
    onViewChange(readCheckoutsView({ ...kept, ...filters, ...chosen }), { replace: false })
  }
  return (
    <ViewedList
      list="checkouts"
      parameters={{ ...view }}
      onViewOpen={(search) => onViewChange(readCheckoutsView(search), { replace: false })}
      label="Checkouts"
      search="Search by email address"
      filters={
        <>
          <StatusFilter status={status} onChange={filter} />
          <DateFilterChip
            name="Period"
            value={from && to ? { from, to } : null}
            onChange={(days) => filter({ from: days?.from, to: days?.to })}
          />
          <CurrencyChip value={currency} onClear={() => filter({ currency: undefined })} />
          <ProductFilter value={product} onChange={(chosen) => filter({ product: chosen })} />
        </>
      }
      columns={checkoutColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(checkout) => checkout.id}
      rowHref={(checkout) => router.buildLocation(linkTo(checkout)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(checkout) => void navigate(linkTo(checkout))}
      view={list}
      onViewChange={(next, how) => onViewChange(readCheckoutsView({ ...next, ...filters }), how)}
      sortedBy={newestFirst}
      empty={
        isNarrowed ? (
          <NoMatch noun="checkouts" onClear={() => onViewChange({}, { replace: false })}>
            Try another part of the email address, or fewer filters.
          </NoMatch>
        ) : (
          <NoCheckouts />
        )
      }
    />
  )
}

interface Filters {
  status?: CheckoutsView['status'] | undefined
  product?: string | undefined
  currency?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
}

interface StatusFilterProps {
  status: CheckoutsView['status'] | undefined
  onChange: (chosen: Filters) => void
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <FilterChip
      name="Status"
      value={status ?? null}
      onClear={() => onChange({ status: undefined })}
    >
      {checkoutStatuses.map((one) => (
        <MenuItem key={one} onSelect={() => onChange({ status: one })}>
          <Status state={one} />
        </MenuItem>
      ))}
    </FilterChip>
  )
}

function NoCheckouts() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="No checkouts yet"
      calls={callCode(window.location.origin, create)}
    >
      Checkouts appear here when a customer opens a checkout link or your code creates one.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['a product’s id'], customerEmail: 'ada@example.com' },
} as const
