import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { userColumnsClasses } from './user-columns.ts'

/** The skeleton of a user’s page. */
export function UserSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-3 h-3 w-10" />
      <Skeleton className="mb-6 h-7 w-56" />
      <div className={userColumnsClasses}>
        <Card>
          <Skeleton className="h-60" />
        </Card>
        <Card>
          <Skeleton className="h-80" />
        </Card>
      </div>
    </div>
  )
}
