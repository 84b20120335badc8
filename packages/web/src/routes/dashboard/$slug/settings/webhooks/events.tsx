import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#/features/shell/page.tsx'
import { useTimeTravel } from '#/features/time-travel/travel-context.ts'
import { LiveEvents } from '#/features/webhook-log/live-events.tsx'
import { WebhooksTrail } from '#/features/webhooks/webhooks-trail.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/events')({
  component: Events,
})

function Events() {
  const { clock } = useTimeTravel()
  return (
    <Page title="Live events" trail={<WebhooksTrail />}>
      <LiveEvents isSandbox={clock?.sandbox === true} />
    </Page>
  )
}
