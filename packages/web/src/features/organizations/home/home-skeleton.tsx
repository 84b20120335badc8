import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { homeColumnsClasses } from './home.tsx'

/** The skeleton of an organization’s home page. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-4">
        <Card>
          <Skeleton className="h-13" />
        </Card>
        <div className={homeColumnsClasses}>
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
