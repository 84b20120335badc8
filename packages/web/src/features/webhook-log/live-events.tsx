import { useQuery, useQueryClient } from '@tanstack/react-query'
import Radio from 'lucide-react/icons/radio'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LiveEntry } from './live-entry.tsx'
import { liveEventsQuery } from './live-query.ts'
import { MakeEvent } from './make-event.tsx'
import { NewerPill } from './newer-pill.tsx'
import { useHeldRows } from './use-held-rows.ts'
import { useReading } from './use-reading.ts'

interface LiveEventsProps {
  /** Only there events can be made. */
  isSandbox: boolean
}

/** What endpoints are told, received in the browser: as it happens, each with its body. */
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
      (heard) => heard && { ...heard, events: [] },
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {isSandbox && <MakeEvent />}
      <Card
        flush
        title="Events"
        description={data ? 'Listening. New ones appear by themselves.' : 'Beginning to listen …'}
        actions={
          rows.length > 0 && (
            <Button size="s" variant="ghost" onClick={forget}>
              Empty the list
            </Button>
          )
        }
      >
        {error && (
          <div className="p-4">
            <Banner tone="bad">{failureWords(error)}</Banner>
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
      title="Nothing has happened since you opened this page"
      action={
        <CodeBlock
          title="In a terminal"
          code="npx guildhall listen http://localhost:4000/hook"
          className="w-full text-left"
        />
      }
    >
      {isSandbox
        ? 'Make an event above, or buy something in another tab.'
        : 'Whatever happens now appears here.'}{' '}
      A terminal on your own machine hands events to your handler, signed as an endpoint gets them.
    </EmptyState>
  )
}
