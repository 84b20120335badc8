import { formatDay, formatInstant } from '#/lib/format.ts'

/** The day; the exact instant shows where a mouse rests on it. */
export function Day({ at }: { at: Date }) {
  const exact = formatInstant(at)
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {formatDay(at)}
    </time>
  )
}
