import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, type ReactNode, useId, useState } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { classNames } from '#/ui/class-names.ts'
import { CodeBlock } from '#/ui/code-block.tsx'
import { None } from '#/ui/none.tsx'
import { pressInRow } from '#/ui/row-keys.ts'
import { Time } from '#/ui/time.tsx'
import type { EventColumn } from './event-columns.ts'
import { EventCounting } from './event-counting.tsx'
import { EventFacts } from './event-facts.tsx'
import type { UsageEvent } from './usage-queries.ts'

interface EventProps {
  event: UsageEvent
}

interface EventEntryProps extends EventProps {
  /** Next to the name. */
  columns: readonly EventColumn[]
}

/** An event in a list, which expands to everything that is known of it. */
export const EventEntry = memo(function EventEntry({ event, columns }: EventEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  return (
    <li className="not-last:border-b">
      <div className={classNames(lineClasses, rowClasses)}>
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-4 text-ink-3', isOpen && 'rotate-90')}
        />
        <button
          type="button"
          data-row-link=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={pressInRow}
          // Everything of the row but the link opens it.
          className={classNames(cellClasses.name, nameClasses)}
        >
          <span className={classNames(event.voidedAt !== null && 'line-through')}>
            {event.name}
          </span>
          {event.voidedAt !== null && <span className="ml-2 font-sans text-ink-3">Voided</span>}
        </button>
        {columns.map((column) => (
          <Cell key={column} column={column} event={event} />
        ))}
      </div>
      {isOpen && (
        <div id={content} className={contentClasses}>
          <EventFacts event={event} />
          <Metadata event={event} />
          <EventCounting event={event} />
        </div>
      )}
    </li>
  )
})

function Cell({ column, event }: EventProps & { column: EventColumn }) {
  return <span className={classNames(cellClasses[column])}>{contentOf(column, event)}</span>
}

function contentOf(column: EventColumn, event: UsageEvent): ReactNode {
  switch (column) {
    case 'customer':
      return <Whose event={event} />
    case 'external_id':
      return event.externalId ?? <None />
    case 'entity':
      return event.entity ?? <None />
    case 'metadata':
      return JSON.stringify(event.nestedMetadata ?? event.metadata)
    case 'source':
      return sourceNames[event.source]
    case 'ingested_at':
      return <Time at={event.ingestedAt} focusable={false} />
    case 'timestamp':
      return <Time at={event.timestamp} focusable={false} />
  }
}

function Whose({ event: { customer, externalCustomerId } }: EventProps) {
  if (customer === null) {
    return <span className="wrap-anywhere text-ink-3">{externalCustomerId}, no customer yet</span>
  }
  return (
    <span className="relative wrap-anywhere">
      <ObjectLink type="customer" id={customer.id}>
        {customerName(customer)}
      </ObjectLink>
    </span>
  )
}

function Metadata({ event: { metadata, nestedMetadata } }: EventProps) {
  const shown = nestedMetadata ?? metadata
  if (Object.keys(shown).length === 0) return <p className="text-s text-ink-3">No metadata.</p>
  return <CodeBlock title="Metadata" code={JSON.stringify(shown, null, 2)} />
}

const sourceNames = { user: 'API', system: 'System' } as const

/** A row of columns; on phones the name and the time, and below them the customer. */
export const lineClasses =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 md:flex'

const nameClasses =
  'text-left font-mono text-xs wrap-anywhere outline-none after:absolute after:inset-0'

/** The width of each column. */
export const cellClasses: Readonly<Record<EventColumn | 'name', string>> = {
  name: 'min-w-0 md:flex-3',
  customer:
    'min-w-0 md:flex-3 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:text-xs',
  external_id: 'min-w-0 flex-2 font-mono text-xs wrap-anywhere max-md:hidden',
  metadata: 'min-w-0 flex-3 truncate font-mono text-xs text-ink-2 max-md:hidden',
  entity: 'min-w-0 flex-2 font-mono text-xs wrap-anywhere max-md:hidden',
  source: 'w-16 shrink-0 text-ink-2 max-md:hidden',
  ingested_at: 'w-24 shrink-0 text-right text-ink-3 max-md:hidden',
  timestamp: 'text-right text-ink-3 max-md:text-xs md:w-24 md:shrink-0',
}

const rowClasses =
  'relative min-h-11 py-2 text-s hover:bg-hover ' +
  'has-[[data-row-link]:focus-visible]:bg-accent-soft ' +
  'has-[[data-row-link]:focus-visible]:outline-2 ' +
  'has-[[data-row-link]:focus-visible]:-outline-offset-2 ' +
  'has-[[data-row-link]:focus-visible]:outline-accent'

const contentClasses =
  'grid grid-cols-1 items-start gap-x-6 gap-y-3 bg-sunken px-4 py-3 md:pl-11 lg:grid-cols-2'
