import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Skeleton } from './skeleton.tsx'

interface EntriesProps {
  /** Null while loading. */
  count: number | null
  /** Why loading failed. */
  failure?: string | null
  /** Shown when there are none. */
  empty: ReactNode
  children: ReactNode
}

/** The list of a flush card, with its loading, error and empty states. */
export function Entries({ count, failure = null, empty, children }: EntriesProps) {
  if (count === null && failure !== null) {
    return (
      <div className="p-4">
        <Banner tone="bad">{failure}</Banner>
      </div>
    )
  }
  if (count === null) return <EntriesSkeleton />
  if (count === 0) return <p className="px-4 py-6 text-center text-s text-ink-3">{empty}</p>
  return <ul>{children}</ul>
}

interface EntryProps {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  action?: ReactNode
  /** Secondary text; its elements are separated by dots. */
  children?: ReactNode
}

export function Entry({ icon, title, badge, action, children }: EntryProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5 text-s not-last:border-b">
      {icon && (
        <span aria-hidden="true" className="flex shrink-0 text-ink-3 [&_svg]:size-4.5">
          {icon}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
          {title}
          {badge}
        </div>
        {children && (
          // Dots before elements that begin a line are clipped.
          <div className="text-xs text-ink-3 [clip-path:inset(-4px_-4px_-4px_-3px)]">
            <div className="-ml-3 flex flex-wrap *:relative *:pl-3 *:not-first:before:absolute *:not-first:before:left-1 *:not-first:before:content-['·']">
              {children}
            </div>
          </div>
        )}
      </div>
      {action}
    </li>
  )
}

/** The placeholder of a list. */
export function EntriesSkeleton() {
  return (
    <div aria-busy="true">
      {['w-32', 'w-24', 'w-40'].map((width) => (
        <div key={width} className="grid min-h-14 gap-2 border-b px-4 py-3.5 last:border-b-0">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </div>
  )
}
