import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

/** The skeleton of an organization’s home page. */
export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-4">
        {['h-24', 'h-28', 'h-72'].map((height) => (
          <Card key={height}>
            <Skeleton className={height} />
          </Card>
        ))}
      </div>
    </div>
  )
}
