import Activity from 'lucide-react/icons/activity'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { Spinner } from '#/ui/spinner.tsx'

/** Until the first event arrives, which the list shows at once. */
export function WaitingForEvents() {
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
