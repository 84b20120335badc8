import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import SearchX from 'lucide-react/icons/search-x'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { subscriptionColumns } from './subscription-columns.tsx'
import { SubscriptionFilterBar } from './subscription-filters.tsx'
import { type Subscription, subscriptionsQuery } from './subscription-queries.ts'
import { newestFirst, readSubscriptionsView, type SubscriptionsView } from './subscriptions-view.ts'

interface SubscriptionsListProps {
  view: SubscriptionsView
  onViewChange: (view: SubscriptionsView, how: { replace: boolean }) => void
}

/** Who pays again and again, and for what. */
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
    <ListCard
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
      columns={subscriptionColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(subscription) => subscription.id}
      rowHref={(subscription) => router.buildLocation(linkTo(subscription)).href}
      // A navigation that fails shows the error page; there is nothing to wait for here.
      onOpen={(subscription) => void navigate(linkTo(subscription))}
      view={list}
      onViewChange={(next, how) =>
        onViewChange(readSubscriptionsView({ ...next, ...filters }), how)
      }
      sortedBy={newestFirst}
      empty={
        isNarrowed ? (
          <NoMatch onClear={() => onViewChange({}, { replace: false })} />
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
      title="Nobody has subscribed yet"
      calls={callCode(window.location.origin, create)}
    >
      A subscription begins when somebody buys a product that renews monthly or yearly. A first one
      takes such a product and a checkout link, or a checkout that your code begins.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['the id of a product that renews'] },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No subscription matches"
      action={<Button onClick={onClear}>Show all subscriptions</Button>}
    >
      No subscription is like that: try another part of the customer’s name or address, or fewer
      filters.
    </EmptyState>
  )
}
