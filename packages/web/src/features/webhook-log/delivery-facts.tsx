import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { formatInstant } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { ToObject } from '../../ui/ways-to.tsx'
import { objectWords } from './delivery-words.ts'
import { Due } from './due.tsx'
import type { FullDelivery } from './log-queries.ts'

interface DeliveryFactsProps {
  delivery: FullDelivery
  endpoint: WebhookEndpoint
}

/** What is known about a delivery besides what was sent. */
export function DeliveryFacts({ delivery, endpoint }: DeliveryFactsProps) {
  const { objectType, objectId } = delivery
  return (
    <>
      <Card title="Delivery">
        <Facts
          facts={[
            { label: 'Webhook id', value: <Copyable short text={delivery.id} /> },
            { label: 'Sequence', value: <span className="figures">{delivery.sequence}</span> },
            { label: 'To', value: <Copyable text={endpoint.url} what="address" /> },
            { label: 'First sent', value: <Time at={delivery.createdAt} /> },
            ...(delivery.nextAttemptAt === null
              ? []
              : [{ label: 'Next attempt', value: <Due at={delivery.nextAttemptAt} /> }]),
          ]}
        />
      </Card>
      <Card title="Event">
        <Facts
          facts={[
            { label: 'Happened', value: formatInstant(delivery.timestamp) },
            {
              label: objectWords(objectType),
              value: (
                <span className="grid justify-items-start">
                  <Copyable short text={objectId} />
                  <ToObject type={objectType} id={objectId} />
                </span>
              ),
            },
            {
              label: 'Object version',
              value: <span className="figures">{delivery.objectVersion}</span>,
            },
          ]}
        />
      </Card>
    </>
  )
}
