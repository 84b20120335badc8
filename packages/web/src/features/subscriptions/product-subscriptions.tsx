import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { stateOf } from '#/entities/subscription/subscription-state.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Status } from '#/ui/status.tsx'
import { useNow } from '#/ui/use-now.ts'
import { AmountPerPeriod } from './amount-per-period.tsx'
import { periodText } from './period-text.ts'
import { latestSubscriptionsQuery, type Subscription } from './subscription-queries.ts'

/** The newest subscriptions of a product. */
export function ProductSubscriptions({ productId }: { productId: Subscription['productId'] }) {
  const { id, slug } = useOrganization()
  const now = useNow()
  const { data, error } = useQuery(latestSubscriptionsQuery(id, productId))
  const all = (
    <Link
      to="/dashboard/$slug/subscriptions"
      params={{ slug }}
      search={{ product: productId }}
      className={`${linkClasses} text-s`}
    >
      All subscriptions
      <span className="sr-only"> of this product</span>
    </Link>
  )
  return (
    <Card flush title="Latest subscriptions" actions={data !== undefined && data.length > 0 && all}>
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No subscriptions yet."
      >
        {data?.map((subscription) => (
          <Entry
            key={subscription.id}
            icon={<RefreshCw />}
            title={
              <ObjectLink quiet type="subscription" id={subscription.id}>
                {customerName(subscription.customer)}
              </ObjectLink>
            }
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
