import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { Status } from '#/ui/status.tsx'
import { useSubscriptionSelection } from './subscription-acts.ts'
import { subscriptionColumns } from './subscription-columns.tsx'
import { type Subscription, subscriptionsQuery } from './subscription-queries.ts'
import {
  newestFirst,
  readSubscriptionsView,
  type SubscriptionFilters,
  type SubscriptionsView,
  statesToFilter,
} from './subscriptions-view.ts'

interface SubscriptionsListProps {
  view: SubscriptionsView
  onViewChange: (view: SubscriptionsView, how: { replace: boolean }) => void
}

/** The subscriptions of an organization. */
export function SubscriptionsList({ view, onViewChange }: SubscriptionsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...subscriptionsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: subscriptionId }: Subscription) =>
    ({
      to: '/dashboard/$slug/subscriptions/$subscriptionId',
      params: { slug, subscriptionId },
    }) as const
  const { state, product, ...list } = view
  const filters = { state, product }
  const isNarrowed = view.q !== undefined || state !== undefined || product !== undefined
  const { page: _, ...firstPage } = list
  return (
    <ViewedList
      list="subscriptions"
      parameters={{ ...view }}
      onViewOpen={(search) => onViewChange(readSubscriptionsView(search), { replace: false })}
      label="Subscriptions"
      search="Search by customer"
      filters={
        <SubscriptionFilterBar
          filters={filters}
          onChange={(chosen) =>
            onViewChange(readSubscriptionsView({ ...firstPage, ...filters, ...chosen }), {
              replace: false,
            })
          }
        />
      }
      selection={useSubscriptionSelection()}
      columns={subscriptionColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(subscription) => subscription.id}
      rowHref={(subscription) => router.buildLocation(linkTo(subscription)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(subscription) => void navigate(linkTo(subscription))}
      view={list}
      onViewChange={(next, how) =>
        onViewChange(readSubscriptionsView({ ...next, ...filters }), how)
      }
      sortedBy={newestFirst}
      empty={
        isNarrowed ? (
          <NoMatch noun="subscriptions" onClear={() => onViewChange({}, { replace: false })}>
            Try another part of the customer’s name or address, or fewer filters.
          </NoMatch>
        ) : (
          <NoSubscriptions />
        )
      }
    />
  )
}

function NoSubscriptions() {
  return (
    <EmptyState
      icon={<RefreshCw />}
      title="No subscriptions yet"
      calls={callCode(window.location.origin, create)}
    >
      Subscriptions start when a customer buys a recurring product. Create one and share a checkout
      link, or create a checkout with the API.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['the ID of a recurring product'] },
} as const

/** The selected filters; empty values match everything. */
interface Chosen {
  state?: SubscriptionFilters['state'] | undefined
  product?: string | undefined
}

interface SubscriptionFilterBarProps {
  filters: Chosen
  onChange: (chosen: Chosen) => void
}

function SubscriptionFilterBar({ filters, onChange }: SubscriptionFilterBarProps) {
  return (
    <>
      <FilterChip
        name="Status"
        value={filters.state?.replaceAll('_', ' ') ?? null}
        onClear={() => onChange({ state: undefined })}
      >
        {statesToFilter.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ state: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <ProductFilter
        isRecurring
        value={filters.product}
        onChange={(product) => onChange({ product })}
      />
    </>
  )
}
