import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useId, useState } from 'react'
import { formatInstant } from '#/lib/format.ts'
import { CodeBlock } from '#/ui/code-block.tsx'
import { indented } from './indented.ts'
import type { LiveEvent } from './live-query.ts'

interface LiveEntryProps {
  event: LiveEvent
}

/** An event with its expandable body. */
export const LiveEntry = memo(function LiveEntry({ event }: LiveEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const { type, timestamp, sequence, objectVersion, data } = event
  return (
    <li className="not-last:border-b">
      <button
        type="button"
        data-row-link=""
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        onClick={() => setOpen(!isOpen)}
        className={rowClasses}
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{type}</span>
        <span className="figures shrink-0 text-right text-xs text-ink-3">
          <span className="max-sm:hidden">
            version {objectVersion} · {formatInstant(timestamp)} ·{' '}
          </span>
          #{sequence}
        </span>
      </button>
      {isOpen && (
        <div id={body} className="px-4 pt-1 pb-4">
          <CodeBlock title="Body" code={indented(bodyOf({ type, timestamp, data }))} />
        </div>
      )}
    </li>
  )
})

/** The body that an endpoint receives. */
const bodyOf = (event: Pick<LiveEvent, 'type' | 'timestamp' | 'data'>): string =>
  JSON.stringify(event)

const rowClasses =
  'flex min-h-11 w-full items-center gap-2.5 px-4 py-2 text-left text-s hover:bg-hover ' +
  'focus-visible:-outline-offset-2'
