import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useId, useState } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { classNames } from '#/ui/class-names.ts'
import { CodeBlock } from '#/ui/code-block.tsx'
import { pressInRow } from '#/ui/row-keys.ts'
import { Time } from '#/ui/time.tsx'
import { EventCounting } from './event-counting.tsx'
import { EventFacts } from './event-facts.tsx'
import type { UsageEvent } from './usage-queries.ts'

interface EventProps {
  event: UsageEvent
}

interface EventEntryProps extends EventProps {
  /** False where all events are of one customer. */
  hasCustomer?: boolean
}

/** An event in a list, which expands to everything that is known of it. */
export const EventEntry = memo(function EventEntry({ event, hasCustomer = true }: EventEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  return (
    <li className="not-last:border-b">
      <div className={classNames(hasCustomer ? columnClasses : narrowClasses, rowClasses)}>
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
          className="text-left font-mono text-xs wrap-anywhere outline-none after:absolute after:inset-0"
        >
          <span className={classNames(event.voidedAt !== null && 'line-through')}>
            {event.name}
          </span>
          {event.voidedAt !== null && <span className="ml-2 font-sans text-ink-3">Voided</span>}
        </button>
        {hasCustomer && (
          <span className="min-w-0 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:text-xs">
            <Whose event={event} />
          </span>
        )}
        <span className="text-ink-2 max-md:hidden">{sourceNames[event.source]}</span>
        <span className="text-right text-ink-3 max-md:text-xs">
          <Time at={event.timestamp} focusable={false} />
        </span>
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

/** The columns of a row; on phones the customer is below the name. */
export const columnClasses =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 ' +
  'md:grid-cols-[1rem_minmax(0,3fr)_minmax(0,3fr)_4rem_minmax(5.5rem,1fr)]'

const narrowClasses =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 ' +
  'md:grid-cols-[1rem_minmax(0,1fr)_4rem_minmax(5.5rem,auto)]'

const rowClasses =
  'relative min-h-11 py-2 text-s hover:bg-hover ' +
  'has-[[data-row-link]:focus-visible]:bg-accent-soft ' +
  'has-[[data-row-link]:focus-visible]:outline-2 ' +
  'has-[[data-row-link]:focus-visible]:-outline-offset-2 ' +
  'has-[[data-row-link]:focus-visible]:outline-accent'

const contentClasses =
  'grid grid-cols-1 items-start gap-x-6 gap-y-3 bg-sunken px-4 py-3 md:pl-11 lg:grid-cols-2'
