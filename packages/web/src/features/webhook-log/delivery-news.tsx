import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { Banner } from '../../ui/banner.tsx'
import { attemptsWords } from './delivery-words.ts'
import { Due } from './due.tsx'
import type { FullDelivery } from './log-queries.ts'

interface DeliveryNewsProps {
  delivery: FullDelivery
  endpoint: WebhookEndpoint
}

/** What becomes of a delivery that wasn’t taken, or not yet. */
export function DeliveryNews({ delivery, endpoint }: DeliveryNewsProps) {
  switch (delivery.state) {
    case 'delivered':
      return null
    case 'waiting':
      return <Waiting delivery={delivery} isStopped={endpoint.disabledReason === 'member'} />
    case 'failed':
      return (
        <Banner tone="bad" title="Given up.">
          It was never taken in {attemptsWords(delivery.attemptCount)}. Once the endpoint works,
          send it again.
        </Banner>
      )
    case 'skipped':
      return (
        <Banner tone="info" title="Not sent.">
          {endpoint.events.includes(delivery.type)
            ? 'Messages for this channel have no words for such an event.'
            : 'The endpoint isn’t told of such events any more.'}
        </Banner>
      )
  }
}

function Waiting({ delivery, isStopped }: { delivery: FullDelivery; isStopped: boolean }) {
  if (isStopped) {
    return (
      <Banner tone="warn" title="Waiting.">
        The endpoint is disabled. It goes out when somebody enables it.
      </Banner>
    )
  }
  if (delivery.nextAttemptAt === null) {
    return (
      <Banner tone="warn" title="Waiting.">
        An earlier event of the same object isn’t through yet, and goes first.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title="Waiting.">
      The next attempt comes <Due at={delivery.nextAttemptAt} />.
    </Banner>
  )
}
