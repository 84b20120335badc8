import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-shapes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import SearchX from 'lucide-react/icons/search-x'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { ProductFilter } from '../../ui/product-filter.tsx'
import { Status } from '../../ui/status.tsx'
import { checkoutColumns } from './checkout-columns.tsx'
import { type Checkout, checkoutsQuery } from './checkout-queries.ts'
import { type CheckoutsView, newestFirst, readCheckoutsView } from './checkouts-view.ts'

interface CheckoutsListProps {
  view: CheckoutsView
  onViewChange: (view: CheckoutsView, how: { replace: boolean }) => void
}

/** Who began to buy, and how far they came. */
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
  const { status, product, ...list } = view
  const isNarrowed = status !== undefined || product !== undefined || view.q !== undefined
  const filter = (chosen: Filters) => {
    const { page: _, ...kept } = list
    onViewChange(readCheckoutsView({ ...kept, status, product, ...chosen }), { replace: false })
  }
  return (
    <ListCard
      label="Checkouts"
      search="Search by e-mail address"
      filters={
        <>
          <StatusFilter status={status} onChange={filter} />
          <ProductFilter value={product} onChange={(chosen) => filter({ product: chosen })} />
        </>
      }
      columns={checkoutColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(checkout) => checkout.id}
      rowHref={(checkout) => router.buildLocation(linkTo(checkout)).href}
      // A navigation that fails shows the error page; there is nothing to wait for here.
      onOpen={(checkout) => void navigate(linkTo(checkout))}
      view={list}
      onViewChange={(next, how) =>
        onViewChange(readCheckoutsView({ ...next, status, product }), how)
      }
      sortedBy={newestFirst}
      empty={
        isNarrowed ? (
          <NoMatch onClear={() => onViewChange({}, { replace: false })} />
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
      title="Nobody has begun to buy yet"
      calls={callCode(window.location.origin, create)}
    >
      A checkout stands here as soon as somebody follows a checkout link, or your code begins one.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['a product’s id'], customerEmail: 'ada@example.com' },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No checkout matches"
      action={<Button onClick={onClear}>Show all checkouts</Button>}
    >
      No checkout is like that: try another part of the e-mail address, or fewer filters.
    </EmptyState>
  )
}
