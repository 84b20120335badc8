import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { WithSide } from '#/ui/with-side.tsx'

/** The skeleton of a product’s page. */
export function ProductSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-6 h-7 w-48" />
      <WithSide
        label="Details"
        side={
          <Card>
            <Skeleton className="h-36" />
          </Card>
        }
      >
        <Card>
          <Skeleton className="h-24" />
        </Card>
        <Card>
          <Skeleton className="h-48" />
        </Card>
      </WithSide>
    </div>
  )
}
