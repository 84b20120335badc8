import Table2 from 'lucide-react/icons/table-2'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { ChartFigure } from './chart-figure.tsx'
import type { Sheet } from './chart-sheet.ts'
import { drawSeries } from './draw-series.ts'
import { IconButton } from './icon-button.tsx'

interface ChartProps {
  title: string
  sheet: Sheet
  format: (value: number) => string
  /** Lines for levels, bars for totals of a period. */
  kind: 'line' | 'bars'
  /** Whether the second column is of the period before: "previous 60 days". */
  before?: string
  /** An explanation of the figure, and other controls. */
  aside?: ReactNode
}

/** A figure over time with its title; a table is the text alternative. */
export function Chart({ title, sheet, format, kind, before, aside }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const draw = useMemo(
    () =>
      drawSeries({
        kind,
        labels: sheet.rows.map(({ label }) => label),
        lines: sheet.columns.map((name, at) => ({
          name,
          values: sheet.rows.map(({ cells }) => cells[at] ?? null),
          isBefore: before !== undefined && at > 0,
        })),
        format,
        formatTick: format,
        stepMin: 0,
      }),
    [kind, sheet, before, format],
  )
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-x-3">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {before !== undefined && <span className="text-xs text-ink-3">dashed: {before}</span>}
        <span className="ml-auto flex items-center gap-2 text-xs text-ink-2">
          {aside}
          <TableToggle isTable={isTable} onChange={setTable} />
        </span>
      </div>
      <ChartFigure label={title} sheet={sheet} draw={draw} format={format} isTable={isTable} />
    </div>
  )
}

interface TableToggleProps {
  /** What is shown as a table, where there are several. */
  of?: string
  isTable: boolean
  onChange: (isTable: boolean) => void
}

export function TableToggle({ of, isTable, onChange }: TableToggleProps) {
  return (
    <IconButton
      size="s"
      label={of === undefined ? 'Show as a table' : `Show ${of} as a table`}
      aria-pressed={isTable}
      onClick={() => onChange(!isTable)}
    >
      <Table2 aria-hidden="true" />
    </IconButton>
  )
}
