import type { ReactNode } from 'react'

interface KeyFigure {
  label: string
  figure: ReactNode
  /** Its course, such as a sparkline. */
  trend?: ReactNode
  /** Compared with the previous period. */
  change?: ReactNode
}

/** The key figures of a page in one box. */
export function KeyFigures({ label, figures }: { label: string; figures: readonly KeyFigure[] }) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-l border bg-surface">
      {/* The gaps between the cells are the dividers. */}
      <dl className={gridClasses}>
        {figures.map((figure) => (
          <div key={figure.label} className="bg-surface px-4 py-3.5 max-lg:last:odd:col-span-2">
            <dt className="text-s text-ink-2">{figure.label}</dt>
            <dd className="figures my-0.5 text-figure">{figure.figure}</dd>
            {figure.trend && <dd className="mt-1 mb-1.5">{figure.trend}</dd>}
            {figure.change && <dd className="text-xs text-ink-3">{figure.change}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

const gridClasses =
  'grid grid-cols-2 gap-px bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none'
