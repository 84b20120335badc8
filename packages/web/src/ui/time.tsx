import { formatInstant, formatRelative } from '../lib/format.ts'
import { Tooltip } from './tooltip.tsx'
import { useNow } from './use-now.ts'

interface TimeProps {
  at: Date
  /** In a table the row takes the focus, not each of its times; the exact instant is still read. */
  focusable?: boolean
}

/** How long ago or how soon, and the exact instant for who hovers, focuses or listens. */
export function Time({ at, focusable = true }: TimeProps) {
  const now = useNow()
  const exact = formatInstant(at)
  const attributes = focusable ? { tabIndex: 0 } : {}
  return (
    <Tooltip text={exact}>
      <time dateTime={at.toISOString()} className="rounded-xs whitespace-nowrap" {...attributes}>
        {formatRelative(at, now)}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
