import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { formatInstant } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'
import { objectText } from './delivery-text.ts'
import { Due } from './due.tsx'
import type { FullDelivery } from './log-queries.ts'

interface DeliveryFactsProps {
  delivery: FullDelivery
  endpoint: WebhookEndpoint
}

/** The details of a delivery. */
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
            { label: 'Occurred', value: formatInstant(delivery.timestamp) },
            {
              label: objectText(objectType),
              value: (
                <span className="grid justify-items-start">
                  <Copyable short text={objectId} />
                  <ObjectLink type={objectType} id={objectId} />
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
