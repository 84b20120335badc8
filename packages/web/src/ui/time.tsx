import { formatInstant, formatRelative } from '#/lib/format.ts'
import { Tooltip } from './tooltip.tsx'
import { useNow } from './use-now.ts'

interface TimeProps {
  at: Date
  /** In tables the row is focusable, not its times; screen readers still get the exact instant. */
  focusable?: boolean
}

/** A relative time, with the exact instant in a tooltip. */
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
