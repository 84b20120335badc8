import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'
import { WithSide } from './with-side.tsx'

/** The shape of the page of one thing: what it is, and the facts at its side. */
export function ObjectSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-5 h-7 w-40" />
      <WithSide
        label="Facts"
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
