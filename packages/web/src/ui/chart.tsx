import Table2 from 'lucide-react/icons/table-2'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { type ChartPoint, summarize } from './chart-summary.ts'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'

const Plot = lazy(() => import('./plot.tsx'))

interface ChartProps {
  title: string
  points: readonly ChartPoint[]
  format: (value: number) => string
  /** Lines for levels, bars for totals of a period. */
  kind: 'trend' | 'bars'
  /** The label of the dotted line: "previous 60 days". */
  previous?: string
  /** An explanation of the figure, and other controls. */
  aside?: ReactNode
}

/** A figure over time. The plot is loaded lazily; a table is the text alternative. */
export function Chart({ title, points, format, kind, previous, aside }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure aria-labelledby={id} aria-describedby={`${id}-summary`} className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-3">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {previous && <span className="text-xs text-ink-3">dotted: {previous}</span>}
        <span className="ml-auto flex items-center gap-2 text-xs text-ink-2">
          {aside}
          <IconButton
            size="s"
            label="Show as a table"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            <Table2 aria-hidden="true" />
          </IconButton>
        </span>
      </figcaption>
      <p id={`${id}-summary`} className="sr-only">
        {summarize(points, format)}
      </p>
      {isTable ? (
        <ChartTable title={title} points={points} format={format} previous={previous} />
      ) : (
        <Suspense fallback={<Skeleton className="h-56 w-full" />}>
          <Plot kind={kind} title={title} points={points} format={format} />
        </Suspense>
      )}
    </figure>
  )
}

type ChartTableProps = Pick<ChartProps, 'title' | 'points' | 'format'> & {
  previous: string | undefined
}

function ChartTable({ title, points, format, previous }: ChartTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className="h-56 overflow-y-auto" tabIndex={0} aria-label={`${title}, table`}>
      <table className="w-full text-s">
        <thead className="sticky top-0 bg-surface text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              When
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {title}
            </th>
            {previous && (
              <th scope="col" className="py-1 text-right font-medium">
                {previous}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="border-t py-1 text-left font-normal">
                {point.label}
              </th>
              <td className="figures border-t py-1 text-right">{format(point.value)}</td>
              {previous && (
                <td className="figures border-t py-1 text-right text-ink-3">
                  {point.previous === undefined ? '–' : format(point.previous)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
