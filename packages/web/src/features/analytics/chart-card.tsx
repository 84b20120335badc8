import type { ReactNode } from 'react'
import type { Unit } from '#/entities/metric/units.ts'
import { Card } from '#/ui/card.tsx'
import { TableToggle } from '#/ui/chart.tsx'
import { type CellOf, ChartFigure } from '#/ui/chart-figure.tsx'
import type { Sheet } from '#/ui/chart-sheet.ts'
import type { Draw } from '#/ui/picture.ts'
import { ChartDownloads } from './chart-downloads.tsx'
import { type Counted, HowCounted } from './how-counted.tsx'
import { fileNameOf, type Reading } from './reading.ts'

export interface ChartState {
  readonly isTable: (chart: string) => boolean
  readonly onTableChange: (chart: string, isTable: boolean) => void
}

export interface BoardChartProps {
  reading: Reading
  state: ChartState
}

interface ChartCardProps extends BoardChartProps {
  /** In the URL and in file names. */
  id: string
  title: string
  /** The accessible name of the plot: "Revenue by day". */
  label: string
  sheet: Sheet
  draw: Draw
  unit: Unit
  counted: readonly Counted[]
  /** Lines below the title of a picture. */
  notes: readonly string[]
  summary?: string
  hasTooltip?: boolean
  /** Shows the values of the table, such as links to their rows. */
  cellOf?: CellOf
  className?: string
  /** The figures above the plot. */
  children: ReactNode
}

/** A chart with its figures, its table, its files and how it is counted. */
export function ChartCard(props: ChartCardProps) {
  const { id, title, label, sheet, draw, unit, reading, state, summary, hasTooltip } = props
  const { cellOf } = props
  const isTable = state.isTable(id)
  return (
    <Card
      title={title}
      {...(props.className !== undefined && { className: props.className })}
      actions={
        <span className="flex gap-1">
          <TableToggle
            of={title}
            isTable={isTable}
            onChange={(shown) => state.onTableChange(id, shown)}
          />
          <ChartDownloads
            title={title}
            fileName={fileNameOf(id, reading.range)}
            notes={props.notes}
            {...{ sheet, draw, unit }}
          />
        </span>
      }
    >
      <div className="mb-3">{props.children}</div>
      <ChartFigure
        {...{ label, sheet, draw, isTable }}
        format={unit.format}
        {...(summary !== undefined && { summary })}
        {...(hasTooltip !== undefined && { hasTooltip })}
        {...(cellOf !== undefined && { cellOf })}
      />
      <HowCounted of={title} counted={[...props.counted, ...convertedAs(reading, unit)]} />
    </Card>
  )
}

/** How amounts of several currencies became one. */
function convertedAs({ metrics: { conversion, currency } }: Reading, unit: Unit): Counted[] {
  if (conversion === null || unit.type !== 'currency') return []
  const counted =
    `Amounts are converted to ${currency.toUpperCase()} at the rate of their day, what recurs at ` +
    'that of the last day of the period.'
  return [{ name: 'Currencies', counted }]
}
