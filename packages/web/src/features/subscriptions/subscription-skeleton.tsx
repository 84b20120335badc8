import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WithSide } from '../../ui/with-side.tsx'

/** The shape of a subscription's page. */
export function SubscriptionSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-5 h-7 w-56" />
      <WithSide
        label="Facts"
        side={
          <Card>
            <Skeleton className="h-60" />
          </Card>
        }
      >
        <Card>
          <Skeleton className="h-24" />
        </Card>
        <Card>
          <Skeleton className="h-40" />
        </Card>
      </WithSide>
    </div>
  )
}
