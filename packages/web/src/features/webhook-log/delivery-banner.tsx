import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { Banner } from '#/ui/banner.tsx'
import { attemptsText } from './delivery-text.ts'
import { Due } from './due.tsx'
import type { FullDelivery } from './log-queries.ts'

interface DeliveryBannerProps {
  delivery: FullDelivery
  endpoint: WebhookEndpoint
}

/** A banner for deliveries that failed, were skipped or are waiting. */
export function DeliveryBanner({ delivery, endpoint }: DeliveryBannerProps) {
  switch (delivery.state) {
    case 'delivered':
      return null
    case 'waiting':
      return <Waiting delivery={delivery} isStopped={endpoint.disabledReason === 'member'} />
    case 'failed':
      return (
        <Banner tone="bad" title="Delivery failed.">
          It was not accepted after {attemptsText(delivery.attemptCount)}. Resend it once the
          endpoint works.
        </Banner>
      )
    case 'skipped':
      return (
        <Banner tone="info" title="Not sent.">
          {endpoint.events.includes(delivery.type)
            ? 'This event type has no message format for this channel.'
            : 'The endpoint no longer receives events of this type.'}
        </Banner>
      )
  }
}

function Waiting({ delivery, isStopped }: { delivery: FullDelivery; isStopped: boolean }) {
  if (isStopped) {
    return (
      <Banner tone="warn" title="Waiting.">
        The endpoint is disabled. The event is sent when it is enabled.
      </Banner>
    )
  }
  if (delivery.nextAttemptAt === null) {
    return (
      <Banner tone="warn" title="Waiting.">
        An earlier event of the same object must be delivered first.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title="Waiting.">
      The next attempt is due <Due at={delivery.nextAttemptAt} />.
    </Banner>
  )
}
