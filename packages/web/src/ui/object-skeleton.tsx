import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'
import { WithSide } from './with-side.tsx'

/** The skeleton of an object’s page: its content, and its details at the side. */
export function ObjectSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-5 h-7 w-40" />
      <WithSide
        label="Details"
        side={
          <Card>
            <Skeleton className="h-40" />
          </Card>
        }
      >
        <Card>
          <Skeleton className="h-60" />
        </Card>
      </WithSide>
    </div>
  )
}
