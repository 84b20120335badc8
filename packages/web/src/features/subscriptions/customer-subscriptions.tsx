import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { stateOf } from '#/entities/subscription/subscription-state.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Status } from '#/ui/status.tsx'
import { useNow } from '#/ui/use-now.ts'
import { AmountPerPeriod } from './amount-per-period.tsx'
import { periodText } from './period-text.ts'
import { customerSubscriptionsQuery, type Subscription } from './subscription-queries.ts'

interface CustomerSubscriptionsProps {
  customerId: Subscription['customerId']
}

/** The current and former subscriptions of a customer. */
export function CustomerSubscriptions({ customerId }: CustomerSubscriptionsProps) {
  const { id } = useOrganization()
  const now = useNow()
  const { data, error } = useQuery(customerSubscriptionsQuery(id, customerId))
  return (
    <Card flush title="Subscriptions">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No subscriptions."
      >
        {data?.map((subscription) => (
          <Entry
            key={subscription.id}
            icon={<RefreshCw />}
            title={<ToSubscription subscription={subscription} />}
            badge={<Status state={stateOf(subscription)} />}
          >
            <span>
              <AmountPerPeriod subscription={subscription} />
            </span>
            <span>{periodText(subscription, now)}</span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function ToSubscription({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/subscriptions/$subscriptionId"
      params={{ slug, subscriptionId: subscription.id }}
      className="rounded-xs underline-offset-3 wrap-anywhere hover:underline"
    >
      {subscription.product.name}
    </Link>
  )
}
