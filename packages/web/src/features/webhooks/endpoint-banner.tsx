import { eventsText } from '#/entities/webhook/events-text.ts'
import { Banner } from '#/ui/banner.tsx'
import { Time } from '#/ui/time.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { codeText, hasMissed, missedText } from './endpoint-text.ts'

/** A banner for endpoints that miss events, with what to do. */
export function EndpointBanner({ endpoint: { health } }: { endpoint: WebhookEndpoint }) {
  const { failingSince, failedEvents, lastCode } = health
  const last = codeText(lastCode)
  if (health.state === 'failing') {
    return (
      <Banner
        tone="warn"
        title={`Failing: ${eventsText(failedEvents)}, most recently with ${last}.`}
      >
        {failingSince !== null && (
          <>
            The first failed <Time at={failingSince} />.{' '}
          </>
        )}
        They are retried automatically. After {restsAfter} it is suspended until an event is
        accepted.
      </Banner>
    )
  }
  if (health.state === 'resting') {
    return (
      <Banner
        tone="bad"
        title={`Suspended: ${eventsText(failedEvents)} failed, most recently with ${last}.`}
      >
        <p className="mt-1">
          No new events are sent
          {failingSince !== null && (
            <>
              , and none were accepted since <Time at={failingSince} />
            </>
          )}
          . {hasMissed(health) && `It has missed ${missedText(health)}. `}Events are kept for 90
          days. To fix it:
        </p>
        <ol className="mt-1 list-decimal pl-5">
          <li>Check its responses below.</li>
          <li>Fix the handler so that it responds with 2xx within ten seconds.</li>
          <li>Enable it here. Missed events are sent immediately.</li>
        </ol>
      </Banner>
    )
  }
  if (health.state === 'disabled') {
    return (
      <Banner tone="info" title="Disabled. No events are sent.">
        {hasMissed(health)
          ? `Missed events are sent when it is enabled: ${missedText(health)}.`
          : 'Missed events are sent when it is enabled.'}
      </Banner>
    )
  }
  return null
}

const restsAfter = 'ten different events'
