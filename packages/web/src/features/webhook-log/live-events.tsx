import { useQuery, useQueryClient } from '@tanstack/react-query'
import Radio from 'lucide-react/icons/radio'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NewerPill } from '#/ui/newer-pill.tsx'
import { useHeldRows } from '#/ui/use-held-rows.ts'
import { useReading } from '#/ui/use-reading.ts'
import { LiveEntry } from './live-entry.tsx'
import { liveEventsQuery } from './live-query.ts'
import { TriggerEvent } from './trigger-event.tsx'

interface LiveEventsProps {
  /** Only sandboxes can trigger events. */
  isSandbox: boolean
}

/** The events sent to endpoints, streamed to the browser. */
export function LiveEvents({ isSandbox }: LiveEventsProps) {
  const { id } = useOrganization()
  const queryClient = useQueryClient()
  const { data, error } = useQuery(liveEventsQuery(id))
  const { region, top, isReading, finish } = useReading()
  const { rows = [], newer, release } = useHeldRows({ latest: data?.events, of: id, isReading })
  const forget = () => {
    finish()
    queryClient.setQueryData(
      liveEventsQuery(id).queryKey,
      (polled) => polled && { ...polled, events: [] },
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {isSandbox && <TriggerEvent />}
      <Card
        flush
        title="Events"
        description={data ? 'Listening. New events appear automatically.' : 'Connecting…'}
        actions={
          rows.length > 0 && (
            <Button size="s" variant="ghost" onClick={forget}>
              Clear list
            </Button>
          )
        }
      >
        {error && (
          <div className="p-4">
            <Banner tone="bad">{failureMessage(error)}</Banner>
          </div>
        )}
        <div ref={region}>
          <NewerPill
            count={newer}
            region={region}
            top={top}
            onShow={() => {
              finish()
              release()
            }}
          />
          {rows.length === 0 ? (
            <NothingYet isSandbox={isSandbox} />
          ) : (
            <ol aria-label="Events" aria-live="polite" aria-relevant="additions">
              {rows.map((event) => (
                <LiveEntry key={event.id} event={event} />
              ))}
            </ol>
          )}
        </div>
      </Card>
    </div>
  )
}

function NothingYet({ isSandbox }: LiveEventsProps) {
  return (
    <EmptyState
      icon={<Radio />}
      title="No events since you opened this page"
      action={
        <CodeBlock
          title="In the folder of the server"
          code="npx guildhall listen http://localhost:4000/hook"
          className="w-full text-left"
        />
      }
    >
      {isSandbox
        ? 'Trigger an event above, or make a purchase in another tab.'
        : 'New events appear here.'}{' '}
      Forward events to a handler on your machine, signed as for an endpoint.
    </EmptyState>
  )
}
