import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

/** The skeleton of a settings page. */
export function SettingsSkeleton() {
  return (
    <div aria-busy="true" className="max-w-170">
      <Skeleton className="mb-6 h-7 w-32" />
      <div className="grid gap-4">
        <Card>
          <Skeleton className="h-90" />
        </Card>
        <Card>
          <Skeleton className="h-30" />
        </Card>
      </div>
    </div>
  )
}
