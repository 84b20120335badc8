import { useInfiniteQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import { useMemo } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { ViewMenu } from '#/entities/saved-view/view-menu.tsx'
import { ViewTabs } from '#/entities/saved-view/view-tabs.tsx'
import { callCode } from '#/lib/call-code.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { Card } from '#/ui/card.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NewerPill } from '#/ui/newer-pill.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useRowEntrance } from '#/ui/row-keys.ts'
import { ShowOlder } from '#/ui/show-older.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { useHeldRows } from '#/ui/use-held-rows.ts'
import { useReading } from '#/ui/use-reading.ts'
import { eventChoices, eventColumns, shownEventColumns } from './event-columns.ts'
import { cellClasses, EventEntry, lineClasses } from './event-entry.tsx'
import { EventFilters } from './event-filters.tsx'
import { type EventsView, eventFilters, readEventsView } from './events-view.ts'
import { eventsQuery, isLive, type UsageEvent } from './usage-queries.ts'

interface EventsExplorerProps {
  view: EventsView
  onViewChange: (view: EventsView) => void
}

/** The events of an organization, latest first; updates itself, but not while it is being read. */
export function EventsExplorer({ view, onViewChange }: EventsExplorerProps) {
  const { list, region, top, rows, newer, showNewer } = useEvents(view)
  const isFiltered = Object.keys(eventFilters(view)).length > 0
  const { views, opened, shown, isPending } = useListSettings('usage_events', view.view)
  const open = (search: SearchParameters) => onViewChange(readEventsView(search))
  const isEmpty = rows?.length === 0
  return (
    <Card flush>
      {views.length > 0 && <ViewTabs label="Events" views={views} opened={opened} onOpen={open} />}
      {!(isEmpty && !isFiltered) && (
        <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2.5">
          <EventFilters
            view={view}
            onChange={(changed) => onViewChange(readEventsView({ ...view, ...changed }))}
          />
          {!isLive(view) && (
            <span className="text-xs text-ink-3">New events appear when you reload.</span>
          )}
          <div className="ml-auto flex gap-2">
            <ViewMenu
              list="usage_events"
              parameters={{ ...view }}
              opened={opened}
              choices={eventChoices(shown)}
              shown={shown}
              onOpen={open}
            />
          </div>
        </div>
      )}
      <div ref={region}>
        <NewerPill count={newer} region={region} top={top} onShow={showNewer} />
        {isEmpty && isFiltered && (
          <NoMatch noun="events" onClear={() => onViewChange({})}>
            Try fewer filters, or another period.
          </NoMatch>
        )}
        {isEmpty && !isFiltered && <WaitingForEvents />}
        {rows === undefined || isPending ? (
          <EventsSkeleton />
        ) : (
          rows.length > 0 && <EventList events={rows} shown={shown} />
        )}
      </div>
      {list.hasNextPage && (
        <ShowOlder isFetching={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </Card>
  )
}

/** The rows that are shown, and the state of the list. */
function useEvents(view: EventsView) {
  const { id } = useOrganization()
  const list = useInfiniteQuery({
    ...eventsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const latest = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data])
  const { region, top, isReading, finish } = useReading()
  const { rows, newer, release } = useHeldRows({
    // While other filters load, the data still belongs to the previous ones.
    latest: list.isPlaceholderData ? undefined : latest,
    of: JSON.stringify([id, eventFilters(view)]),
    isReading,
  })
  const showNewer = () => {
    finish()
    release()
  }
  return { list, region, top, rows, newer, showNewer }
}

interface EventListProps {
  events: readonly UsageEvent[]
  /** The columns that are chosen; null for the default ones. */
  shown: readonly string[] | null
}

function EventList({ events, shown }: EventListProps) {
  // Rows are drawn again only when it changes.
  const columns = useMemo(() => shownEventColumns(shown), [shown])
  const entrance = useRowEntrance<HTMLOListElement>(true)
  return (
    <>
      <div aria-hidden="true" className={`${lineClasses} ${headClasses}`}>
        <span className="size-4" />
        <span className={cellClasses.name}>Name</span>
        {eventColumns
          .filter(({ id }) => columns.includes(id))
          .map(({ id, label }) => (
            <span key={id} className={`${cellClasses[id]} ${headTextClasses}`}>
              {label}
            </span>
          ))}
      </div>
      <ol ref={entrance} data-rows="" aria-label="Events">
        {events.map((event) => (
          <EventEntry key={event.id} event={event} columns={columns} />
        ))}
      </ol>
    </>
  )
}

const headTextClasses = 'font-sans text-xs text-ink-3'

const headClasses = 'h-9 border-b text-xs font-medium text-ink-3 max-md:hidden'

function EventsSkeleton() {
  return (
    <div aria-busy="true">
      {['w-32', 'w-24', 'w-40', 'w-28', 'w-36'].map((width) => (
        <div key={width} className="flex min-h-11 items-center border-b px-4 last:border-b-0">
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  )
}

/** Until the first event arrives, which the list shows at once. */
function WaitingForEvents() {
  return (
    <EmptyState
      icon={<Activity />}
      title="No events yet"
      action={
        <output className="flex items-center gap-2 text-s text-ink-2">
          <Spinner /> Waiting for the first event…
        </output>
      }
      calls={callCode(window.location.origin, ingest)}
      callsTitle="Ingest an event"
    >
      Report what your customers use, with an access token that has the scope events:write. Meters
      count it, and it appears here as soon as it is stored.
    </EmptyState>
  )
}

const ingest = {
  method: 'POST',
  path: '/v1/events/ingest',
  sdk: 'events.ingest',
  argument: {
    events: [
      {
        name: 'completion',
        externalCustomerId: 'user_42',
        metadata: { model: 'lite', input_tokens: 1200, output_tokens: 310 },
      },
    ],
  },
} as const
