import type { UsageExplanation } from '@guildhall/contract/orders/explanations'
import type { ReactNode } from 'react'
import { formatExactQuantity } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Entry } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'

type Event = Pick<
  UsageExplanation['events'][number],
  'timestamp' | 'entity' | 'value' | 'units' | 'isDecisive' | 'change'
>

interface CountedEventProps {
  event: Event
  title?: ReactNode
  /** Secondary text. */
  children?: ReactNode
}

/** An event of an item, with what it adds. */
export function CountedEvent({ event, title, children }: CountedEventProps) {
  const { units, value, isDecisive, change, entity } = event
  return (
    <Entry
      title={title ?? <Time at={event.timestamp} />}
      badge={
        <>
          {change === 'removed' && <Badge tone="warn">taken off</Badge>}
          {isDecisive && <Badge tone="info">decides</Badge>}
        </>
      }
      action={<span className="figures text-right">{formatExactQuantity(units ?? value)}</span>}
    >
      {title !== undefined && <Time at={event.timestamp} />}
      {entity !== null && <span className="wrap-anywhere">{entity}</span>}
      {children}
    </Entry>
  )
}
