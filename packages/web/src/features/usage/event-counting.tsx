import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MeterLink } from '#/entities/meter/meter-link.tsx'
import { OrderItemLink } from '#/entities/order/order-item-link.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatExactQuantity } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { type EventExplanation, eventExplanationQuery, type UsageEvent } from './usage-queries.ts'

type CountedIn = EventExplanation['meters'][number]

/** The meters that count an event, and the items of orders that billed it. */
export function EventCounting({ event }: { event: UsageEvent }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(eventExplanationQuery(id, event.id))
  return (
    <section aria-label="Meters" className="rounded-m border bg-surface lg:col-span-2">
      <Entries
        count={data?.meters.length ?? null}
        failure={error && failureMessage(error)}
        empty="No meter counts this event."
      >
        {data?.meters.map((counted) => (
          <Entry
            key={counted.meter.id}
            title={<MeterLink meter={counted.meter} />}
            badge={<State explanation={data} counted={counted} />}
            action={
              <span className="figures text-right">{formatExactQuantity(counted.value)}</span>
            }
          >
            <Period counted={counted} />
            {counted.items.map((item) => (
              <span key={`${item.itemId} ${item.change}`}>
                {item.change === 'added' ? 'Billed by ' : 'Given back by '}
                <OrderItemLink item={item} />
              </span>
            ))}
          </Entry>
        ))}
      </Entries>
    </section>
  )
}

interface StateProps {
  explanation: EventExplanation
  counted: CountedIn
}

function State({ explanation, counted }: StateProps): ReactNode {
  if (explanation.customerId === null) return <Badge>No customer yet</Badge>
  if (!explanation.isCounted) return <Badge tone="warn">Voided</Badge>
  if (counted.subscriptionId === null) return <Badge>Outside of subscriptions</Badge>
  return counted.isSettled ? (
    <Badge tone="good">Settled</Badge>
  ) : (
    <Badge tone="info">Not settled</Badge>
  )
}

function Period({ counted: { subscriptionId, periodStart, periodEnd } }: { counted: CountedIn }) {
  if (subscriptionId === null || periodStart === null) return null
  const start = formatDay(periodStart)
  return (
    <span>
      <ObjectLink type="subscription" id={subscriptionId}>
        {periodEnd === null ? `From ${start}` : `${start} – ${formatDay(periodEnd)}`}
      </ObjectLink>
    </span>
  )
}
