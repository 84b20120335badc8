import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { homeColumnsLook } from './home.tsx'

/** The shape of an organization's first page. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-4">
        <Card>
          <Skeleton className="h-13" />
        </Card>
        <div className={homeColumnsLook}>
          <Card>
            <Skeleton className="h-44" />
          </Card>
          <Card>
            <Skeleton className="h-44" />
          </Card>
        </div>
      </div>
    </div>
  )
}
