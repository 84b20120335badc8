import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import type { Metrics } from './metric-queries.ts'
import { type NameOfRows, rowsOf } from './rows-of.ts'

interface FigureLinkProps {
  name: NameOfRows
  /** The days that it is of; null where they aren’t whole days. */
  range: DayRange | null
  metrics: Pick<Metrics, 'currency' | 'conversion'>
  product?: string | undefined
  /** The formatted value. */
  text: string
}

/** A figure that opens the list of its rows, where there is one. */
export function FigureLink({ name, range, metrics, product, text }: FigureLinkProps) {
  const { slug } = useOrganization()
  const rows = range && rowsOf(name, { slug, range, metrics, product })
  if (rows === null) return <>{text}</>
  return (
    <Link {...rows} aria-label={`${text}, show its rows`} className={classes}>
      {text}
    </Link>
  )
}

const classes =
  'rounded-xs text-inherit underline decoration-line-strong decoration-1 underline-offset-4 ' +
  'hover:decoration-current'
