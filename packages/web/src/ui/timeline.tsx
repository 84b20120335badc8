import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Entries } from './entries.tsx'
import { ShowOlder } from './show-older.tsx'
import { Time } from './time.tsx'

interface TimelineChange {
  id: string
  label: string
  before: string
  after: string
}

interface TimelineEntry {
  id: string
  at: Date
  icon: ReactNode
  title: ReactNode
  /** The actor: "by Ada". */
  by: string | null
  changes: readonly TimelineChange[]
}

interface TimelineProps {
  /** Newest first; null while loading. */
  entries: readonly TimelineEntry[] | null
  failure: string | null
  empty: string
  /** Loads older entries; undefined if there are none. */
  onOlder?: (() => void) | undefined
  isFetchingOlder: boolean
}

/** The timeline of an object in a flush card. */
export function Timeline({ entries, failure, empty, onOlder, isFetchingOlder }: TimelineProps) {
  return (
    <>
      <Entries count={entries?.length ?? null} failure={failure} empty={empty}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Entries>
      {onOlder && <ShowOlder isFetching={isFetchingOlder} onClick={onOlder} />}
    </>
  )
}

function Entry({ entry: { at, icon, title, by, changes } }: { entry: TimelineEntry }) {
  return (
    <li className="group relative flex gap-3 px-4 py-3 text-s">
      {/* The line between two entries. */}
      <span
        aria-hidden="true"
        className="absolute top-0 bottom-0 left-7.5 w-px bg-line group-first:top-4 group-last:bottom-auto group-last:h-4"
      />
      <span aria-hidden="true" className={iconClasses}>
        {icon}
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0">
            <span className="font-medium">{title}</span>{' '}
            {by && <span className="wrap-anywhere text-ink-3">{by}</span>}
          </span>
          <span className="text-xs text-ink-3">
            <Time at={at} />
          </span>
        </p>
        {changes.length > 0 && (
          <ul className="mt-1.5 grid gap-1 text-xs text-ink-2">
            {changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function Change({ change: { label, before, after } }: { change: TimelineChange }) {
  return (
    <li className="flex flex-wrap items-center gap-x-1.5">
      <span className="text-ink-3 wrap-anywhere">{label}:</span>
      <span className="min-w-0 wrap-anywhere text-ink-3 line-through">{before}</span>
      <ArrowRight aria-hidden="true" className="size-3 shrink-0 text-ink-3" />
      <span className="sr-only">changed to</span>
      <span className="min-w-0 wrap-anywhere">{after}</span>
    </li>
  )
}

const iconClasses =
  'relative grid size-7 shrink-0 place-items-center rounded-full border bg-surface text-ink-3 ' +
  '[&_svg]:size-3.5'
