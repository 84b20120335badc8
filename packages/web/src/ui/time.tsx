import { formatDay, formatInstant, formatRelative } from '#/lib/format.ts'
import { Tooltip } from './tooltip.tsx'
import { useNow } from './use-now.ts'

interface TimeProps {
  at: Date
  /** In tables the row is focusable, not its times; screen readers still get the exact instant. */
  focusable?: boolean
}

/** A relative time, with the exact instant in a tooltip. */
export function Time(props: TimeProps) {
  const now = useNow()
  const exact = formatInstant(props.at)
  return <TimeText {...props} text={formatRelative(props.at, now)} exact={exact} />
}

/** The day, as books have it, with the exact instant and how long ago it was in a tooltip. */
export function DayOf(props: TimeProps) {
  const now = useNow()
  const exact = `${formatInstant(props.at)}, ${formatRelative(props.at, now)}`
  return <TimeText {...props} text={formatDay(props.at)} exact={exact} />
}

interface TimeTextProps extends TimeProps {
  text: string
  exact: string
}

function TimeText({ at, focusable = true, text, exact }: TimeTextProps) {
  const attributes = focusable ? { tabIndex: 0 } : {}
  return (
    <Tooltip text={exact}>
      <time dateTime={at.toISOString()} className="rounded-xs whitespace-nowrap" {...attributes}>
        {text}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
