import { eventsWords } from '../../lib/events-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Time } from '../../ui/time.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { codeWords, hasMissed, missedWords } from './endpoint-words.ts'

/** What somebody should know first about an endpoint that isn’t told of everything, and what to do. */
export function EndpointNews({ endpoint: { health } }: { endpoint: WebhookEndpoint }) {
  const { failingSince, failedEvents, lastCode } = health
  const last = codeWords(lastCode)
  if (health.state === 'failing') {
    return (
      <Banner
        tone="warn"
        title={`It’s failing: ${eventsWords(failedEvents)}, the last with ${last}.`}
      >
        {failingSince !== null && (
          <>
            The first failed <Time at={failingSince} />.{' '}
          </>
        )}
        They’re tried again by themselves. After {restsAfter} it rests, until it takes one.
      </Banner>
    )
  }
  if (health.state === 'resting') {
    return (
      <Banner
        tone="bad"
        title={`It rests: ${eventsWords(failedEvents)} failed, the last with ${last}.`}
      >
        <p className="mt-1">
          Nothing new is sent
          {failingSince !== null && (
            <>
              , and nothing was taken since <Time at={failingSince} />
            </>
          )}
          . {hasMissed(health) && `It has missed ${missedWords(health)}. `}Nothing is lost. What to
          do:
        </p>
        <ol className="mt-1 list-decimal pl-5">
          <li>See below what it answered.</li>
          <li>Put the handler right: it should answer with 2xx within ten seconds.</li>
          <li>Enable it here. What it missed is sent at once.</li>
        </ol>
      </Banner>
    )
  }
  if (health.state === 'disabled') {
    return (
      <Banner tone="info" title="It’s disabled, so nothing is sent.">
        {hasMissed(health)
          ? `Once it’s enabled, it gets what it missed: ${missedWords(health)}.`
          : 'Once it’s enabled, it gets what it missed.'}
      </Banner>
    )
  }
  return null
}

const restsAfter = 'ten different events'
