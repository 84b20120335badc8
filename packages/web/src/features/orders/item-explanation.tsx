import { calculationOf } from '@guildhall/contract/metering/shapes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MeterLink } from '#/entities/meter/meter-link.tsx'
import { CountedEvent } from '#/entities/order/counted-event.tsx'
import { keptText, kindTexts } from '#/entities/order/explanation-text.ts'
import { OrderItemLink } from '#/entities/order/order-item-link.tsx'
import { UsageCalculation } from '#/entities/order/usage-calculation.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatExactQuantity } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Money } from '#/ui/money.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Time } from '#/ui/time.tsx'
import { WithSide } from '#/ui/with-side.tsx'
import { explanationQuery, type ItemExplanation, type Order } from './order-queries.ts'

type Usage = NonNullable<ItemExplanation['usage']>

interface ItemProps {
  order: Order
  item: Order['items'][number]
}

/** Where the amount of an item comes from: its price, credits and events. */
export function ExplainedItem({ order, item }: ItemProps) {
  const { id } = useOrganization()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    explanationQuery(id, order.id, item.id),
  )
  const [explained] = data?.pages ?? []
  if (explained === undefined) {
    return error === null ? <ObjectSkeleton /> : <Banner tone="bad">{failureMessage(error)}</Banner>
  }
  const { usage } = explained
  const events = data?.pages.flatMap((page) => page.usage?.events ?? []) ?? []
  return (
    <WithSide label="Details" side={<ItemFacts order={order} explained={explained} />}>
      {usage && (
        <>
          <Card title="Calculation">
            <UsageCalculation usage={usage} amount={item.amount} currency={order.currency} />
          </Card>
          {usage.credits.length > 0 && <Credits usage={usage} />}
          <Card flush title="Events" description={eventsText(usage)}>
            <Entries
              count={events.length}
              empty={
                usage.eventsKeptFrom === null
                  ? 'No events were counted.'
                  : 'The events are no longer kept.'
              }
            >
              {events.map((event) => (
                <CountedEvent key={event.id} event={event} title={event.name}>
                  {event.externalId !== null && (
                    <span className="wrap-anywhere">{event.externalId}</span>
                  )}
                  {event.change === 'added' && event.voidedAt !== null && (
                    <span>
                      Voided <Time at={event.voidedAt} />
                    </span>
                  )}
                </CountedEvent>
              ))}
            </Entries>
            {hasNextPage && (
              <div className="border-t px-4 py-2">
                <Button
                  size="s"
                  variant="ghost"
                  loading={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </Card>
        </>
      )}
    </WithSide>
  )
}

/** How the value of a meter comes from them. */
function eventsText(usage: Usage): string {
  const kept = keptText(usage)
  return kept === null ? countedText(usage) : `${countedText(usage)} ${kept}`
}

function countedText({ meter, eventCount, eventSum }: Usage): string {
  const calculation = calculationOf(meter.aggregation)
  switch (calculation.func) {
    case 'count':
      return 'Each counts once.'
    case 'sum':
      return `The sum of ${calculation.property}.`
    case 'max':
      return `The greatest ${calculation.property} of the period.`
    case 'min':
      return `The smallest ${calculation.property} of the period.`
    case 'avg':
      return `The average ${calculation.property}: ${formatExactQuantity(eventSum)} in ${eventCount} events of the period.`
    case 'unique':
      return `The different values of ${calculation.property}: ${formatExactQuantity(eventSum)} in ${eventCount} events of the period.`
  }
}

function Credits({ usage: { credits, laterCreditUnits } }: { usage: Usage }) {
  return (
    <Card
      flush
      title="Credits"
      {...(laterCreditUnits !== '0' && {
        description: `${formatExactQuantity(laterCreditUnits)} of these units changed while the order was made, and are settled with the next one.`,
      })}
    >
      <Entries count={credits.length} empty="None.">
        {credits.map((lot) => (
          <Entry
            key={lot.id}
            title={lot.reason ?? sourceTexts[lot.source]}
            action={<span className="figures">{formatExactQuantity(lot.units)}</span>}
          >
            <span>
              Came <Time at={lot.createdAt} />
            </span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

const sourceTexts = {
  grant: 'From a benefit',
  purchase: 'Bought',
  rollover: 'Rolled over',
  present: 'Given',
  refund: 'From a refund',
} as const satisfies Record<Usage['credits'][number]['source'], string>

function ItemFacts({ order, explained }: { order: Order; explained: ItemExplanation }) {
  const { usage, periodStart, periodEnd, reverses } = explained
  const { currency } = order
  const period = usage ?? { periodStart, periodEnd }
  return (
    <Facts
      facts={[
        { label: 'What', value: kindTexts[explained.kind] },
        ...(usage ? [{ label: 'Meter', value: <MeterLink meter={usage.meter} /> }] : []),
        ...(period.periodStart && period.periodEnd
          ? [
              {
                label: 'Period',
                value: `${formatDay(period.periodStart)} – ${formatDay(period.periodEnd)}`,
              },
            ]
          : []),
        { label: 'Amount', value: <Money amount={explained.amount} currency={currency} /> },
        ...(explained.discountAmount === 0
          ? []
          : [
              {
                label: 'Discount',
                value: <Money amount={0 - explained.discountAmount} currency={currency} />,
              },
            ]),
        { label: 'Tax', value: <Money amount={explained.taxAmount} currency={currency} /> },
        ...(reverses ? [{ label: 'Credits', value: <OrderItemLink item={reverses} /> }] : []),
      ]}
    />
  )
}
