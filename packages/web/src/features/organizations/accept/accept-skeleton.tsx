import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

/** The skeleton of an invitation. */
export function AcceptSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto w-full max-w-120 px-4 pt-21 sm:pt-27">
      <Skeleton className="mb-6 h-7 w-56" />
      <Card>
        <Skeleton className="h-44" />
      </Card>
    </div>
  )
}
