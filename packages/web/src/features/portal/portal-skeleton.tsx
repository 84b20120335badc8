import { EntriesSkeleton } from '#/ui/entries.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { PortalFrame } from './portal-frame.tsx'

/** Stands in place of the whole portal until it can be shown at once. */
export function PortalSkeleton() {
  return (
    <PortalFrame>
      <div className="flex min-h-16 items-center gap-2.5">
        <Skeleton className="size-6" />
        <Skeleton className="h-4 w-36" />
      </div>
      <div aria-busy="true" className="grid content-start gap-5">
        <p className="sr-only">Loading your purchases</p>
        <div className="grid gap-2.5 pt-1 pb-1">
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-4 w-52" />
        </div>
        {['subscriptions', 'payment methods', 'orders'].map((card) => (
          <div key={card} className="rounded-l border bg-surface">
            <div className="border-b px-4 py-3.5">
              <Skeleton className="h-4 w-28" />
            </div>
            <EntriesSkeleton />
          </div>
        ))}
      </div>
    </PortalFrame>
  )
}
