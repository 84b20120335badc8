import { Skeleton } from '#/ui/skeleton.tsx'
import { askedEmbedOrigin } from './embedding.ts'
import { Panes } from './panes.tsx'

/** The skeleton of a checkout. */
export function Loading() {
  return (
    <Panes
      title="Loading · Checkout"
      embedOrigin={askedEmbedOrigin()}
      offer={
        <div aria-busy="true" className="grid gap-5">
          <p className="sr-only">Loading the checkout</p>
          <Skeleton className="h-6 w-40" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-12 w-44" />
          </div>
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-28 w-full" />
        </div>
      }
    >
      <div className="grid gap-5">
        {['email', 'card', 'name', 'country'].map((field) => (
          <Skeleton key={field} className="h-15.5 w-full" />
        ))}
        <Skeleton className="h-11 w-full" />
      </div>
    </Panes>
  )
}
